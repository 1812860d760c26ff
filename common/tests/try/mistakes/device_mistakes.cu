// Programs whose kernels are wrong, one for each mistake: the argument says which. host_checks.cpp says what has to be
// said of each.
#include <cassert>
#include <cstdio>
#include <map>
#include <string>

constexpr int n = 256;
__constant__ float factors[4] = {1, 2, 3, 4};
__device__ int total;

__global__ void reads_past_the_end(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x + 1];  // reads_past_the_end
}
__global__ void writes_past_the_end(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i % n];  // writes_past_the_end
}
__global__ void past_the_tile(const float* in, float* out) {
  __shared__ float tile[n];
  tile[threadIdx.x + 8] = in[threadIdx.x];  // past_the_tile
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}
__global__ void no_barrier(const float* in, float* out) {
  __shared__ float tile[n];
  tile[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = tile[n - 1 - threadIdx.x];  // no_barrier
}
__global__ void barrier_in_a_branch(const float* in, float* out) {
  if (threadIdx.x < 100) __syncthreads();  // barrier_in_a_branch
  out[threadIdx.x] = in[threadIdx.x];
}
__global__ void barrier_after_return(const float* in, float* out) {
  if (threadIdx.x >= 100) return;  // barrier_after_return
  out[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
}
__global__ void reads_its_output(const float*, float* out) {
  out[threadIdx.x] += 1;  // reads_its_output
}
__global__ void tile_not_filled(const float* in, float* out) {
  __shared__ float tile[n];
  if (threadIdx.x < 200) tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];  // tile_not_filled
}
__global__ void no_atomic(const float* in, float* out) {
  out[0] = out[0] + in[threadIdx.x];  // no_atomic
}
__global__ void shared_counter(const float*, float* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  ++count;  // shared_counter
  __syncthreads();
  out[threadIdx.x] = count;
}
__global__ void blocks_by_chance(const float* in, float* out) {
  if (blockIdx.x == 0) out[threadIdx.x] = in[threadIdx.x];
  if (blockIdx.x == 1) out[n - 1 - threadIdx.x] += 1;  // blocks_by_chance
}
__global__ void misaligned(const float* in, float* out) {
  reinterpret_cast<float4*>(out + 1)[threadIdx.x / 8] = make_float4(in[0], 0, 0, 0);  // misaligned
}
__global__ void shuffle_in_a_branch(const float* in, float* out) {
  float value = in[threadIdx.x];
  if (threadIdx.x % 32 < 16) value += __shfl_down_sync(0xffffffff, value, 8);  // shuffle_in_a_branch
  out[threadIdx.x] = value;
}
__global__ void no_syncwarp(const float* in, float* out) {
  __shared__ float tile[32];
  if (threadIdx.x >= 32) return;
  tile[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 16) tile[threadIdx.x] += tile[threadIdx.x + 16];  // no_syncwarp
  out[threadIdx.x] = tile[threadIdx.x];
}
__global__ void never_ends(const float*, float* out) {
  for (unsigned i = 0; i >= 0; i += 2) out[threadIdx.x] = i;  // never_ends
}
__global__ void failed_assertion(const float* in, float* out) {
  assert(in[threadIdx.x] < 100);  // failed_assertion
  out[threadIdx.x] = 0;
}
__global__ void divides_by_zero(const float*, float* out) {
  out[threadIdx.x] = 100 / (threadIdx.x - 7);  // divides_by_zero
}
__global__ void past_its_own_array(const float* in, float* out) {
  float mine[5];
  for (int i = 0; i <= 5; ++i) mine[i] = in[i];  // past_its_own_array
  out[threadIdx.x] = mine[threadIdx.x % 5];
}
__global__ void past_the_constants(const float*, float* out) {
  out[threadIdx.x] = factors[threadIdx.x];  // past_the_constants
}
__device__ int depth(int i) { return i == 0 ? 0 : 1 + depth(i + 1); }
__global__ void recurses_for_ever(const float*, float* out) { out[threadIdx.x] = depth(1); }
__device__ int doubled(int i) { return i + doubled(i + 1) * 2; }
__global__ void doubles_for_ever(const float*, float* out) { out[threadIdx.x] = doubled(threadIdx.x); }
__global__ void variable_without_atomic(const float*, float* out) {
  total = total + 1;  // variable_without_atomic
  out[threadIdx.x] = 0;
}
__global__ void negative_index(const float* in, float* out) {
  const int left = threadIdx.x - 1;
  out[threadIdx.x] = in[left];  // negative_index
}
// Behind a launch of this one.
__global__ void fourth_bytes(char* out) { out[4 * threadIdx.x] = 1; }
__global__ void other_bytes(const float*, float* out) {
  const char* const bytes = reinterpret_cast<const char*>(out);
  if (bytes[threadIdx.x] > 1) out[n - 1] = 0;  // other_bytes
}
__global__ void same_bytes(const float*, float* out) {
  const char* const bytes = reinterpret_cast<const char*>(out);
  if (bytes[4 * threadIdx.x] > 1) out[n - 1] = 0;
}

int main(int, char** argv) {
  float *in, *out, host[n];
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaMalloc(&in, sizeof(host));
  cudaMalloc(&out, sizeof(host));
  cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);
  struct Program {
    void (*kernel)(const float*, float*);
    int blocks = 1;
  };
#define ROW(name, ...)             \
  {                                \
#name, { name, ##__VA_ARGS__ } \
  }
  const std::map<std::string, Program> programs = {ROW(reads_past_the_end),  ROW(writes_past_the_end, 2),
                                                   ROW(past_the_tile),       ROW(no_barrier),
                                                   ROW(barrier_in_a_branch), ROW(barrier_after_return),
                                                   ROW(reads_its_output),    ROW(tile_not_filled),
                                                   ROW(no_atomic),           ROW(shared_counter),
                                                   ROW(blocks_by_chance, 2), ROW(misaligned),
                                                   ROW(shuffle_in_a_branch), ROW(no_syncwarp),
                                                   ROW(never_ends),          ROW(failed_assertion),
                                                   ROW(divides_by_zero),     ROW(past_its_own_array),
                                                   ROW(past_the_constants),  ROW(recurses_for_ever),
                                                   ROW(doubles_for_ever),    ROW(variable_without_atomic, 2),
                                                   ROW(negative_index),      ROW(other_bytes),
                                                   ROW(same_bytes)};
  const Program& program = programs.at(argv[1]);
  if (std::string(argv[1]).find("_bytes") != std::string::npos) fourth_bytes<<<1, n>>>(reinterpret_cast<char*>(out));
  program.kernel<<<program.blocks, n>>>(in, out);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(in);
  cudaFree(out);
}
