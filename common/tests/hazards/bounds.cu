// Indices beyond shared arrays, and pointers to what is not there.
#include "ladder/engine/launch.hpp"
#include "tests/hazards/cases.hpp"

using namespace ladder::LADDER_ENGINE;

__global__ void store_beyond(float* out, int offset) {
  __shared__ float s[64];
  s[threadIdx.x] = 0;
  if (threadIdx.x == 5) s[static_cast<int>(threadIdx.x) + offset] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void load_beyond(float* out, int offset) {
  __shared__ float s[64];
  s[threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = threadIdx.x == 5 ? s[static_cast<int>(threadIdx.x) + offset] : s[threadIdx.x];
}

__global__ void row_of_the_matrix(const float* in, float* out, unsigned row) {
  __shared__ float tile[32][33];
  tile[0][threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x == 3) tile[row][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[0][31 - threadIdx.x];
}

// There is no index -1 of unsigned: it is 2^32 - 1.
__global__ void the_element_before(float* out, unsigned first) {
  __shared__ float s[64];
  s[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x >= first) out[threadIdx.x] = s[threadIdx.x - 1];
}

// The index in the grid for that in the block.
__global__ void index_in_the_grid(const float* in, float* out) {
  __shared__ float s[64];
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[i] = in[i];
  __syncthreads();
  out[i] = s[63 - t];
}

__global__ void index_in_the_block(const float* in, float* out) {
  __shared__ float s[64];
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = in[i];
  __syncthreads();
  out[i] = s[63 - t];
}

// The second row of the tile by way of the first.
__global__ void tile_as_one_row(const float* in, float* out) {
  __shared__ float tile[2][32];
  tile[0][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = (&tile[0][0])[63 - threadIdx.x];
}

// Publishes a pointer to its own variable; the next lane writes there.
__global__ void variable_of_another_thread(float* out, bool of_another) {
  __shared__ float* published[32];
  float own = 0;
  published[threadIdx.x] = &own;
  __syncwarp();
  *published[of_another ? 31 - threadIdx.x : threadIdx.x] = 1;
  __syncwarp();
  out[threadIdx.x] = own;
}

// Tidies up behind itself, where it has no business.
__global__ void zeroed_input(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x];
  const_cast<float*>(in)[threadIdx.x] = 0;
}

__global__ void counted_in_the_input(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x == 3) atomicAdd(const_cast<float*>(in) + 3, 1.0f);
}

// A table in its own memory, which the compiler cannot keep in registers.
__global__ void own_array(const float* in, float* out, int offset) {
  float table[128];
  for (int i = 0; i < 128; ++i) table[i] = in[i];
  out[threadIdx.x] = table[(static_cast<int>(in[threadIdx.x]) * 37 + offset) % 128];
}

__constant__ float filter[9] = {1, 2, 1, 2, 4, 2, 1, 2, 1};
__constant__ int weights[3][5];

__global__ void beyond_a_constant(float* out, int offset) {
  out[threadIdx.x] = filter[static_cast<int>(threadIdx.x % 9) + offset];
}

__global__ void row_of_a_constant(float* out, int row) {
  out[threadIdx.x] = static_cast<float>(weights[row][threadIdx.x % 5]);
}

static float of_the_host;
__global__ void variable_of_the_host(float* out) { out[threadIdx.x] = of_the_host; }

// No callback tells of what raises this fault.
__attribute__((no_sanitize("thread"))) static float unseen(const float* nowhere) { return *nowhere; }
__global__ void race_and_fault(const float* in, float* out, const float* nowhere) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[63 - threadIdx.x];
  if (threadIdx.x == 63) out[64] = unseen(nowhere);
}

__global__ void race_and_division(const float* in, float* out, int divisor) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[63 - threadIdx.x];
  if (threadIdx.x == 63) out[64] = static_cast<float>(64 / divisor);
}

namespace {

template <int offset>
void store(hazards::Buffers b) {
  launch(store_beyond, dim3(1), dim3(64), b.out, offset);
}
template <int offset>
void load(hazards::Buffers b) {
  launch(load_beyond, dim3(1), dim3(64), b.out, offset);
}
template <int row>
void store_in_row(hazards::Buffers b) {
  launch(row_of_the_matrix, dim3(1), dim3(32), b.in, b.out, static_cast<unsigned>(row));
}

}  // namespace

