// Indices beyond arrays that are variables of a thread.
#include "ladder/engine/launch.hpp"
#include "tests/hazards/cases.hpp"

using namespace ladder::LADDER_ENGINE;

template <int ELEMENTS, int ROUNDS>
__global__ void in_a_loop(const float* in, float* out) {
  float value[ELEMENTS];
#pragma unroll
  for (int i = 0; i < ROUNDS; ++i) value[i] = in[i * 32 + threadIdx.x];
#pragma unroll
  for (int i = 0; i < ROUNDS; ++i) out[i * 32 + threadIdx.x] = value[i];
}

// The standard library has a table, too.
__global__ void at_an_index(const float* in, float* out, int offset) {
  float table[9];
  for (int i = 0; i < 9; ++i) table[i] = in[i];
  out[threadIdx.x] = table[static_cast<int>(in[threadIdx.x]) % 9 + offset];
}

__global__ void of_float4(const float4* in, float4* out, int rounds) {
  float4 value[3];
  for (int i = 0; i < rounds; ++i) value[i] = in[i];
  for (int i = 0; i < 3; ++i) out[i * 32 + threadIdx.x] = value[i];
}

// There is no index -1 of unsigned: it is 2^32 - 1.
__global__ void the_element_before(const float* in, float* out, unsigned first) {
  float value[9];
  for (int i = 0; i < 9; ++i) value[i] = in[i];
  out[threadIdx.x] = value[first + threadIdx.x % 9 - 1];
}

__global__ void in_a_patch(const float* in, float* out, int column) {
  float patch[3][5];
  for (int i = 0; i < 15; ++i) patch[i / 5][i % 5] = in[i];
  out[threadIdx.x] = patch[threadIdx.x % 2][column];
}

// Rows of shared memory, and of a struct, by way of the first one: the address is in the array.
struct Row {
  float v[6];
};
__global__ void by_the_first_row(const float* in, float* out, int offset) {
  __shared__ float tile[2][32];
  tile[0][threadIdx.x] = in[threadIdx.x];
  tile[0][threadIdx.x + offset] = in[threadIdx.x];
  __syncthreads();
  const Row* rows = reinterpret_cast<const Row*>(in);
  out[threadIdx.x] = tile[0][63 - threadIdx.x] + rows[0].v[threadIdx.x];
}

namespace hazards {

std::vector<Case> local_arrays() {
  return {
      {"one round more than elements",
       [](Buffers b) { launch(in_a_loop<7, 8>, dim3(1), dim3(32), b.in, b.out); },
       {"local_arrays.cu:11: out of bounds: thread (0, 0) of block (0, 0) uses index 7 of an array of its own; it is "
        "float [7]"}},
      {"an index beyond the end",
       [](Buffers b) { launch(at_an_index, dim3(1), dim3(32), b.in, b.out, 1); },
       {"thread (8, 0) of block (0, 0) uses index 9 of an array of its own; it is float [9]"}},
      {"of float4",
       [](Buffers b) {
         launch(of_float4, dim3(1), dim3(32), reinterpret_cast<const float4*>(b.in), reinterpret_cast<float4*>(b.out),
                5);
       },
       // The compiler takes index 3 for the array's end, whose address anybody may ask for.
       {"uses index 4 of an array of its own; it is [3];"}},
      {"an index before the begin",
       [](Buffers b) { launch(at_an_index, dim3(1), dim3(32), b.in, b.out, -1); },
       {"thread (0, 0) of block (0, 0) uses index -1 of an array of its own; it is float [9]"}},
      {"the element before the first",
       [](Buffers b) { launch(the_element_before, dim3(1), dim3(32), b.in, b.out, 0u); },
       {"uses index 4294967295 of an array of its own; it is float [9]"}},
      {"a column beyond the row",
       [](Buffers b) { launch(in_a_patch, dim3(1), dim3(32), b.in, b.out, 5); },
       {"uses index 5 of an array of its own; it is float [5]"}},
      {"as many rounds as elements", [](Buffers b) { launch(in_a_loop<8, 8>, dim3(1), dim3(32), b.in, b.out); }, {}},
      {"fewer rounds than elements", [](Buffers b) { launch(in_a_loop<11, 8>, dim3(1), dim3(32), b.in, b.out); }, {}},
      {"an index within", [](Buffers b) { launch(at_an_index, dim3(1), dim3(32), b.in, b.out, 0); }, {}},
      {"the element before the second",
       [](Buffers b) { launch(the_element_before, dim3(1), dim3(32), b.in, b.out, 1u); },
       {}},
      {"the last column", [](Buffers b) { launch(in_a_patch, dim3(1), dim3(32), b.in, b.out, 4); }, {}},
      {"rows by way of the first", [](Buffers b) { launch(by_the_first_row, dim3(1), dim3(32), b.in, b.out, 32); }, {}},
  };
}

}  // namespace hazards
