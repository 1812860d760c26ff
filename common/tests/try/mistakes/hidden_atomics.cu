// Atomics of the host's library in a kernel, which the emulator cannot see: by members, whose type is told elsewhere.
#include <atomic>
#include <new>

struct Counters {
  std::atomic<int> count{0};
  std::atomic<float> last{0};
};

__global__ void add(Counters* counters) { counters->count++; }  // which nvcc refuses
__global__ void store(Counters* counters) { counters->last = 1; }

int main(int arguments, char**) {
  Counters* counters;
  cudaMallocManaged(&counters, sizeof *counters);
  new (counters) Counters;
  counters->count += 2;  // the host may
  if (arguments > 1)
    store<<<1, 32>>>(counters);
  else
    add<<<1, 32>>>(counters);
  cudaDeviceSynchronize();
}
