// Asynchronous copies that are wrong, one kernel for each mistake, and its twins that are right: the argument says
// which. async_checks.cpp says what has to be said of each. A line that is named ends with the kernel's name, and that
// of the copy with "copy of" it.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

#include <cstdint>
#include <cstdio>
#include <cuda/pipeline>
#include <map>
#include <string>

namespace cg = cooperative_groups;
constexpr int n = 256, tiles = 4;  // threads of a block; tiles of n elements of the input

#define COPY(to, from) __pipeline_memcpy_async(to, from, 4)
__device__ unsigned in_shared(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

__global__ void no_wait(float* in, float* out) {
  __shared__ float s[n];
  const int t = threadIdx.x;
  COPY(&s[t], &in[t]);  // copy of no_wait
  __pipeline_commit();
  out[t] = s[t];  // no_wait
}
__global__ void no_commit(float* in, float* out) {
  __shared__ float s[n];
  const int t = threadIdx.x;
  COPY(&s[t], &in[t]);  // copy of no_commit
  __pipeline_wait_prior(0);
  out[t] = s[t];  // no_commit
}
__global__ void no_producer_commit(float* in, float* out) {
  __shared__ float s[n];
  const int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&s[t], &in[t], sizeof(float), pipe);  // copy of no_producer_commit
  pipe.consumer_wait();
  out[t] = s[t];  // no_producer_commit
  pipe.consumer_release();
}
__global__ void one_too_many_left(float* in, float* out) {
  __shared__ float s[2][n];
  const int t = threadIdx.x;
  COPY(&s[0][t], &in[t]);
  __pipeline_commit();
  COPY(&s[1][t], &in[n + t]);  // copy of one_too_many_left
  __pipeline_commit();
  __pipeline_wait_prior(1);
  out[t] = s[0][t];
  out[n + t] = s[1][t];  // one_too_many_left
}
__global__ void no_barrier(float* in, float* out) {
  __shared__ float s[n];
  const int t = threadIdx.x;
  COPY(&s[t], &in[t]);  // no_barrier
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = s[n - 1 - t];
}
__global__ void no_syncwarp(float* in, float* out) {
  __shared__ float s[n];
  const int t = threadIdx.x;
  COPY(&s[t], &in[t]);  // no_syncwarp
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = s[t ^ 1];
}
__global__ void wait_behind_the_barrier(float* in, float* out) {
  __shared__ float s[n];
  const int t = threadIdx.x;
  COPY(&s[t], &in[t]);  // copy of wait_behind_the_barrier
  __pipeline_commit();
  __syncthreads();
  const float other = s[n - 1 - t];  // wait_behind_the_barrier
  __pipeline_wait_prior(0);
  out[t] = other + s[t];
}
// The next round's copy goes to a tile that others may still read.
__global__ void reused_too_early(float* in, float* out) {
  __shared__ float s[2][n];
  const int t = threadIdx.x;
  COPY(&s[0][t], &in[t]);
  __pipeline_commit();
  float sum = 0;
  for (int i = 0; i < tiles; ++i) {
    if (i + 1 < tiles) COPY(&s[(i + 1) % 2][t], &in[(i + 1) * n + t]);  // copy of reused_too_early
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[i % 2][n - 1 - t];  // reused_too_early
  }
  out[t] = sum;
}
__global__ void one_tile_reused(float* in, float* out) {
  __shared__ float s[n];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < tiles; ++i) {
    COPY(&s[t], &in[i * n + t]);  // copy of one_tile_reused
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    sum += s[n - 1 - t];  // one_tile_reused
  }
  out[t] = sum;
}
__global__ void never_waited_for(float* in, float* out) {
  __shared__ float s[n];
  const int t = threadIdx.x;
  COPY(&s[t], &in[t]);  // never_waited_for
  __pipeline_commit();
  out[t] = 1;
}
__global__ void never_in_a_group(float* in, float* out) {
  __shared__ float s[n];
  const int t = threadIdx.x;
  COPY(&s[t], &in[t]);  // never_in_a_group
  __pipeline_wait_prior(0);
  out[t] = 1;
}
__global__ void of_12_bytes(float* in, float* out) {
  __shared__ alignas(16) float s[4 * n];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[4 * t], &in[0], 12);  // of_12_bytes
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = s[4 * t];
}
__global__ void source_not_aligned(float* in, float* out) {
  __shared__ alignas(16) float s[4 * n];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[4 * t], &in[t % 64 + 1], 16);  // source_not_aligned
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = s[4 * t];
}
__global__ void place_not_aligned(float* in, float* out) {
  __shared__ alignas(16) float s[4 * n + 1];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[4 * t + 1], &in[4 * t], 16);  // place_not_aligned
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = s[4 * t + 1];
}
__global__ void to_global_memory(float* in, float* out) {
  COPY(&out[threadIdx.x], &in[threadIdx.x]);  // to_global_memory
  __pipeline_commit();
  __pipeline_wait_prior(0);
}
__global__ void from_shared_memory(float* in, float* out) {
  __shared__ float s[2][n];
  const int t = threadIdx.x;
  s[0][t] = in[t];
  COPY(&s[1][t], &s[0][t]);  // from_shared_memory
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = s[1][t];
}
__global__ void past_the_end(float* in, float* out) {
  __shared__ float s[n];
  const int t = threadIdx.x;
  COPY(&s[t], &in[tiles * n - n + 1 + t]);  // past_the_end
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = s[t];
}
__global__ void past_the_tile(float* in, float* out) {
  __shared__ float s[n];
  const int t = threadIdx.x;
  COPY(&s[t + 1], &in[t]);  // past_the_tile
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = s[t];
}
__global__ void source_written(float* in, float* out) {
  __shared__ float s[n];
  const int t = threadIdx.x;
  COPY(&s[t], &in[t]);  // source_written
  __pipeline_commit();
  in[t] = -1;
  __pipeline_wait_prior(0);
  out[t] = s[t];
}
__global__ void two_to_one_place(float* in, float* out) {
  __shared__ float s[n];
  const int t = threadIdx.x;
  COPY(&s[t], &in[t]);      // copy of two_to_one_place
  COPY(&s[t], &in[n + t]);  // two_to_one_place
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = s[t];
}
__global__ void written_on_the_way(float* in, float* out) {
  __shared__ float s[n];
  const int t = threadIdx.x;
  COPY(&s[t], &in[t]);  // copy of written_on_the_way
  __pipeline_commit();
  s[t] = 0;  // written_on_the_way
  __pipeline_wait_prior(0);
  out[t] = s[t];
}
__global__ void group_does_not_wait(float* in, float* out) {
  __shared__ float s[n];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in, sizeof s);  // copy of group_does_not_wait
  block.sync();
  out[threadIdx.x] = s[n - 1 - threadIdx.x];  // group_does_not_wait
}
__global__ void group_leaves_one(float* in, float* out) {
  __shared__ float s[n];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in, sizeof s);  // copy of group_leaves_one
  cg::wait_prior<1>(block);
  out[threadIdx.x] = s[n - 1 - threadIdx.x];  // group_leaves_one
}
__global__ void ptx_without_group(float* in, float* out) {
  __shared__ alignas(16) float s[4 * n];
  const int t = threadIdx.x;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(in_shared(&s[4 * t])),
               "l"(in + 4 * t));  // copy of ptx_without_group
  asm volatile("cp.async.wait_group 0;" ::: "memory");
  out[t] = s[4 * t];  // ptx_without_group
}
__global__ void ptx_of_one_stage_too_few(float* in, float* out) {
  __shared__ float s[2][n];
  const int t = threadIdx.x;
  for (int i = 0; i < 2; ++i) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(in_shared(&s[i][t])), "l"(in + i * n + t),
                 "n"(4));  // copy of ptx_of_one_stage_too_few
    asm volatile("cp.async.commit_group;\n" ::: "memory");
  }
  asm volatile("cp.async.wait_group %0;\n" ::"n"(2));
  out[t] = s[0][t];  // ptx_of_one_stage_too_few
}
__global__ void pipeline_does_not_wait(float* in, float* out) {
  __shared__ float s[n];
  const int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&s[t], &in[t], cuda::aligned_size_t<4>(4), pipe);  // copy of pipeline_does_not_wait
  pipe.producer_commit();
  out[t] = s[t];  // pipeline_does_not_wait
  pipe.consumer_wait();
  pipe.consumer_release();
}
__global__ void pipeline_of_one_block(float* in, float* out) {
  __shared__ float s[n];
  const auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(block, s, in, sizeof s, pipe);  // pipeline_of_one_block
  pipe.producer_commit();
  pipe.consumer_wait();
  out[threadIdx.x] = s[n - 1 - threadIdx.x];
  pipe.consumer_release();
}

