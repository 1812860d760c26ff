// Work that does not end in time, for the checks of Watch.
#include <chrono>
#include <thread>

#include "ladder/chapter/many_gpus/checks.hpp"
#include "ladder/chapter/many_gpus/kernels.hpp"

namespace ladder::gpu {
namespace {

void sleep_long(void*) { std::this_thread::sleep_for(std::chrono::seconds(3)); }

// The last rank's stream waits for a function of the host, as it would for a slow rank.
void slow_rank(const Cluster& all) { check(cudaLaunchHostFunc(all.ranks.back().stream, sleep_long, nullptr)); }

// All but the first rank have failed before they came to their call: the first waits for ever.
void missing_ranks(const Cluster& all) {
  const Rank& first = all.ranks.front();
  check(ncclAllReduce(first.numbers, first.sum, all.elements, ncclFloat, ncclSum, first.comm, first.stream));
}

}  // namespace

std::vector<many_gpus::Variant> late_variants(unsigned gpus) {
  constexpr bool calls_nccl = true;
  std::vector<many_gpus::Variant> all = {variant("slow_rank", Task::sum, slow_rank)};
  if (gpus > 1) all.push_back(variant("missing_ranks", Task::sum, missing_ranks, calls_nccl));
  return all;
}

}  // namespace ladder::gpu
