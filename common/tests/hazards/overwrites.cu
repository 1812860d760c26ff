// Work in place in global memory: what a thread reads, and another one overwrites.
#include "ladder/engine/launch.hpp"
#include "tests/hazards/cases.hpp"

using namespace ladder::LADDER_ENGINE;

__global__ void fill_all(float* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 32; }

// The tree of the sum, without shared memory.
__global__ void tree(float* out, bool barrier) {
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) out[threadIdx.x] += out[threadIdx.x + stride];
    if (barrier) __syncthreads();
  }
}

// Its last levels, by one warp: volatile is no barrier.
__global__ void last_levels(float* out, bool barrier) {
  volatile float* values = out;
  for (unsigned stride = 32; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) values[threadIdx.x] += values[threadIdx.x + stride];
    if (barrier) __syncwarp();
  }
}

enum class Move { at_once, over_a_barrier, to_another_array };
__global__ void shift(float* out, Move how) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float next = out[i + 1];
  if (how == Move::over_a_barrier) __syncthreads();
  (how == Move::to_another_array ? out + 2048 : out)[i] = next;
}

// Vectors, and bytes: of the same four, others.
__global__ void shift_vectors(float4* out) { out[threadIdx.x] = out[threadIdx.x + 1]; }
__global__ void every_other_byte(unsigned char* out) { out[2 * threadIdx.x] += out[2 * threadIdx.x + 1]; }
__global__ void next_byte(unsigned char* out) { out[threadIdx.x] += out[threadIdx.x + 1]; }

// Pairs change places: each thread has its own.
__global__ void reverse(float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float first = out[i];
  out[i] = out[n - 1 - i];
  out[n - 1 - i] = first;
}

// What is written is what was there.
__global__ void same_again(float* out) {
  const float next = out[threadIdx.x + 1];
  out[threadIdx.x] += next == 1e30f ? 1 : 0;
}

__global__ void add_to_one(float* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (32 < i && i < 35) out[i / 32] = out[i / 32] + 1;
}

// Inner loops fill the tile, and read it.
__global__ void least_of_tiles(const float* in, float* out, bool over_a_barrier) {
  __shared__ float tile[64 * 3];
  float least = in[0];
  for (unsigned first = 0; first < 256; first += 64) {
    for (unsigned k = 0; k < 3; ++k) tile[threadIdx.x * 3 + k] = in[(first + threadIdx.x) * 3 + k];
    __syncthreads();
    for (unsigned i = 0; i < 64; ++i)
      if (tile[i * 3] < least) least = tile[i * 3];
    if (over_a_barrier) __syncthreads();
  }
  out[threadIdx.x] = least;
}

namespace hazards {

namespace {

float* filled(Buffers b) {
  launch(fill_all, dim3(32), dim3(128), b.out);
  return b.out;
}

}  // namespace

std::vector<Case> overwrites() {
  return {
      {"a tree",
       [](Buffers b) { launch(tree, dim3(1), dim3(256), filled(b), false); },
       {"race on global out[", "of block (0, 0) writes it at overwrites.cu:", "reads it",
        "__syncthreads() is missing"}},
      {"a tree with barriers", [](Buffers b) { launch(tree, dim3(1), dim3(256), filled(b), true); }, {}},
      {"the last levels",
       [](Buffers b) { launch(last_levels, dim3(1), dim3(32), filled(b), false); },
       {"race on global out[", "__syncwarp() is missing"}},
      {"the last levels with barriers", [](Buffers b) { launch(last_levels, dim3(1), dim3(32), filled(b), true); }, {}},
      {"an update of one element by two lanes",
       [](Buffers b) { launch(add_to_one, dim3(4), dim3(32), filled(b)); },
       {"race on global out[1]", "two threads have the same index here, or the update needs an atomic"}},
      {"a tile that a loop fills anew",
       [](Buffers b) { launch(least_of_tiles, dim3(1), dim3(64), b.in, b.out, false); },
       {"race on shared tile[",
        "__syncthreads() is missing between them: the line further up is in the next iteration"}},
      {"a tile that a loop fills anew behind a barrier",
       [](Buffers b) { launch(least_of_tiles, dim3(1), dim3(64), b.in, b.out, true); },
       {}},
      {"a shift",
       [](Buffers b) { launch(shift, dim3(1), dim3(64), filled(b), Move::at_once); },
       {"race on global out[32]", "thread (31, 0) reads it"}},
      {"a shift of blocks",
       [](Buffers b) { launch(shift, dim3(20), dim3(32), filled(b), Move::over_a_barrier); },
       {"no order between blocks", "reads global out[", "write to another array"},
       Orders::one},
      {"a shift of one block",
       [](Buffers b) { launch(shift, dim3(1), dim3(64), filled(b), Move::over_a_barrier); },
       {}},
      {"a shift to another array",
       [](Buffers b) { launch(shift, dim3(20), dim3(32), filled(b), Move::to_another_array); },
       {}},
      {"vectors",
       [](Buffers b) { launch(shift_vectors, dim3(1), dim3(64), reinterpret_cast<float4*>(filled(b))); },
       {"race on global out["}},
      {"bytes of their own",
       [](Buffers b) { launch(every_other_byte, dim3(1), dim3(64), reinterpret_cast<unsigned char*>(filled(b))); },
       {}},
      {"bytes of the next thread",
       [](Buffers b) { launch(next_byte, dim3(1), dim3(64), reinterpret_cast<unsigned char*>(filled(b))); },
       {"race on global out["}},
      {"reversed", [](Buffers b) { launch(reverse, dim3(20), dim3(32), filled(b), 1280u); }, {}},
      {"the same again", [](Buffers b) { launch(same_again, dim3(1), dim3(64), filled(b)); }, {}},
  };
}

}  // namespace hazards
