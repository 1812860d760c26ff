// Asynchronous copies that are right: their results are tested, and nothing is said of them.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline_primitives.h>

#include <cstdio>
#include <cuda/pipeline>

namespace cg = cooperative_groups;
constexpr int n = 128, tiles = 7;
__device__ unsigned in_shared(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

// Three stages: two are on the way while the third is used. At the end the groups are empty.
__global__ void three_stages(const float* in, float* out) {
  constexpr int stages = 3;
  __shared__ float s[stages][n];
  const int t = threadIdx.x;
  for (int i = 0; i < stages - 1; ++i) {
    __pipeline_memcpy_async(&s[i][t], &in[i * n + t], sizeof(float));
    __pipeline_commit();
  }
  for (int i = 0; i < tiles; ++i) {
    __pipeline_wait_prior(stages - 2);
    __syncthreads();
    const int next = i + stages - 1;
    if (next < tiles) __pipeline_memcpy_async(&s[next % stages][t], &in[next * n + t], sizeof(float));
    __pipeline_commit();
    out[i * n + t] = s[i % stages][n - 1 - t];
  }
}
__global__ void two_stages(const float* in, float* out) {
  __shared__ float s[2][n];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &in[t], 4);
  __pipeline_commit();
  for (int i = 0; i < tiles; ++i) {
    if (i + 1 < tiles) __pipeline_memcpy_async(&s[(i + 1) % 2][t], &in[(i + 1) * n + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    out[i * n + t] = s[i % 2][n - 1 - t];
    __syncthreads();
  }
}
// What lies past the end becomes 0, and is not read: in[size] and on.
__global__ void zeros_past_the_end(const float* in, float* out, int size) {
  __shared__ alignas(16) float s[4 * n];
  const int first = (blockIdx.x * n + threadIdx.x) * 4, left = max(0, min(4, size - first));
  __pipeline_memcpy_async(&s[4 * threadIdx.x], &in[first], 16, 16 - 4 * left);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  for (int i = 0; i < 4; ++i) out[first + i] = s[4 * threadIdx.x + i];
}
// Each thread reads what it has copied itself: no barrier.
__global__ void own_elements(const float* in, float* out) {
  __shared__ alignas(16) float s[4 * n];
  __shared__ alignas(16) double d[n];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[4 * t], &in[4 * t], 16);
  __pipeline_memcpy_async(&d[t], &in[2 * t], 8);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  for (int i = 0; i < 4; ++i) out[4 * t + i] = s[4 * t + i];
  out[4 * n + t] = reinterpret_cast<const float*>(&d[t])[0];
}
__global__ void within_a_warp(const float* in, float* out) {
  __shared__ float s[n];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncwarp();
  out[t] = s[t ^ 1];
}
// All threads copy the last element, the same to the same place.
__global__ void one_element_by_all(const float* in, float* out) {
  __shared__ float s[4];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[min(t, 3)], &in[min(t, 3)], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = s[t % 4];
}
__global__ void by_the_block(const float* in, float* out) {
  __shared__ alignas(16) float s[2][n];
  __shared__ alignas(16) char bytes[4 * n];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, s[0], in, sizeof s[0]);
  cg::memcpy_async(block, reinterpret_cast<float4*>(s[1]), reinterpret_cast<const float4*>(in + n), sizeof s[1]);
  cg::wait_prior<1>(block);
  out[threadIdx.x] = s[0][n - 1 - threadIdx.x];
  cg::wait(block);
  out[n + threadIdx.x] = s[1][n - 1 - threadIdx.x];
  cg::memcpy_async(block, bytes + 1, reinterpret_cast<const char*>(in + 2 * n) + 1, 4 * n - 2);
  cg::memcpy_async(block, s[0], size_t(n), in + 3 * n, size_t(n / 2));
  cg::wait(block);
  const int middle = max(1, min(static_cast<int>(threadIdx.x), n - 2));
  out[2 * n + threadIdx.x] = reinterpret_cast<const float*>(bytes)[middle];
  out[3 * n + threadIdx.x] = s[0][threadIdx.x];
}
__global__ void by_tiles(const float* in, float* out) {
  __shared__ alignas(16) float s[n];
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int first = threadIdx.x / 32 * 32;
  cg::memcpy_async(tile, s + first, in + first, cuda::aligned_size_t<16>(32 * sizeof(float)));
  cg::wait(tile);
  out[threadIdx.x] = s[threadIdx.x ^ 31];
}
__global__ void by_ptx(const float* in, float* out) {
  __shared__ alignas(16) float s[4][4 * n];
  const int t = threadIdx.x;
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;\n" ::"r"(in_shared(&s[0][4 * t])), "l"(in + 4 * t));
  asm volatile("cp.async.commit_group;" ::);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(in_shared(&s[1][2 * t])), "l"(in + 2 * t),
               "r"(t % 2 * 4));
  asm volatile(
      "{\n .reg .pred p;\n setp.eq.u32 p, %2, 3;\n"
      " cp.async.ca.shared::cta.global [%0], [%1], 4, p;\n}" ::"r"(in_shared(&s[2][t])),
      "l"(in + t), "r"(t));
  asm volatile("cp.async.commit_group;" ::: "memory");
  asm volatile("cp.async.wait_group %0;" ::"n"(1) : "memory");
  out[t] = s[0][4 * t] + s[0][4 * t + 3];
  asm volatile("cp.async.ca.shared.global [%0+4], [%1+8], 4;" ::"r"(in_shared(&s[3][t]) - 4), "l"(in + t - 2));
  asm volatile("cp.async.wait_all;" ::: "memory");
  out[n + t] = s[1][2 * t];
  out[2 * n + t] = s[1][2 * t + 1];
  out[3 * n + t] = s[2][t];
  out[4 * n + t] = s[3][t];
}
__global__ void by_pipelines(const float* in, float* out) {
  constexpr int stages = 2;
  __shared__ alignas(16) float s[stages][n];
  const auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline();
  for (int i = 0, next = 0; i < tiles; ++i) {
    for (; next < tiles && next < i + stages; ++next) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, s[next % stages], in + next * n, cuda::aligned_size_t<16>(n * sizeof(float)), pipe);
      pipe.producer_commit();
    }
    if (i % 2 == 0) {
      pipe.consumer_wait();
    } else {
      pipe.consumer_wait();
      cuda::pipeline_consumer_wait_prior<stages - 1>(pipe);
    }
    block.sync();
    out[i * n + threadIdx.x] = s[i % stages][n - 1 - threadIdx.x];
    block.sync();
    pipe.consumer_release();
  }
}

