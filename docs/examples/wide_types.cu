// One access per lane for each of CUDA's vector types of 2 to 16 bytes.
#include <cstdio>

__global__ void copies(const int4* a, int4* b, const uint2* c, uint2* d, const double2* e, double2* f, const uchar4* g,
                       uchar4* h, const short2* k, short2* l) {
  const unsigned t = threadIdx.x;
  b[t] = a[t];
  d[t] = c[t];
  f[t] = e[t];
  h[t] = g[t];
  l[t] = k[t];
}

template <typename T>
T* array_of_32() {
  T* array;
  cudaMalloc(&array, 32 * sizeof(T));
  cudaMemset(array, 1, 32 * sizeof(T));
  return array;
}

int main() {
  copies<<<1, 32>>>(array_of_32<int4>(), array_of_32<int4>(), array_of_32<uint2>(), array_of_32<uint2>(),
                    array_of_32<double2>(), array_of_32<double2>(), array_of_32<uchar4>(), array_of_32<uchar4>(),
                    array_of_32<short2>(), array_of_32<short2>());
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaDeviceReset();  // frees all
}
