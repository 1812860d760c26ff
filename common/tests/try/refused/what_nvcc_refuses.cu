// What g++ and clang++ would take: WRONG says which.
#include <cmath>

int number() { return 4; }
struct Set {
  __host__ __device__ Set() { value = number_of_both(); }
  __host__ __device__ static int number_of_both() { return 4; }
  int value;
};
__device__ int (*pointers[2])(int);
__device__ int twice(int a) { return 2 * a; }
__device__ int (*pointer)(int) = twice;
const int size = 4;
__constant__ constexpr int square = size * size;
__constant__ float4 rows[2] = {{1, 2, 3, 4}, {size}};
__constant__ float half_of_it[8192];

#if WRONG == 1
__constant__ int set_by_function = number();
#elif WRONG == 2
static __device__ Set set_by_constructor;
#elif WRONG == 3
__constant__ float other_half[8193];
#elif WRONG == 4
struct S {
  int a;
  static __global__ void k(int* p);
};
#endif

#if WRONG == 8
thread_local __device__ int set_by_threads = 3;
#endif

struct Friend {
  friend __global__ void k(int* p);
};
__global__ void k(int* p) {
  float4 v = make_float4(1, 2, 3, 4), w{1, 2}, copy(v);
#if WRONG == 5
  v = float4(p[0], p[1], p[2], p[3]);
#elif WRONG == 6
  float2 two(p[0], p[1]);
#elif WRONG == 7
  v = float4(1.0f);
#elif WRONG == 8
  v.x = set_by_threads;
#endif
  p[0] = pointer(square) + rows[1].x + half_of_it[8191] + v.x + w.x + copy.x + float4(v).x;
}

int main() {}
