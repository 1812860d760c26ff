// cuda::atomic and cuda::atomic_ref of every width, in global and shared memory, by kernels and by the host.
#include <cstdio>
#include <cuda/atomic>
#include <cuda/std/atomic>

struct Pair {
  int a, b;
};
struct Values {
  int sum;
  float sum_f, max_f;
  double sum_d;
  unsigned char bytes[4];
  alignas(8) Pair pair;
  int* pointer;
  long long least;
  int alone;
};

__device__ cuda::atomic<int, cuda::thread_scope_device> counter{0};
__device__ cuda::std::atomic<unsigned long> wide;

template <typename T>
using OfDevice = cuda::atomic_ref<T, cuda::thread_scope_device>;

__global__ void update(Values* v) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> bits;
  __shared__ bool stop;
  if (threadIdx.x == 0) {
    bits.store(0, cuda::std::memory_order_relaxed);
    stop = false;
  }
  __syncthreads();
  reinterpret_cast<cuda::atomic<int>*>(&v->sum)->fetch_add(1, cuda::memory_order_relaxed);
  OfDevice<float>(v->sum_f).fetch_add(1.f);
  OfDevice<float>(v->max_f).fetch_max(static_cast<float>(threadIdx.x));
  cuda::atomic_ref<double> sum_d(v->sum_d);
  sum_d.fetch_sub(0.5);
  sum_d += 1.0;
  OfDevice<unsigned char>(v->bytes[threadIdx.x % 4])++;
  OfDevice<Pair> pair(v->pair);
  Pair old = pair.load();
  while (!pair.compare_exchange_weak(old, Pair{old.a + 1, old.b + 2}, cuda::memory_order_acq_rel,
                                     cuda::memory_order_relaxed)) {
  }
  OfDevice<int*>(v->pointer).fetch_add(1);
  OfDevice<long long>(v->least).fetch_min(-static_cast<long long>(threadIdx.x));
  bits.fetch_or(1 << threadIdx.x % 32);
  ++counter;
  wide.fetch_xor(threadIdx.x);
  cuda::atomic_ref<bool, cuda::thread_scope_block>(stop).store(true, cuda::memory_order_relaxed);
  __syncthreads();
  cuda::atomic_ref<int, cuda::thread_scope_thread> alone(v->alone);
  if (threadIdx.x + blockIdx.x == 0) alone = bits.load() + 3 * stop;
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_block);
}

// By the free functions of the standard, under a lock that is a flag.
struct Guarded {
  cuda::std::atomic_flag flag;
  int sum;
  cuda::std::atomic<int> turns, least;
};
__global__ void take_turns(Guarded* g) {
  if (threadIdx.x != 0) return;
  while (g->flag.test_and_set(cuda::std::memory_order_acquire)) {
  }
  g->sum += 1;
  cuda::std::atomic_flag_clear_explicit(&g->flag, cuda::std::memory_order_release);
  cuda::std::atomic_fetch_add(&g->turns, 2);
  cuda::std::atomic_fetch_sub_explicit(&g->turns, 1, cuda::std::memory_order_relaxed);
  int seen = cuda::std::atomic_load(&g->least);
  while (!cuda::std::atomic_compare_exchange_weak_explicit(&g->least, &seen, seen - 3, cuda::std::memory_order_relaxed,
                                                           cuda::std::memory_order_relaxed)) {
  }
}

bool takes_turns() {
  Guarded* g;
  cudaMallocManaged(&g, sizeof(Guarded));
  cudaMemset(g, 0, sizeof(Guarded));
  take_turns<<<20, 32>>>(g);
  cudaDeviceSynchronize();
  cuda::std::atomic_store(&g->turns, cuda::std::atomic_exchange(&g->turns, 5) + 1);
  const bool right = g->sum == 20 && g->turns == 21 && g->least == -60 && !cuda::std::atomic_flag_test(&g->flag);
  cudaFree(g);
  return right;
}

int main() {
  Values* v;
  cudaMallocManaged(&v, sizeof(Values));
  *v = {};
  update<<<2, 64>>>(v);
  cudaDeviceSynchronize();
  cuda::atomic_ref<int> of_host(v->sum);
  of_host.fetch_add(1);
  cuda::atomic<int> own(3);
  own = own++ + 1;
  const bool right = v->sum == 129 && v->sum_f == 128 && v->max_f == 63 && v->sum_d == 64 && v->bytes[0] == 32 &&
                     v->bytes[3] == 32 && v->pair.a == 128 && v->pair.b == 256 &&
                     v->pointer == static_cast<int*>(nullptr) + 128 && v->least == -63 && v->alone == 2 && own == 4 &&
                     takes_turns();
  cudaFree(v);
  if (!right) std::printf("wrong\n");
  return right ? 0 : 1;
}
