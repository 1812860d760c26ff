// What Thrust computes, in the styles of public programs; each number that is not as expected is told. The argument
// says which: library_checks.cpp.
#include <thrust/complex.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>
#include <thrust/universal_vector.h>

#include <cstdio>
#include <string>
#include <vector>

int failures = 0;
void expect(const char* what, double found, double expected) {
  if (found == expected) return;
  ++failures;
  printf("%s: %g, expected %g\n", what, found, expected);
}

constexpr int n = 1000;
using Vector = thrust::device_vector<int>;

__constant__ int factor;
__device__ int counter;
__global__ void twice(const int* in, int* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = thrust::max(2 * in[i], 0);
}
__global__ void fill_backwards(int* a, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) a[i] = count - i;
}

struct IsEven {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct TimesFactor {
  __device__ int operator()(int x) const { return __mul24(x, factor); }
};
struct CountInBins {
  int* bins;
  __device__ void operator()(int x) const {
    atomicAdd(&bins[x % 4], 1);
    atomicAdd(&counter, 1);
  }
};
struct Product {
  __host__ __device__ int operator()(const thrust::tuple<int, int>& pair) const {
    return thrust::get<0>(pair) * thrust::get<1>(pair);
  }
};

// A vector goes to a kernel and back.
void with_kernels() {
  Vector a(n), b(n);
  thrust::sequence(a.begin(), a.end());
  twice<<<(n + 255) / 256, 256>>>(thrust::raw_pointer_cast(a.data()), thrust::raw_pointer_cast(&b[0]), n);
  expect("sum", thrust::reduce(b.begin(), b.end()), n * (n - 1));
  thrust::host_vector<int> h = b;
  expect("last", h[n - 1], 2 * n - 2);
  b[0] = 7;
  expect("first", b.front(), 7);
  thrust::sort(b.begin(), b.end(), thrust::greater<int>());
  expect("largest", b[0], 2 * n - 2);
}

void algorithms() {
  Vector a(n), b(n, 3), c(n);
  thrust::sequence(a.begin(), a.end());
  expect("count_if", thrust::count_if(a.begin(), a.end(), IsEven()), n / 2);
  expect("inner_product", thrust::inner_product(a.begin(), a.end(), b.begin(), 0), 3 * n * (n - 1) / 2);
  thrust::exclusive_scan(b.begin(), b.end(), c.begin());
  expect("exclusive_scan", c[10], 30);
  thrust::inclusive_scan(b.begin(), b.end(), c.begin(), thrust::plus<int>());
  expect("inclusive_scan", c.back(), 3 * n);
  using namespace thrust::placeholders;
  thrust::transform(a.begin(), a.end(), b.begin(), c.begin(), 2 * _1 - _2);
  expect("transform", c[5], 7);
  expect("max_element", thrust::max_element(c.begin(), c.end()) - c.begin(), n - 1);
  const int keys[] = {3, 1, 3, 2, 1, 3};
  Vector k(keys, keys + 6), v(6), sums(6);
  thrust::sequence(v.begin(), v.end());
  thrust::stable_sort_by_key(k.begin(), k.end(), v.begin());
  expect("sort_by_key", v[1], 4);
  const auto ends =
      thrust::reduce_by_key(k.begin(), k.end(), thrust::make_constant_iterator(1), c.begin(), sums.begin());
  expect("reduce_by_key", ends.second - sums.begin(), 3);
  k.erase(thrust::unique(k.begin(), k.end()), k.end());
  expect("unique", k.size(), 3);
  thrust::gather(v.begin(), v.end(), a.begin(), sums.begin());
  expect("gather", sums[1], 4);
  a.resize(thrust::remove_if(a.begin(), a.end(), IsEven()) - a.begin());
  a.push_back(5000);
  expect("remove_if", a[n / 2], 5000);
  const std::vector<int> of_std(a.begin(), a.end());
  expect("copied", of_std[3], 7);
}

void iterators() {
  Vector a(n, 2), b(n, 3);
  const auto first = thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin()));
  expect("zip", thrust::transform_reduce(first, first + n, Product(), 0, thrust::plus<int>()), 6 * n);
  const auto squares = thrust::make_transform_iterator(thrust::counting_iterator<int>(0),
                                                       [] __host__ __device__(int i) { return i * i; });
  expect("squares", thrust::reduce(squares, squares + 4), 14);
  int* p = thrust::raw_pointer_cast(a.data());
  thrust::for_each(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(n),
                   [p] __device__(int i) { p[i] = i; });
  expect("for_each", a[17], 17);
  thrust::device_vector<thrust::complex<float>> z(4, thrust::complex<float>(1, 2));
  expect("complex", thrust::complex<float>(thrust::reduce(z.begin(), z.end())).imag(), 8);
}

// What functors may use on the device.
void functors() {
  const int three = 3;
  cudaMemcpyToSymbol(factor, &three, sizeof three);
  Vector a(n, 2), bins(4);
  thrust::transform(a.begin(), a.end(), a.begin(), TimesFactor());
  expect("constant", a[5], 6);
  thrust::sequence(a.begin(), a.end());
  thrust::for_each(a.begin(), a.end(), CountInBins{thrust::raw_pointer_cast(bins.data())});
  expect("bins", bins[3], n / 4);
  int all;
  cudaMemcpyFromSymbol(&all, counter, sizeof all);
  expect("counter", all, n);
}

void memory() {
  int *raw, *out;
  cudaMalloc(&raw, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  fill_backwards<<<(n + 255) / 256, 256>>>(raw, n);
  thrust::device_ptr<int> p(raw);
  thrust::sort(p, p + n);
  expect("device_ptr", p[0], 1);
  expect("device", thrust::reduce(thrust::device, raw, raw + n), n * (n + 1) / 2);
  expect("par", thrust::reduce(thrust::cuda::par, raw, raw + n), n * (n + 1) / 2);
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  twice<<<(n + 255) / 256, 256, 0, stream>>>(raw, out, n);
  thrust::sort(thrust::cuda::par.on(stream), out, out + n, thrust::greater<int>());
  expect("par.on", thrust::device_pointer_cast(out)[0], 2 * n);
  auto own = thrust::device_malloc<int>(10);
  thrust::fill(own, own + 10, 7);
  twice<<<1, 32, 0, stream>>>(thrust::raw_pointer_cast(own), out, 10);
  cudaStreamSynchronize(stream);
  expect("device_malloc", thrust::device_pointer_cast(out)[9], 14);
  thrust::device_free(own);
  thrust::universal_vector<int> u(8, 1);
  fill_backwards<<<1, 32>>>(thrust::raw_pointer_cast(u.data()), 8);
  cudaDeviceSynchronize();
  expect("universal", u[0], 8);
  int on_host[] = {3, 1, 2};
  thrust::sort(thrust::host, on_host, on_host + 3);
  expect("host", on_host[0], 1);
  cudaFree(raw);
  cudaFree(out);
  cudaStreamDestroy(stream);
}

int main(int, char** arguments) {
  const std::string which = arguments[1];
  if (which == "with_kernels") with_kernels();
  if (which == "algorithms") algorithms();
  if (which == "iterators") iterators();
  if (which == "functors") functors();
  if (which == "memory") memory();
  printf("%d failures\n", failures);
}
