// A program that gives up, as its own check fails: what it did not free is beside the point.
// status: 134
// says: it ended with signal 6 (it was aborted)
// never: never freed
#include <cstdlib>

int main() {
  float* a;
  cudaMalloc(&a, 64);
  std::abort();
}
