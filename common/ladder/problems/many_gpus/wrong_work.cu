// Work that does not end in time, or ends with something wrong: for the checks of what is to find that.
#include <chrono>
#include <thread>

#include "ladder/base/mapped.hpp"
#include "ladder/problems/many_gpus/checks.hpp"
#include "ladder/problems/many_gpus/kernels.hpp"

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

// A byte of the last element that the last rank has, of its matrix and of its vector.
void spoil(const Cluster& all, WrongByte where) {
  const Rank& last = all.ranks.back();
  const auto change = [&](const float* buffer, size_t count) {
    check(cudaMemsetAsync(const_cast<float*>(buffer) + count - 1, 1, 1, last.stream));
  };
  const bool is_input = where == WrongByte::in_input;
  is_input ? change(last.in, last.rows.count * all.cols) : change(last.out, last.cols.count * all.rows);
  change(is_input ? last.numbers : last.sum, all.elements);
}

}  // namespace

std::vector<many_gpus::Variant> late_variants(unsigned gpus) {
  constexpr bool calls_nccl = true;
  std::vector<many_gpus::Variant> all = {variant("slow_rank", Task::sum, slow_rank)};
  if (gpus > 1) all.push_back(variant("missing_ranks", Task::sum, missing_ranks, calls_nccl));
  return all;
}

std::vector<many_gpus::Variant> with_a_wrong_byte(const std::vector<many_gpus::Variant>& variants, WrongByte where) {
  return mapped(variants, [=](many_gpus::Variant variant) {
    variant.run = [=, run = variant.run](many_gpus::Node& node) {
      run(node);
      static_cast<Machine&>(node).run([=](const Cluster& all) { spoil(all, where); }, "wrong byte");
    };
    return variant;
  });
}

}  // namespace ladder::gpu
