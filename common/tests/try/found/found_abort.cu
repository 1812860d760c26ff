// A program that gives up, as its own check fails: what it did not free is beside the point.
#include <cstdlib>

int main() {
  float* a;
  cudaMalloc(&a, 64);
  std::abort();
}
