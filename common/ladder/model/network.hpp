// How long GPUs exchange, by the α–β model: a message takes α, and its bytes take 1 / β each. (R. Hockney, "The
// communication challenge for MPP: Intel Paragon and Meiko CS-2", 1994.) An estimate, and no bound.
#pragma once

#include <cstdint>

namespace memory_model {

struct Network {
  std::uint64_t gpus_of_a_machine;
  // Between the GPUs of one machine: seconds that a collective takes without a byte, and bytes a second that a GPU
  // sends.
  double inside_latency, inside_rate;
  // Between machines: seconds for each message, and bytes a second for each GPU.
  double message_latency, rate_between;
};

// An all-to-all of `gpus`, each of which has so many bytes: 1 / gpus of them for each, itself too.
struct AllToAll {
  std::uint64_t gpus;
  double bytes;
};

// Messages that a GPU sends to other machines, where each goes where it belongs at once; and where the GPUs of a
// machine first exchange among themselves, so that each of them sends one to every other machine.
std::uint64_t messages_at_once(const AllToAll& exchange, const Network& network);
std::uint64_t messages_in_two_stages(const AllToAll& exchange, const Network& network);

// Seconds. At once: what stays in the machine and what leaves it go at the same time. In two stages: all bytes cross
// the machine first, but for the GPU's own part.
double seconds_at_once(const AllToAll& exchange, const Network& network);
double seconds_in_two_stages(const AllToAll& exchange, const Network& network);

}  // namespace memory_model
