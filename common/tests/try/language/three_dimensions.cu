// Pitched arrays of three dimensions. Ends with 0 where copies, parts of them and a kernel find each element.
#include <cstdio>

constexpr int width = 5, height = 4, depth = 3;

__host__ __device__ int value(int x, int y, int z) { return 100 * z + 10 * y + x; }

__global__ void negate(cudaPitchedPtr array) {
  char* row = static_cast<char*>(array.ptr) + (threadIdx.z * array.ysize + threadIdx.y) * array.pitch;
  int& element = reinterpret_cast<int*>(row)[threadIdx.x];
  element = -element;
}

int main() {
  int in[depth][height][width];
  for (int z = 0; z < depth; ++z) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) in[z][y][x] = value(x, y, z);
    }
  }
  const cudaExtent extent = make_cudaExtent(width * sizeof(int), height, depth);
  cudaPitchedPtr array;
  cudaMalloc3D(&array, extent);
  cudaMemset3D(array, 0, extent);
  cudaMemcpy3DParms to_device = {};
  to_device.srcPtr = make_cudaPitchedPtr(in, width * sizeof(int), width, height);
  to_device.dstPtr = array;
  to_device.extent = extent;
  to_device.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&to_device);
  negate<<<1, dim3(width, height, depth)>>>(array);

  // The part of 3 x 2 x 2 that begins at (2, 1, 1).
  int part[2][2][3];
  cudaMemcpy3DParms from_device = {};
  from_device.srcPtr = array;
  from_device.srcPos = make_cudaPos(2 * sizeof(int), 1, 1);
  from_device.dstPtr = make_cudaPitchedPtr(part, 3 * sizeof(int), 3, 2);
  from_device.extent = make_cudaExtent(3 * sizeof(int), 2, 2);
  from_device.kind = cudaMemcpyDeviceToHost;
  cudaMemcpy3D(&from_device);
  int wrong = 0;
  for (int z = 0; z < 2; ++z) {
    for (int y = 0; y < 2; ++y) {
      for (int x = 0; x < 3; ++x) wrong += part[z][y][x] != -value(x + 2, y + 1, z + 1);
    }
  }
  from_device.srcPos.z = 2;  // two slices from the last one on
  const cudaError_t error = cudaMemcpy3D(&from_device);
  printf("%d wrong, then %s\n", wrong, cudaGetErrorName(error));
  cudaFree(array.ptr);
  return wrong;
}
