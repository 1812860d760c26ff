// Objects with virtual functions, which one kernel makes and the next one uses.
#include <cstdio>
#include <new>

struct Shape {
  __device__ virtual float area() const = 0;
};
struct Square : Shape {
  float side;
  __device__ explicit Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
};
struct Circle : Shape {
  float radius;
  __device__ explicit Circle(float r) : radius(r) {}
  __device__ float area() const override { return 3 * radius * radius; }
};

__global__ void make(Square* places, Shape** shapes) {
  const unsigned i = threadIdx.x;
  if (i % 2 == 0)
    shapes[i] = new (places + i) Square(i);
  else
    shapes[i] = new (places + i) Circle(i);
}
__global__ void measure(Shape** shapes, float* areas) { areas[threadIdx.x] = shapes[threadIdx.x]->area(); }

int main() {
  Square* places;
  Shape** shapes;
  float *areas, on_host[32];
  cudaMalloc(&places, 32 * sizeof(Square));
  cudaMalloc(&shapes, 32 * sizeof(Shape*));
  cudaMalloc(&areas, sizeof on_host);
  make<<<1, 32>>>(places, shapes);
  measure<<<1, 32>>>(shapes, areas);
  cudaMemcpy(on_host, areas, sizeof on_host, cudaMemcpyDeviceToHost);
  cudaFree(places);
  cudaFree(shapes);
  cudaFree(areas);
  printf("%g %g\n", on_host[2], on_host[3]);
}
