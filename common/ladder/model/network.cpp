#include "ladder/model/network.hpp"

#include <algorithm>

namespace memory_model {
namespace {

std::uint64_t in_the_machine(const AllToAll& exchange, const Network& network) {
  return std::min(exchange.gpus, network.gpus_of_a_machine);
}

// For so many GPUs of the machine, the sender among them.
double seconds_inside(double bytes, std::uint64_t gpus, const Network& network) {
  if (gpus == 1) return 0;
  const auto all = static_cast<double>(gpus);
  return network.inside_latency + bytes * (all - 1) / all / network.inside_rate;
}

double seconds_between(const AllToAll& exchange, std::uint64_t messages, const Network& network) {
  const auto outside = static_cast<double>(exchange.gpus - in_the_machine(exchange, network));
  return static_cast<double>(messages) * network.message_latency +
         exchange.bytes * outside / static_cast<double>(exchange.gpus) / network.rate_between;
}

}  // namespace

std::uint64_t messages_at_once(const AllToAll& exchange, const Network& network) {
  return exchange.gpus - in_the_machine(exchange, network);
}

std::uint64_t messages_in_two_stages(const AllToAll& exchange, const Network& network) {
  return messages_at_once(exchange, network) / network.gpus_of_a_machine;
}

double seconds_at_once(const AllToAll& exchange, const Network& network) {
  const std::uint64_t gpus = in_the_machine(exchange, network);
  const double stays = exchange.bytes * static_cast<double>(gpus) / static_cast<double>(exchange.gpus);
  return std::max(seconds_inside(stays, gpus, network),
                  seconds_between(exchange, messages_at_once(exchange, network), network));
}

double seconds_in_two_stages(const AllToAll& exchange, const Network& network) {
  return seconds_inside(exchange.bytes, in_the_machine(exchange, network), network) +
         seconds_between(exchange, messages_in_two_stages(exchange, network), network);
}

}  // namespace memory_model
