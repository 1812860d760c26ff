// Host code that uses the library as the emulator does: what both have is not linked twice, and each uses its own.
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

__global__ void fill(int* out) { out[threadIdx.x] = threadIdx.x; }

int main() {
  std::map<std::string, std::unique_ptr<std::vector<std::string>>> all;
  int* values;
  cudaMallocManaged(&values, 64 * sizeof(int));
  fill<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) {
    auto& place = all[std::to_string(values[i] % 5)];
    if (!place) place = std::make_unique<std::vector<std::string>>();
    place->push_back(std::to_string(values[i]));
  }
  printf("%zu lists, the first has %s\n", all.size(), all["0"]->back().c_str());
  cudaFree(values);
  return all.size() != 5;
}
