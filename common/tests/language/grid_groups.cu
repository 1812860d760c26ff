// Groups of the whole grid.
#include <cooperative_groups.h>

#include "ladder/engine/launch.hpp"
#include "tests/language/cases.hpp"

namespace cg = cooperative_groups;
using namespace ladder::LADDER_ENGINE;

namespace {

constexpr unsigned blocks = 12, threads = 48, all_threads = blocks * threads;

// Values go round the grid, so many times.
__global__ void rotate(unsigned* out, unsigned rounds) {
  const cg::grid_group grid = cg::this_grid();
  const unsigned i = static_cast<unsigned>(grid.thread_rank());
  out[i] = i;
  for (unsigned round = 0; round < rounds; ++round) {
    grid.sync();
    const unsigned next = out[(i + 1) % all_threads];
    grid.sync();
    out[i] = next;
  }
}
template <unsigned rounds>
void rotations(unsigned* out) {
  launch(rotate, {dim3(blocks), dim3(threads), 0, true}, out, rounds);
}

__global__ void ranks(unsigned* out) {
  const cg::grid_group grid = cg::this_grid();
  const unsigned i = static_cast<unsigned>(grid.thread_rank());
  out[i] = static_cast<unsigned>(grid.size() * 1000000 + grid.block_rank() * 10000 + grid.num_blocks() * 100) +
           grid.is_valid();
  const dim3 index = grid.thread_index(), size = grid.dim_threads();
  out[all_threads + i] = index.z * 10000 + index.y * 100 + index.x;
  out[2 * all_threads + i] = size.z * 10000 + size.y * 100 + size.x;
}

__global__ void meet_as_any_group(unsigned* out) {
  const cg::thread_group group = cg::this_grid();
  const unsigned i = static_cast<unsigned>(group.thread_rank());
  out[i] = static_cast<unsigned>(group.size());
  group.sync();
  const unsigned other = out[all_threads - 1 - i];
  group.sync();
  out[i] = other + 1;
}

// A counter in shared memory outlasts the barrier, as does a part of a warp's work.
__global__ void keep_what_is_shared(unsigned* out) {
  __shared__ unsigned count;
  if (threadIdx.x == 0) count = blockIdx.x;
  __syncthreads();
  for (unsigned round = 0; round < 5; ++round) {
    cg::this_grid().sync();
    if (threadIdx.x == 40) count += 100;
    __syncthreads();
  }
  out[blockIdx.x * threads + threadIdx.x] = count;
}

// Of two blocks, one sets a flag for the other behind a barrier, before which it was set to 0.
__global__ void flag_after_barrier(unsigned* out) {
  volatile unsigned* const flag = out + 1;
  if (blockIdx.x == 0 && threadIdx.x == 0) *flag = 0;
  cg::this_grid().sync();
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    while (*flag == 0) {
    }
    out[0] = 7;
  } else {
    *flag = 1;
  }
}

__global__ void one_barrier_is_missing(unsigned* out) {
  const unsigned i = blockIdx.x * threads + threadIdx.x;
  out[i] = i;
  cg::this_grid().sync();
  const unsigned next = out[(i + threads) % all_threads];
  out[i] = next;
}

__global__ void some_blocks_end(unsigned* out) {
  if (blockIdx.x == 3) return;
  cg::this_grid().sync();
  out[blockIdx.x * threads + threadIdx.x] = 1;
}

__global__ void some_threads_end(unsigned* out) {
  if (threadIdx.x == 5) return;
  cg::this_grid().sync();
  out[blockIdx.x * threads + threadIdx.x] = 1;
}

template <void (*kernel)(unsigned*), unsigned width = blocks>
void together(unsigned* out) {
  launch(kernel, {dim3(width), dim3(threads), 0, true}, out);
}

}  // namespace

std::vector<language::Case> language::LADDER_ENGINE::grid_groups() {
  return {
      {"that meet once", rotations<1>, all_threads, [](unsigned i) { return (i + 1) % all_threads; }},
      {"that meet 400 times", rotations<200>, all_threads, [](unsigned i) { return (i + 200) % all_threads; }},
      {"and their ranks",
       [](unsigned* out) {
         launch(ranks, {dim3(2, 3, 2), dim3(4, 4, 3), 0, true}, out);
       },
       3 * all_threads,
       [](unsigned i) {
         const unsigned n = i % all_threads, block = n / 48, thread = n % 48;
         if (i < all_threads) return all_threads * 1000000 + block * 10000 + 1200 + 1;
         if (i >= 2 * all_threads) return 6 * 10000u + 12 * 100 + 8;
         const unsigned x = block % 2 * 4 + thread % 4, y = block / 2 % 3 * 4 + thread / 4 % 4;
         return (block / 6 * 3 + thread / 16) * 10000 + y * 100 + x;
       }},
      {"with shared memory", together<keep_what_is_shared>, all_threads, [](unsigned i) { return i / threads + 500; }},
      {"with a flag", together<flag_after_barrier, 2>, 2, [](unsigned i) { return i == 0 ? 7u : 1u; }},
  };
}

std::vector<language::Case> language::LADDER_ENGINE::wrong_grid_groups() {
  return {
      {"a barrier is missing", together<one_barrier_is_missing>, all_threads, nullptr, "no order between blocks: "},
      {"some blocks end", together<some_blocks_end>, all_threads, nullptr,
       "waits here for all blocks of the grid, and block (3, 0) has ended"},
      {"some threads end", together<some_threads_end>, all_threads, nullptr,
       "divergent barrier: 47 of 48 threads of block (0, 0) wait here; thread (5, 0) has ended"},
      {"the launch is not cooperative",
       [](unsigned* out) { launch(meet_as_any_group, dim3(blocks), dim3(threads), out); }, all_threads, nullptr,
       "calls sync() of the grid in a launch that is not cooperative: cudaLaunchCooperativeKernel() makes one"},
      {"not all blocks fit",
       [](unsigned* out) {
         launch(meet_as_any_group, {dim3(265), dim3(1024), 0, true}, out);
       },
       all_threads, nullptr,
       "a cooperative launch of 265 blocks cannot be launched: 264 of this size fit on the GPU at once"},
  };
}
