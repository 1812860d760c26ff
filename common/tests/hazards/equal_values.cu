// Several threads that write one element.
#include "ladder/engine/launch.hpp"
#include "tests/hazards/cases.hpp"

using namespace ladder::LADDER_ENGINE;

__global__ void flag_in_shared(const float* in, float* out, float step) {
  __shared__ float found;
  if (in[threadIdx.x] >= 0) found = 1 + step * in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = found;
}

__global__ void flag_in_global(const float* in, float* out, float step) {
  if (in[threadIdx.x] >= 0) out[0] = 1 + step * in[blockIdx.x * blockDim.x + threadIdx.x];
}

// The last value is the same, the one before is not.
__global__ void flag_set_and_reset(float* out, float step) {
  __shared__ float flag;
  *static_cast<volatile float*>(&flag) = step * static_cast<float>(threadIdx.x);
  flag = 2;
  __syncthreads();
  out[threadIdx.x] = flag;
}

// With a reader between, it is a race whatever is written.
__global__ void flag_that_is_read(float* out, bool read) {
  __shared__ float flag;
  flag = 1;
  if (read && threadIdx.x == 40) out[0] = *static_cast<volatile float*>(&flag);
}

__global__ void four_at_once(float4* out, float step) {
  __shared__ float4 rows[2];
  rows[threadIdx.x % 2] = make_float4(1, 2, 3, 4 + step * static_cast<float>(threadIdx.x));
  __syncthreads();
  if (threadIdx.x < 2) out[threadIdx.x] = rows[threadIdx.x];
}

struct Pixel {
  float r, g, b;
};
__global__ void structs(Pixel* out, float step) { out[0] = Pixel{1, 2, step * static_cast<float>(threadIdx.x)}; }

// What a block's first thread sets to 0, and the last block to the sum.
__global__ void last_block(const float* in, float* out, unsigned* ticket) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    out[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    last = atomicAdd(ticket, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float sum = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) sum += out[i];
    out[100] = sum;
    *ticket = 0;
  }
}
__global__ void set_to_zero(unsigned* ticket) { *ticket = 0; }

// All blocks write the sum, each the part that it knows of.
__global__ void every_block(const float* in, float* out, bool same) {
  if (threadIdx.x == 0) out[0] = in[same ? 5 : blockIdx.x];
}

// Neighbours write one element, each in a line of its own.
__global__ void two_lines(float* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[2 * i] = 1;
  out[2 * i + 2] = 3;
}

namespace hazards {

std::vector<Case> equal_values() {
  return {
      {"a flag in shared memory", [](Buffers b) { launch(flag_in_shared, dim3(1), dim3(96), b.in, b.out, 0.f); }, {}},
      {"a flag of different values",
       [](Buffers b) { launch(flag_in_shared, dim3(1), dim3(96), b.in, b.out, 1.f); },
       {"race on shared found"}},
      {"a flag in global memory", [](Buffers b) { launch(flag_in_global, dim3(9), dim3(64), b.in, b.out, 0.f); }, {}},
      {"one of different values",
       [](Buffers b) { launch(flag_in_global, dim3(9), dim3(64), b.in, b.out, 1.f); },
       {"written twice: global out[0]"}},
      {"set and reset", [](Buffers b) { launch(flag_set_and_reset, dim3(1), dim3(1), b.out, 1.f); }, {}},
      {"set differently, and reset",
       [](Buffers b) { launch(flag_set_and_reset, dim3(1), dim3(64), b.out, 1.f); },
       {"race on shared flag"}},
      {"a flag that is not read", [](Buffers b) { launch(flag_that_is_read, dim3(1), dim3(64), b.out, false); }, {}},
      {"a flag that is read",
       [](Buffers b) { launch(flag_that_is_read, dim3(1), dim3(64), b.out, true); },
       {"race on shared flag"}},
      {"four at once",
       [](Buffers b) { launch(four_at_once, dim3(1), dim3(64), reinterpret_cast<float4*>(b.out), 0.f); },
       {}},
      {"four at once, of which one differs",
       [](Buffers b) { launch(four_at_once, dim3(1), dim3(64), reinterpret_cast<float4*>(b.out), 1.f); },
       {"race on shared rows"}},
      {"structs", [](Buffers b) { launch(structs, dim3(2), dim3(32), reinterpret_cast<Pixel*>(b.out), 0.f); }, {}},
      {"structs of which one member differs",
       [](Buffers b) { launch(structs, dim3(2), dim3(32), reinterpret_cast<Pixel*>(b.out), 1.f); },
       {"written twice: global out"}},
      {"the last block",
       [](Buffers b) {
         auto* ticket = reinterpret_cast<unsigned*>(b.out + 200);
         launch(set_to_zero, dim3(1), dim3(1), ticket);
         launch(last_block, dim3(20), dim3(64), b.in, b.out, ticket);
       },
       {}},
      {"one value of every block", [](Buffers b) { launch(every_block, dim3(20), dim3(32), b.in, b.out, true); }, {}},
      {"a value of each block",
       [](Buffers b) { launch(every_block, dim3(20), dim3(32), b.in, b.out, false); },
       {"written twice: global out[0]", "blocks run in any order"}},
      {"in two lines",
       [](Buffers b) { launch(two_lines, dim3(8), dim3(64), b.out); },
       {"written twice: global out[", " here and by thread (", ") at equal_values.cu:"}},
  };
}

}  // namespace hazards
