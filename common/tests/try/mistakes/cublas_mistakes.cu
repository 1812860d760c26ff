// Programs that call cuBLAS wrongly, one for each mistake: the first argument says which; a second one mends it.
// cublas_checks.cpp says what has to be said of each.
#include <cublas_v2.h>

#include <cstdio>
#include <map>
#include <string>

constexpr int m = 8, n = 16, k = 4;
const float one = 1, zero = 0;
bool is_mended;
cublasHandle_t handle;
cudaStream_t stream, other;
float *a, *b, *c, *number, host[m * k];

__global__ void fill(float* all, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) all[i] = i;
}
template <typename T>
T mended(T wrong, T right) {
  return is_mended ? right : wrong;
}
void set_up() {
  cublasCreate(&handle);
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaMalloc(&a, m * k * sizeof(float));
  cudaMalloc(&b, k * n * sizeof(float));
  cudaMallocManaged(&c, m * n * sizeof(float));
  cudaMalloc(&number, sizeof(float));
  fill<<<1, 32>>>(a, m * k);
  fill<<<1, 32>>>(b, k * n);
  cudaMemcpy(number, &one, sizeof one, cudaMemcpyHostToDevice);
  cudaDeviceSynchronize();
}
const auto plain = CUBLAS_OP_N, transposed = CUBLAS_OP_T;
void told(cublasStatus_t status) { printf("%s\n", cublasGetStatusName(status)); }

