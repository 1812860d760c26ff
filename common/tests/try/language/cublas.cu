// What cuBLAS computes, in the styles of public programs; each number that is not as expected is told. The argument
// says which: cublas_checks.cpp.
#include <cublas_v2.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#define CHECK(call)                                                                                            \
  if (cublasStatus_t status = call; status != CUBLAS_STATUS_SUCCESS) {                                         \
    printf("%s:%d: %s, %s\n", __FILE__, __LINE__, cublasGetStatusName(status), cublasGetStatusString(status)); \
    exit(2);                                                                                                   \
  }

int failures = 0;
void expect(const char* what, double found, double expected) {
  if (std::fabs(found - expected) <= 1e-4 * std::fabs(expected) + 1e-6) return;
  ++failures;
  printf("%s: %g, expected %g\n", what, found, expected);
}

template <typename T>
T* on_device(const std::vector<T>& host) {
  T* device;
  cudaMalloc(&device, host.size() * sizeof(T));
  cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
  return device;
}
template <typename T>
std::vector<T> on_host(const T* device, int count) {
  std::vector<T> host(count);
  cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost);
  return host;
}
template <typename T>
std::vector<T> numbers(int count, int seed) {
  std::vector<T> all(count);
  for (int i = 0; i < count; ++i) all[i] = T((i * 7 + seed * 3) % 11 - 4);
  return all;
}

cublasHandle_t handle;

// C = A B by rows: cuBLAS finds the transposes, and is asked for C' = B' A'.
__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + column];
  c[row * n + column] = sum;
}
void by_rows() {
  const int m = 20, n = 33, k = 17;
  float *a = on_device(numbers<float>(m * k, 1)), *b = on_device(numbers<float>(k * n, 2)), *c, *expected;
  cudaMalloc(&c, m * n * sizeof(float));
  cudaMalloc(&expected, m * n * sizeof(float));
  multiply<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a, b, expected, m, n, k);
  const float one = 1, zero = 0;
  CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n));
  const auto found = on_host(c, m * n), wanted = on_host(expected, m * n);
  for (int i = 0; i < m * n; ++i) expect("by_rows", found[i], wanted[i]);
  cudaFree(a), cudaFree(b), cudaFree(c), cudaFree(expected);
}

// By columns, transposed, with parts of larger matrices, and in double.
void by_columns() {
  const int m = 5, n = 6, k = 7, lda = 9, ldb = 8, ldc = 10;
  const auto a = numbers<double>(lda * m, 1), b = numbers<double>(ldb * k, 2), c = numbers<double>(ldc * n, 3);
  double *d_a, *d_b, *d_c = on_device(c);
  cudaMalloc(&d_a, a.size() * sizeof(double));
  cudaMalloc(&d_b, b.size() * sizeof(double));
  CHECK(cublasSetMatrix(k, m, sizeof(double), a.data(), lda, d_a, lda));  // the rest of d_a is never written
  CHECK(cublasSetMatrix(n, k, sizeof(double), b.data(), ldb, d_b, ldb));
  const double alpha = 2, beta = -1;
  CHECK(cublasDgemm(handle, CUBLAS_OP_T, CUBLAS_OP_T, m, n, k, &alpha, d_a, lda, d_b, ldb, &beta, d_c, ldc));
  std::vector<double> found(m * n);
  CHECK(cublasGetMatrix(m, n, sizeof(double), d_c, ldc, found.data(), m));
  for (int column = 0; column < n; ++column) {
    for (int row = 0; row < m; ++row) {
      double sum = 0;
      for (int i = 0; i < k; ++i) sum += a[row * lda + i] * b[i * ldb + column];
      expect("by_columns", found[column * m + row], alpha * sum + beta * c[column * ldc + row]);
    }
  }
  cudaFree(d_a), cudaFree(d_b), cudaFree(d_c);
}