namespace hazards {

std::vector<Case> bounds() {
  return {
      {"a variable of the host",
       [](Buffers b) {
         of_the_host += 1;
         launch(variable_of_the_host, dim3(1), dim3(32), b.out);
       },
       {"out of bounds", "of_the_host, a variable of the host"}},
      {"a store 59 elements on", store<59>, {"writes shared s[64]; s is [64]", "thread (5, 0)"}},
      {"a store to the input",
       [](Buffers b) { launch(zeroed_input, {1}, {32}, b.in, b.out); },
       {"thread (0, 0) of block (0, 0) writes global in[0], the input, which has to stay as it is"}},
      {"an atomic on the input",
       [](Buffers b) { launch(counted_in_the_input, {1}, {32}, b.in, b.out); },
       {"updates global in[3], the input"}},
      {"a store 1000 elements on", store<1000>, {"writes shared s[1005]; s is [64]"}},
      {"a store 2500 elements on", store<2500>, {"writes shared s[2505]; s is [64]"}},
      {"a store 17000 elements on", store<17000>, {"writes shared s[17005]; s is [64]"}},
      {"a store 1000000 elements on", store<1000000>, {"writes shared s[1000005]; s is [64]"}},
      {"a store 6 elements back", store<-6>, {"writes shared s[-1]; s is [64]"}},
      {"a store 1000000 elements back", store<-1000000>, {"writes shared s[-999995]; s is [64]"}},
      {"a store 58 elements on", store<58>, {"race on shared s[63]"}},
      {"a store in place", store<0>, {}},
      {"a load 59 elements on", load<59>, {"reads shared s[64]; s is [64]"}},
      {"a load 2500 elements on", load<2500>, {"reads shared s[2505]; s is [64]"}},
      {"a load 40000 elements on", load<40000>, {"reads shared s[40005]; s is [64]"}},
      {"a load 100000 elements back", load<-100000>, {"reads shared s[-99995]; s is [64]"}},
      {"a load 58 elements on", load<58>, {}},
      {"row 400 of a tile of 32", store_in_row<400>, {"writes shared tile[400][3]; tile is [32][33]"}},
      {"row 32 of a tile of 32", store_in_row<32>, {"writes shared tile[32][3]; tile is [32][33]"}},
      {"the element before the first",
       [](Buffers b) { launch(the_element_before, dim3(1), dim3(64), b.out, 0u); },
       {"reads shared s[4294967295]; s is [64]"}},
      {"the element before the second",
       [](Buffers b) { launch(the_element_before, dim3(1), dim3(64), b.out, 1u); },
       {}},
      {"row 31 of a tile of 32", store_in_row<31>, {}},
      {"the index in the grid",
       [](Buffers b) { launch(index_in_the_grid, dim3(40), dim3(64), b.in, b.out); },
       {"writes shared s[64]; s is [64]", "thread (0, 0) of block (1, 0)"},
       Orders::one},
      {"the index in the block", [](Buffers b) { launch(index_in_the_block, dim3(40), dim3(64), b.in, b.out); }, {}},
      {"the second row by way of the first",
       [](Buffers b) { launch(tile_as_one_row, dim3(1), dim3(64), b.in, b.out); },
       {}},
      {"a variable of another thread",
       [](Buffers b) { launch(variable_of_another_thread, dim3(1), dim3(32), b.out, true); },
       {"out of bounds", "writes"}},
      {"a variable of its own",
       [](Buffers b) { launch(variable_of_another_thread, dim3(1), dim3(32), b.out, false); },
       {}},
      {"an array of its own", [](Buffers b) { launch(own_array, dim3(1), dim3(64), b.in, b.out, 5); }, {}},
      {"an element behind a constant array",
       [](Buffers b) { launch(beyond_a_constant, dim3(1), dim3(32), b.out, 1); },
       {"reads constant filter[9]; filter is [9]", "thread (8, 0)"}},
      {"an element before a constant array",
       [](Buffers b) { launch(beyond_a_constant, dim3(1), dim3(32), b.out, -1); },
       {"reads constant filter[-1]; filter is [9]", "thread (0, 0)"}},
      {"an element far behind a constant array",
       [](Buffers b) { launch(beyond_a_constant, dim3(1), dim3(32), b.out, 500); },
       {"reads constant filter[500]; filter is [9]"}},
      {"a row behind a constant array",
       [](Buffers b) { launch(row_of_a_constant, dim3(1), dim3(32), b.out, 3); },
       {"reads constant weights[3][0]; weights is [3][5]"}},
      {"the elements of a constant array",
       [](Buffers b) { launch(beyond_a_constant, dim3(1), dim3(32), b.out, 0); },
       {}},
      {"the last row of a constant array",
       [](Buffers b) { launch(row_of_a_constant, dim3(1), dim3(32), b.out, 2); },
       {}},
      {"a fault that no callback announced",
       [](Buffers b) { launch(race_and_fault, dim3(1), dim3(64), b.in, b.out, reinterpret_cast<const float*>(64)); },
       {"bounds.cu", "thread (63, 0) of block (0, 0) touches an address at which there is nothing"}},
      {"a race before a fault",
       [](Buffers b) { launch(race_and_fault, dim3(1), dim3(64), b.in, b.out, reinterpret_cast<const float*>(64)); },
       {"race on shared s["}},
      {"a race before a division by 0",
       [](Buffers b) { launch(race_and_division, dim3(1), dim3(64), b.in, b.out, 0); },
       {"race on shared s["}},
  };
}

}  // namespace hazards
