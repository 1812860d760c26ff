// A program with a file of C, in C++20.
using Nothing = decltype([] {});
extern "C" int* numbers(int n);
__global__ void fill(int* out, int value) { out[threadIdx.x] = value; }

int main() {
  int *out, *host = numbers(32);
  cudaMalloc(&out, 32 * sizeof(int));
  fill<<<1, 32>>>(out, host[31] + 11);
  cudaMemcpy(host, out, 32 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", host[31]);
  free(host);
  cudaFree(out);
}