void vectors() {
  const int n = 1000;
  const auto x = numbers<float>(n, 1), y = numbers<float>(n, 5);
  float *d_x, *d_y, dot, norm;
  cudaMalloc(&d_x, n * sizeof(float));
  cudaMalloc(&d_y, n * sizeof(float));
  CHECK(cublasSetVector(n, sizeof(float), x.data(), 1, d_x, 1));
  CHECK(cublasSetVector(n, sizeof(float), y.data(), 1, d_y, 1));
  const float alpha = 3, half = 0.5f, one = 1;
  CHECK(cublasSaxpy(handle, n, &alpha, d_x, 1, d_y, 1));  // y = 3 x + y
  CHECK(cublasSdot(handle, n, d_x, 1, d_y, 1, &dot));
  CHECK(cublasSnrm2(handle, n, d_x, 1, &norm));
  CHECK(cublasSscal_v2(handle, n, &half, d_y, 1));
  CHECK(cublasSaxpy(handle, n / 2, &one, d_x, 2, d_y, -2));  // the odd ones of d_y stay; those of d_x come in reverse
  std::vector<float> found(n);
  CHECK(cublasGetVector(n, sizeof(float), d_y, 1, found.data(), 1));
  double dots = 0, squares = 0;
  for (int i = 0; i < n; ++i) {
    const double axpy = alpha * x[i] + y[i];
    dots += x[i] * axpy, squares += x[i] * x[i];
    expect("axpy", found[i], axpy / 2 + (i % 2 == 0 ? x[n - 2 - i] : 0));
  }
  expect("dot", dot, dots), expect("nrm2", norm, std::sqrt(squares));
  const std::vector<double> z = {3, -1, 7, -9, 9, 0.5};
  double* d_z = on_device(z);
  int most, none = 5;
  CHECK(cublasIdamax(handle, 6, d_z, 1, &most));
  CHECK(cublasIdamax(handle, 0, d_z, 1, &none));
  expect("amax", most, 4), expect("amax of nothing", none, 0);
  cudaFree(d_x), cudaFree(d_y), cudaFree(d_z);
}

void matrix_and_vector() {
  const int m = 12, n = 9;
  const auto a = numbers<float>(m * n, 1), x = numbers<float>(m, 2), y = numbers<float>(n, 3);
  float *d_a = on_device(a), *d_x = on_device(x), *d_y = on_device(y);
  const float one = 1, two = 2, zero = 0;
  CHECK(cublasSgemv(handle, CUBLAS_OP_T, m, n, &one, d_a, m, d_x, 1, &two, d_y, 1));   // y = A' x + 2 y
  CHECK(cublasSgemv(handle, CUBLAS_OP_N, m, n, &one, d_a, m, d_y, 1, &zero, d_x, 1));  // x = A y
  std::vector<double> new_y(n), new_x(m);
  for (int j = 0; j < n; ++j) {
    new_y[j] = 2 * y[j];
    for (int i = 0; i < m; ++i) new_y[j] += a[j * m + i] * x[i];
  }
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) new_x[i] += a[j * m + i] * new_y[j];
  }
  const auto found_x = on_host(d_x, m), found_y = on_host(d_y, n);
  for (int j = 0; j < n; ++j) expect("gemv, transposed", found_y[j], new_y[j]);
  for (int i = 0; i < m; ++i) expect("gemv", found_x[i], new_x[i]);
  cudaFree(d_a), cudaFree(d_x), cudaFree(d_y);
}

void batches() {
  const int n = 4, count = 5, size = n * n;
  const auto a = numbers<float>(size * count, 1), b = numbers<float>(size, 2);
  float *d_a = on_device(a), *d_b = on_device(b), *d_c;
  cudaMalloc(&d_c, size * count * sizeof(float));
  const float one = 1, zero = 0;
  CHECK(cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, d_a, n, size, d_b, n, 0, &zero, d_c,
                                  n, size, count));
  const auto c = on_host(d_c, size * count);
  for (int i = 0; i < size * count; ++i) {
    const int matrix = i / size * size, row = i % n, column = i % size / n;
    double sum = 0;
    for (int j = 0; j < n; ++j) sum += a[matrix + j * n + row] * b[column * n + j];
    expect("strided", c[i], sum);
  }
  cudaFree(d_a), cudaFree(d_b), cudaFree(d_c);
}

