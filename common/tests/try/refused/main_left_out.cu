// The main() is only there where it is asked for.
__global__ void fill(float* a) { a[threadIdx.x] = 1; }
#ifdef WITH_MAIN
int main() {
  float* a;
  cudaMalloc(&a, 128);
  fill<<<1, 32>>>(a);
  return cudaFree(a);
}
#endif
