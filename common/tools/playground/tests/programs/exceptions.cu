// Exceptions of a host that also touches memory too early.
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

__global__ void fill(int* a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
}

int caught_behind_a_loop() {
  std::vector<float> values(3);
  std::map<std::string, float> names{{"one", 1.f}, {"two", 2}};
  for (auto& [name, value] : names) {
    std::string longer = name + "!";
    puts(longer.c_str());
  }
  try {
    throw 1;
  } catch (int) {
    puts("caught");
  }
  return 1;
}

int main() {
  int* a;
  cudaMallocManaged(&a, 1000 * sizeof(int));
  fill<<<8, 128>>>(a, 1000);
  int caught = a[3] - a[3];  // too early
  cudaDeviceSynchronize();
  std::map<std::string, int> names{{"one", 1}, {"two", 2}};
  for (auto& [name, number] : names) {
    const std::string longer = name + std::to_string(number);
    try {
      if (number == 1) throw std::runtime_error(longer);
      std::vector<int>(a, a + 10).at(a[20]) = 1;
    } catch (const std::exception& error) {
      caught += printf("%s\n", error.what()) > 0;
    }
  }
  cudaFree(a);
  caught += caught_behind_a_loop();
  return caught != 3;
}