int main(int, char** argv) {
  static float host[tiles * n];
  float *in, *out;
  for (int i = 0; i < tiles * n; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, 2 * n * sizeof(float));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
#define ROW(name) \
  { #name, name }
  const std::map<std::string, void (*)(float*, float*)> kernels = {ROW(no_wait),
                                                                   ROW(no_commit),
                                                                   ROW(no_producer_commit),
                                                                   ROW(one_too_many_left),
                                                                   ROW(no_barrier),
                                                                   ROW(no_syncwarp),
                                                                   ROW(wait_behind_the_barrier),
                                                                   ROW(reused_too_early),
                                                                   ROW(one_tile_reused),
                                                                   ROW(never_waited_for),
                                                                   ROW(never_in_a_group),
                                                                   ROW(of_12_bytes),
                                                                   ROW(source_not_aligned),
                                                                   ROW(place_not_aligned),
                                                                   ROW(to_global_memory),
                                                                   ROW(from_shared_memory),
                                                                   ROW(past_the_end),
                                                                   ROW(past_the_tile),
                                                                   ROW(source_written),
                                                                   ROW(two_to_one_place),
                                                                   ROW(written_on_the_way),
                                                                   ROW(group_does_not_wait),
                                                                   ROW(group_leaves_one),
                                                                   ROW(ptx_without_group),
                                                                   ROW(ptx_of_one_stage_too_few),
                                                                   ROW(pipeline_does_not_wait),
                                                                   ROW(pipeline_of_one_block)};
  kernels.at(argv[1])<<<1, n>>>(in, out);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(in);
  cudaFree(out);
}
