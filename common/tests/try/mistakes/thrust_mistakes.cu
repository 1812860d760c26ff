// Programs that use Thrust in a wrong way, each at the line that is marked with its name; with `mended` behind it, in
// the right one.
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>

#include <cstdio>
#include <string>

constexpr int n = 256;

__global__ void number(int* a, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) a[i] = i;  // beyond
}

void beyond(bool mended) {
  thrust::device_vector<int> v(n);  // vector
  number<<<2, n>>>(thrust::raw_pointer_cast(v.data()), mended ? n : n + 1);
  printf("%d\n", int(v[1]));
}

void on_host(bool mended) {
  thrust::device_vector<int> v(n, 1);
  int* p = thrust::raw_pointer_cast(v.data());
  if (mended)
    printf("%d\n", int(v[3]));
  else
    printf("%d\n", p[3]);  // on_host
}

// Behind an algorithm, too.
void on_host_later(bool mended) {
  thrust::device_vector<int> v(n, 1);
  const int sum = thrust::reduce(v.begin(), v.end());
  int* p = thrust::raw_pointer_cast(v.data());
  if (!mended) p[0] = sum;  // on_host_later
}

void no_policy(bool mended) {
  int* a;
  cudaMalloc(&a, n * sizeof(int));
  cudaMemset(a, 0, n * sizeof(int));
  if (mended)
    thrust::sort(thrust::device, a, a + n);
  else
    thrust::sort(a, a + n);  // no_policy
  cudaFree(a);
}

void uninitialized(bool mended) {
  int* a;
  cudaMalloc(&a, n * sizeof(int));
  if (mended) thrust::fill(thrust::device, a, a + n, 1);
  printf("%d\n", thrust::reduce(thrust::device, a, a + n));  // uninitialized
  cudaFree(a);
}

void no_order(bool mended) {
  thrust::device_vector<int> v(n);
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  number<<<1, n, 0, stream>>>(thrust::raw_pointer_cast(v.data()), n);
  if (mended) cudaStreamSynchronize(stream);
  printf("%d\n", thrust::reduce(v.begin(), v.end()));  // no_order
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
}

int main(int count, char** arguments) {
  const std::string which = arguments[1];
  const bool mended = count > 2;
  if (which == "beyond") beyond(mended);
  if (which == "on_host") on_host(mended);
  if (which == "on_host_later") on_host_later(mended);
  if (which == "no_policy") no_policy(mended);
  if (which == "uninitialized") uninitialized(mended);
  if (which == "no_order") no_order(mended);
}
