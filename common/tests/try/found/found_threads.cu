// Two threads of the host, each with a part of the work.
#include <thread>

__global__ void count(int* a) {
  for (int i = 0; i < 500; ++i) a[threadIdx.x] += 1;
}

int main() {
  int results[2] = {};
  const auto work = [&results](int part) {
    int* a;
    cudaMalloc(&a, 64 * sizeof(int));
    cudaMemset(a, 0, 64 * sizeof(int));
    for (int i = 0; i < 20; ++i) count<<<1, 64>>>(a);
    cudaMemcpy(&results[part], a + 63, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(a);
  };
  std::thread one(work, 0), two(work, 1);
  one.join();
  two.join();
  printf("%d %d\n", results[0], results[1]);
  return results[0] == 10000 && results[1] == 10000 ? 0 : 1;
}
