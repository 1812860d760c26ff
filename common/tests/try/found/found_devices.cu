// A program that takes a second GPU for granted.
#include <cstdio>

int main() {
  cudaError_t error = cudaSetDevice(1);
  printf("%s\n", cudaGetErrorString(error));
  return 0;
}