void lda_too_small() {
  const int lda = mended(m - 1, m);
  told(cublasSgemm(handle, plain, plain, m, n, k, &one, a, lda, b, k, &zero, c, m));  // lda_too_small
}
void negative_size() {
  told(cublasSgemm(handle, plain, plain, mended(-m, m), n, k, &one, a, m, b, k, &zero, c, m));  // negative_size
}
void swapped_sizes() {
  const int rows = mended(n, m), columns = mended(m, n);
  told(cublasSgemm(handle, plain, plain, rows, columns, k, &one, a, rows, b, k, &zero, c, rows));  // swapped_sizes
}
void host_pointer() {
  float* const from = mended(host, a);
  told(cublasSgemm(handle, plain, plain, m, n, k, &one, from, m, b, k, &zero, c, m));  // host_pointer
}
void alpha_on_device() {
  cublasSetPointerMode(handle, mended(CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE));
  told(cublasSscal(handle, m, number, a, 1));  // alpha_on_device
}
void alpha_on_host() {
  cublasSetPointerMode(handle, mended(CUBLAS_POINTER_MODE_DEVICE, CUBLAS_POINTER_MODE_HOST));
  told(cublasSscal(handle, m, &one, a, 1));  // alpha_on_host
}
void result_on_device() {
  float sum;
  told(cublasSdot(handle, m, a, 1, b, 1, mended(number, &sum)));  // result_on_device
}
void read_too_early() {
  cublasSgemm(handle, plain, plain, m, n, k, &one, a, m, b, k, &zero, c, m);
  if (is_mended) cudaDeviceSynchronize();
  printf("%g\n", c[0]);  // read_too_early
}
void result_on_device_is_no_wait() {
  float sum;
  cublasSgemm(handle, plain, plain, m, n, k, &one, a, m, b, k, &zero, c, m);
  cublasSetPointerMode(handle, mended(CUBLAS_POINTER_MODE_DEVICE, CUBLAS_POINTER_MODE_HOST));
  cublasSdot(handle, m, a, 1, b, 1, mended(number, &sum));
  printf("%g\n", c[0]);  // result_on_device_is_no_wait
}
void copied_too_early() {
  cublasSetStream(handle, stream);
  cublasSscal(handle, m * k, &one, a, 1);
  if (is_mended) cudaStreamSynchronize(stream);
  cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);  // copied_too_early
}
void no_order() {
  fill<<<1, 32, 0, other>>>(a, m * k);
  if (is_mended) cudaStreamSynchronize(other);
  cublasSetStream(handle, stream);
  cublasSgemm(handle, plain, plain, m, n, k, &one, a, m, b, k, &zero, c, m);  // no_order
  cudaDeviceSynchronize();
}
void default_stream() {  // which the stream of the kernel does not wait for
  cublasSscal(handle, m * k, &one, a, 1);
  fill<<<1, 32, 0, mended(other, cudaStream_t(nullptr))>>>(a, m * k);  // default_stream
  cudaDeviceSynchronize();
}
void uninitialized() {  // A and B, one mistake
  float *empty, *empty_too;
  cudaMalloc(&empty, m * k * sizeof(float));
  cudaMalloc(&empty_too, k * n * sizeof(float));
  if (is_mended) cudaMemset(empty, 0, m * k * sizeof(float));
  if (is_mended) cudaMemset(empty_too, 0, k * n * sizeof(float));
  told(cublasSgemm(handle, plain, plain, m, n, k, &one, empty, m, empty_too, k, &zero, c, m));  // uninitialized
  cudaDeviceSynchronize();
}
void uninitialized_sum() {
  float* sum;
  cudaMalloc(&sum, m * n * sizeof(float));
  told(cublasSgemm(handle, plain, plain, m, n, k, &one, a, m, b, k, mended(&one, &zero), sum, m));  // uninitialized_sum
}
void destroyed() {
  if (!is_mended) cublasDestroy(handle);
  told(cublasSscal(handle, m, &one, a, 1));  // destroyed
}
void never_created() {
  cublasHandle_t none = mended(cublasHandle_t(nullptr), handle);
  told(cublasSetStream(none, stream));  // never_created
}
void freed() {
  if (!is_mended) cudaFree(a);
  told(cublasSscal(handle, m, &one, a, 1));  // freed
}
void ended_stream() {
  cublasSetStream(handle, stream);
  if (!is_mended) cudaStreamDestroy(stream);
  told(cublasSscal(handle, m, &one, a, 1));  // ended_stream
}
void vector_too_long() {
  told(cublasSscal(handle, m * k, &one, a, mended(2, 1)));  // vector_too_long
}
void stride_too_long() {
  const int stride = mended(m, 1);
  const auto multiply = cublasSgemmStridedBatched;
  told(multiply(handle, plain, plain, 1, 1, m, &one, a, 1, stride, b, m, 0, &zero, c, 1, 1, 8));  // stride_too_long
}
void matrix_too_large() {
  told(cublasSetMatrix(m, mended(n, k), sizeof(float), host, m, a, m));  // matrix_too_large
}
void short_columns() {
  told(cublasSetMatrix(m, k, sizeof(float), host, m, a, mended(m - 1, m)));  // short_columns
}
void zero_increment() {
  told(cublasSgemv(handle, plain, m, k, &one, a, m, b, mended(0, 1), &zero, c, 1));  // zero_increment
}
void null_alpha() {
  told(cublasSscal(handle, m, mended<const float*>(nullptr, &one), a, 1));  // null_alpha
}
void no_operation() {
  const auto how = mended(cublasOperation_t(7), plain);
  told(cublasSgemm(handle, how, plain, m, n, k, &one, a, m, b, k, &zero, c, m));  // no_operation
}
void no_bytes() {
  told(cublasSetVector(m, mended(0, 4), host, 1, a, 1));  // no_bytes
}
void other_device() {  // of two
  cudaSetDevice(1);
  cudaStreamCreate(&other);
  cublasSetStream(handle, other);
  told(cublasSscal(handle, m, &one, a, 1));  // other_device
}
void transposed_in_place() {
  const auto how = mended(transposed, plain);
  told(cublasSgeam(handle, how, plain, k, k, &one, a, k, &zero, a, k, a, k));  // transposed_in_place
}

int main(int count, char** arguments) {
#define ROW(name) \
  { #name, name }
  const std::map<std::string, void (*)()> mistakes = {ROW(lda_too_small),
                                                      ROW(negative_size),
                                                      ROW(swapped_sizes),
                                                      ROW(host_pointer),
                                                      ROW(alpha_on_device),
                                                      ROW(alpha_on_host),
                                                      ROW(result_on_device),
                                                      ROW(read_too_early),
                                                      ROW(result_on_device_is_no_wait),
                                                      ROW(copied_too_early),
                                                      ROW(no_order),
                                                      ROW(default_stream),
                                                      ROW(uninitialized),
                                                      ROW(uninitialized_sum),
                                                      ROW(destroyed),
                                                      ROW(never_created),
                                                      ROW(freed),
                                                      ROW(ended_stream),
                                                      ROW(vector_too_long),
                                                      ROW(stride_too_long),
                                                      ROW(matrix_too_large),
                                                      ROW(short_columns),
                                                      ROW(transposed_in_place),
                                                      ROW(zero_increment),
                                                      ROW(null_alpha),
                                                      ROW(no_operation),
                                                      ROW(no_bytes),
                                                      ROW(other_device)};
  is_mended = count > 2;
  set_up();
  mistakes.at(arguments[1])();  // the handle is never destroyed, which is no mistake
}
