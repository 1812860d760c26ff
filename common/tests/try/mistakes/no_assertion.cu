// What is called an assertion, and is none.
#include <cstdio>

__global__ void breaks_off() { __trap(); }

int main() {
  breaks_off<<<1, 1>>>();
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