// Numbers stay on the device: x = x / |x|.
__global__ void invert(float* number) { *number = 1 / *number; }
void device_pointers() {
  const int n = 100;
  const auto x = numbers<float>(n, 1);
  float *d_x = on_device(x), *d_norm;
  cudaMalloc(&d_norm, sizeof(float));
  cublasPointerMode_t mode;
  CHECK(cublasGetPointerMode(handle, &mode));
  expect("mode", mode, CUBLAS_POINTER_MODE_HOST);
  CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
  CHECK(cublasSnrm2(handle, n, d_x, 1, d_norm));
  invert<<<1, 1>>>(d_norm);
  CHECK(cublasSscal(handle, n, d_norm, d_x, 1));
  CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  float norm;
  CHECK(cublasSnrm2(handle, n, d_x, 1, &norm));
  expect("norm", norm, 1);
  cudaFree(d_x), cudaFree(d_norm);
}

// A transpose, a sum, and a sum in place.
void transposes() {
  const int m = 6, n = 8;
  const auto a = numbers<float>(m * n, 1), b = numbers<float>(m * n, 2);
  float *d_a = on_device(a), *d_b = on_device(b), *d_c;
  cudaMalloc(&d_c, m * n * sizeof(float));
  const float one = 1, two = 2, zero = 0;
  CHECK(cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, m, &one, d_a, m, &zero, nullptr, n, d_c, n));
  const auto transposed = on_host(d_c, m * n);
  CHECK(cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, &two, d_c, n, &one, d_b, m, d_b, m));
  const auto sum = on_host(d_b, m * n);
  for (int i = 0; i < m * n; ++i) {
    expect("transpose", transposed[i % m * n + i / m], a[i]);
    expect("sum", sum[i], 2 * a[i] + b[i]);
  }
  cudaFree(d_a), cudaFree(d_b), cudaFree(d_c);
}

// Copies and products in two streams, in the order that an event gives.
__device__ float weights[64];
void streams() {
  const int n = 64;
  const auto x = numbers<float>(n, 1), w = numbers<float>(n, 2);
  float *pinned, *d_x, *d_w, *result, *d_copy;
  cudaMallocHost(&pinned, n * sizeof(float));
  cudaMallocManaged(&result, sizeof(float));
  cudaMalloc(&d_x, n * sizeof(float));
  cudaMalloc(&d_copy, n * sizeof(float));
  cudaMemcpyToSymbol(weights, w.data(), n * sizeof(float));
  cudaGetSymbolAddress((void**)&d_w, weights);
  for (int i = 0; i < n; ++i) pinned[i] = x[i];
  cudaStream_t first, second, set;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaEvent_t copied;
  cudaEventCreate(&copied);
  cudaMemcpyAsync(d_x, pinned, n * sizeof(float), cudaMemcpyHostToDevice, first);
  CHECK(cublasSetStream(handle, first));
  const float one = 1, zero = 0;  // a copy:
  CHECK(cublasSgeam(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, 1, &one, d_x, n, &zero, nullptr, n, d_copy, n));
  cudaEventRecord(copied, first);
  cudaStreamWaitEvent(second, copied, 0);
  CHECK(cublasSetStream(handle, second));
  CHECK(cublasGetStream(handle, &set));
  expect("stream", set == second, 1);
  cudaMemcpyAsync(pinned, d_copy, n * sizeof(float), cudaMemcpyDeviceToHost, second);
  CHECK(cublasSdot(handle, n, d_copy, 1, d_w, 1, result));  // the host waits for its result
  double dot = 0;
  for (int i = 0; i < n; ++i) dot += x[i] * w[i];
  expect("dot", *result, dot);
  for (int i = 0; i < n; ++i) expect("copy", pinned[i], x[i]);
  cudaFreeHost(pinned), cudaFree(result), cudaFree(d_x), cudaFree(d_copy);
}

int main(int, char** arguments) {
  const std::map<std::string, void (*)()> programs = {{"by_rows", by_rows},
                                                      {"by_columns", by_columns},
                                                      {"vectors", vectors},
                                                      {"batches", batches},
                                                      {"matrix_and_vector", matrix_and_vector},
                                                      {"device_pointers", device_pointers},
                                                      {"transposes", transposes},
                                                      {"streams", streams}};
  CHECK(cublasCreate(&handle));
  CHECK(cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH));
  int version = 0;
  CHECK(cublasGetVersion(handle, &version));
  expect("version", version >= 110000, 1);
  programs.at(arguments[1])();
  CHECK(cublasDestroy(handle));
  printf("%d failures\n", failures);
}
