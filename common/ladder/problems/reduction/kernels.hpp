// What a chapter's variants.cu needs to list its kernels. Compiled with them, once for each engine.
#pragma once

#include <algorithm>
#include <utility>

#include "ladder/engine/launch.hpp"
#include "ladder/problems/reduction/variant.hpp"

namespace ladder::LADDER_ENGINE {

// Each block sums some of the `count` elements to sums[blockIdx.x].
using BlockSums = void (*)(const float* in, float* sums, size_t count);
// The same, and the last block to finish sums the sums to *result.
using WholeSum = void (*)(const float* in, float* sums, unsigned* ticket, float* result, size_t count);

struct Schedule {
  unsigned threads;     // per block
  unsigned per_thread;  // elements that a thread takes on each round
  unsigned additions;   // in a thread's chain, on each round
  unsigned levels;      // additions that follow in the block, one after the other
  unsigned group;       // blocks that make rounds together; 0: as many as take everything in one round
  unsigned rounds = 0;  // that a group makes, before another group goes on; 0: as many as it takes

  // Parts of the array of which a block takes one on each round.
  size_t parts(size_t count) const {
    const size_t per_part = size_t(threads) * per_thread;
    return std::max<size_t>(1, (count + per_part - 1) / per_part);
  }
  Schedule with_group(unsigned blocks) const {
    Schedule other = *this;
    if (blocks != 0 && division().through_the_whole_array()) other.group = blocks;
    return other;
  }
  reduction::Parts division() const { return {size_t(threads) * per_thread, group, rounds}; }
  unsigned blocks(size_t count) const {
    const size_t needed = parts(count);
    if (group == 0) return static_cast<unsigned>(needed);
    if (rounds == 0) return static_cast<unsigned>(std::min<size_t>(needed, group));
    const size_t of_group = size_t(group) * rounds;
    return static_cast<unsigned>(needed / of_group * group + std::min<size_t>(needed % of_group, group));
  }
  // Additions in the longest chain of one pass: those of a thread, then those of the block.
  double chain(size_t count) const {
    const size_t to_the_end = group == 0 ? 1 : (parts(count) + group - 1) / group;
    return static_cast<double>((rounds == 0 ? to_the_end : std::min<size_t>(to_the_end, rounds)) * additions + levels);
  }
};

// line: of the caller; nobody gives it.
// Passes over ever fewer elements, each summing the sums of the one before, until there is one.
inline reduction::Variant variant(std::string name, BlockSums kernel, Schedule schedule, int line = __builtin_LINE()) {
  const auto run = [=](const reduction::Arguments& p) {
    const float* from = p.in;
    float* to = p.workspace;
    size_t count = p.count;
    while (true) {
      const unsigned blocks = schedule.with_group(p.group).blocks(count);
      launch(kernel, dim3(blocks), dim3(schedule.threads), from, blocks == 1 ? p.sum : to, count);
      if (blocks == 1) return;
      from = to;
      to += blocks;
      count = blocks;
    }
  };
  const auto longest_chain = [=](size_t count) {
    double chain = schedule.chain(count);
    while (schedule.blocks(count) > 1) chain += schedule.chain(count = schedule.blocks(count));
    return chain;
  };
  return {std::move(name), schedule.threads, run, longest_chain, schedule.division(), line};
}

// One launch for everything.
inline reduction::Variant variant(std::string name, WholeSum kernel, Schedule schedule, int line = __builtin_LINE()) {
  const auto run = [=](const reduction::Arguments& p) {
    launch(kernel, dim3(schedule.with_group(p.group).blocks(p.count)), dim3(schedule.threads), p.in, p.workspace,
           p.ticket, p.sum, p.count);
  };
  const auto longest_chain = [=](size_t count) {
    const double of_blocks = schedule.blocks(count) / schedule.threads + 1 + schedule.levels;  // the last block's part
    return schedule.chain(count) + of_blocks;
  };
  return {std::move(name), schedule.threads, run, longest_chain, schedule.division(), line};
}

}  // namespace ladder::LADDER_ENGINE