constexpr int total = tiles * n;
float *in, *out, host[total];
int wrong = 0;

template <typename Kernel, typename Expected>
void check(const char* name, Kernel kernel, int count, Expected expected) {
  cudaMemset(out, 0xff, sizeof host);
  kernel();
  cudaMemcpy(host, out, count * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < count; ++i) {
    if (host[i] == static_cast<float>(expected(i))) continue;
    if (wrong++ < 9) printf("%s: %d is %g, not %g\n", name, i, host[i], static_cast<float>(expected(i)));
  }
}

int main() {
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  for (int i = 0; i < total; ++i) host[i] = i;
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  const auto turned = [](int i) { return i / n * n + n - 1 - i % n; };
  check(
      "three_stages", [] { three_stages<<<1, n>>>(in, out); }, total, turned);
  check(
      "two_stages", [] { two_stages<<<1, n>>>(in, out); }, total, turned);
  float* few;
  const int size = 4 * n + 7;
  cudaMalloc(&few, size * sizeof(float));
  cudaMemcpy(few, in, size * sizeof(float), cudaMemcpyDeviceToDevice);
  float* more;
  cudaMalloc(&more, 8 * n * sizeof(float));
  zeros_past_the_end<<<2, n>>>(few, more, size);
  float filled[8 * n];
  cudaMemcpy(filled, more, sizeof filled, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8 * n; ++i) wrong += filled[i] != (i < size ? i : 0);
  check(
      "own_elements", [] { own_elements<<<1, n>>>(in, out); }, 5 * n,
      [](int i) { return i < 4 * n ? i : 2 * (i - 4 * n); });
  check(
      "within_a_warp", [] { within_a_warp<<<1, n>>>(in, out); }, n, [](int i) { return i ^ 1; });
  check(
      "one_element_by_all", [] { one_element_by_all<<<1, n>>>(in, out); }, n, [](int i) { return i % 4; });
  check(
      "by_the_block", [] { by_the_block<<<1, n>>>(in, out); }, 4 * n,
      [=](int i) {
        const int t = i % n, middle = t < 1 ? 1 : t > n - 2 ? n - 2 : t;
        return i < 2 * n ? turned(i) : i < 3 * n ? 2 * n + middle : t < n / 2 ? i : t;
      });
  check(
      "by_tiles", [] { by_tiles<<<1, n>>>(in, out); }, n, [](int i) { return i ^ 31; });
  check(
      "by_ptx", [] { by_ptx<<<1, n>>>(in, out); }, 5 * n,
      [](int i) {
        const int t = i % n, part = i / n;
        if (part == 0) return 8 * t + 3;
        if (part == 1) return t % 2 == 1 ? 2 * t : 0;
        if (part == 2) return 0;
        return part == 3 && t == 3 ? 0 : t;
      });
  check(
      "by_pipelines", [] { by_pipelines<<<1, n>>>(in, out); }, total, turned);
  cudaFree(in);
  cudaFree(out);
  cudaFree(few);
  cudaFree(more);
  return wrong != 0;
}
