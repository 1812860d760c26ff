// The memory contract of a kernel: all the work that it has to do, worked out with pencil and paper; and in words, what
// it does instead.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ladder/report/result.hpp"

namespace ladder {

// Requests of one kind, and what they cost together: sectors of global memory, or wavefronts of shared memory. (32
// lanes that update one element with an atomic of global memory are 32 sectors: see atomics.hpp.)
struct Requests {
  std::uint64_t count = 0, transactions = 0;
};

// What a run does in all, over all its launches.
struct Work {
  Requests global_loads, global_stores, shared_loads, shared_stores;
  Requests global_atomics{}, shared_atomics{};
  std::uint64_t blocks = 0;       // launched
  std::uint64_t idle_blocks = 0;  // of these: that load and store nothing
  std::uint64_t barriers = 0;     // that a block passes, added up over the blocks
  std::uint64_t exchanges = 0;    // shuffles and votes, added up over the warps
  std::uint64_t fences = 0;       // __threadfence(), added up over the warps, of the lane in each that makes most
  std::uint64_t load_rounds = 0;  // that a block waits for: loads of global memory that are in flight together are one
  // Of the launch that has fewest: as many as a multiprocessor has room for, unless a block is too large for that, or
  // has too much shared memory.
  std::uint64_t resident_threads = 2048;
  // Requests that store to global memory, of the warp in each block that makes most. At first: not said.
  std::uint64_t store_rounds = UINT64_MAX;
};

// The most that may be done at a size; less is welcome. Where `exactly`, it is what the lesson's kernel does; else, as
// where tiles are cut off, also the most for each request to shared memory, and requests that cost no more together may
// be more. Shuffles that save as many requests to shared memory are no more work.
struct DueWork {
  Work work;
  bool exactly = true;
  bool loops_unrolled = false;  // so are rounds counted: where loops are short, the compiler can unroll them
  unsigned block_threads = 0;   // of the lesson's launch; 0: not said
  std::string part = {};        // that each of its blocks works on: "8x128 elements"; empty: not said
};
using Due = std::function<DueWork(const Sizes&)>;

struct Contract {
  std::string variant;
  Due due;
};

// The chapter's: its contract.cpp has a row for each variant.
extern const std::vector<Contract> contracts;

// What a run that is right did beyond its contract: each kind of work of which there is more than is due
// (Finding::element), with the place in the source where one line of it has too much; or that no contract is written
// yet, and what the run does.
std::vector<Finding> breaches_of_contract(const Result& result);

// Of a run that is wrong: that its launch is not that of its contract, at the variant's row. Nothing where it is, or
// where the run did not end.
Finding other_launch(const Result& result);

// In one line, of which kinds of work it did less where its contract is exact; empty where of none.
std::string less_than_contract(const Result& result);

// For contracts: parts of so many elements each that cover `count`; and the sectors of so many floats side by side, of
// which the first has this index in an array that begins with a sector.
inline std::uint64_t divide_up(std::uint64_t count, std::uint64_t each) { return (count + each - 1) / each; }
inline std::uint64_t sectors_of(std::uint64_t first, std::uint64_t floats) {
  return floats == 0 ? 0 : (first + floats - 1) / 8 - first / 8 + 1;
}

}  // namespace ladder
