// What an exercise with host code for several devices needs, beside what its kernels do.
#pragma once

#include <stdexcept>

#include "ladder/problems/many_gpus/kernels.hpp"
#include "tools/exercise/answer.hpp"

namespace ladder::LADDER_ENGINE {

using many_gpus::Counts;

// The parts of rank 0 for each rank, then those of rank 1, .. are in `in`. Each rank gets its own in `send`, then comes
// exchange(all, counts); and what the ranks have in `receive`, one behind the other, goes to `out`. Throws
// std::runtime_error where a call fails, or the host's code is wrong.
template <typename Exchange>
void run_uneven(const Counts& counts, const float* in, float* out, const Exchange& exchange) {
  Machine machine(Layout{counts.ranks, counts.ranks, counts.ranks * counts.most});  // with room for the largest parts
  machine.renew();
  const auto copy = [](float* to, const float* from, std::size_t count, const Rank& rank) {
    check(cudaMemcpyAsync(to, from, count * sizeof(float), cudaMemcpyDefault, rank.stream));
    return count;
  };
  const auto host_code = [&](const Cluster& all) {
    for (const Rank& rank : all.ranks) in += copy(rank.send, in, counts.sent_by(rank.number), rank);
    exchange(all, counts);
    for (const Rank& rank : all.ranks) out += copy(out, rank.receive, counts.received_by(rank.number), rank);
  };
  machine.run(host_code, "exchange");
  for (const std::string& mistake : machine.report().mistakes) throw std::runtime_error(mistake);
}

}  // namespace ladder::LADDER_ENGINE
