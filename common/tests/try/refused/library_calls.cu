// What a kernel calls of the host's library, which nvcc refuses: CALL says by what way. Host code may call all.
#include <sys/random.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <thread>
#include <vector>

std::vector<int> before_main(std::rand() % 7);
static auto* const pointer = &time;

template <typename T>
__device__ int by_template(T function, int* out) {
  return function(out, 4, 0);
}
struct Shape {
  __device__ virtual float area() const { return 1; }
  __device__ virtual ~Shape() = default;
};
struct Square : Shape {
  __device__ float area() const override { return sqrtf(side); }
  float side = 4;
};

static __global__ void k(int* out) {
#if CALL == 0
  Square square;
  const Shape& shape = square;
  out[0] = static_cast<int>(shape.area() + pow(2.0, out[1]) + out[2] / 3);
  printf("%d\n", out[0]);
  printf("done\n");
#elif CALL == 1
  getrandom(out, 4, 0);
#elif CALL == 2
  out[0] = by_template(getrandom, out);
#elif CALL == 3
  out[0] = pointer(nullptr);
#elif CALL == 4
  std::cout << out[0];
#elif CALL == 5
  std::this_thread::sleep_for(std::chrono::seconds(1));
#endif
}

int main() {
  int* out;
  cudaMalloc(&out, 12);
  getrandom(&out, 0, 0);
  std::cout << time(nullptr) % 1 << getenv("HOME")[0] << '\n';
  std::this_thread::sleep_for(std::chrono::nanoseconds(1));
  cudaMemset(out, 0, 12);
  k<<<1, 1>>>(out);
  cudaDeviceSynchronize();
}
