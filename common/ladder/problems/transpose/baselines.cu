// What transposes are measured against on the GPU: copies as the ceiling, and cuBLAS.
#include <cublas_v2.h>

#include <stdexcept>

#include "ladder/problems/transpose/kernels.hpp"

namespace ladder::gpu {
namespace {

// A float4 per thread; the elements beyond the last whole float4 one by one.
__global__ void copy_floats(const float* in, float* out, size_t count) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count / 4) reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(in)[i];
  if (i < count % 4) out[count - 1 - i] = in[count - 1 - i];
}

class Cublas {
 public:
  Cublas() {
    if (cublasCreate(&handle_) != CUBLAS_STATUS_SUCCESS) throw std::runtime_error("cublasCreate failed");
  }
  ~Cublas() { cublasDestroy(handle_); }
  Cublas(Cublas&&) = delete;

  // To cuBLAS, whose matrices are column by column, `in` is cols × rows already: its transpose is the sum of that
  // transposed, times 1, and nothing, times 0.
  void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
    const float one = 1, zero = 0;
    const int r = static_cast<int>(rows), c = static_cast<int>(cols);
    const auto status = cublasSgeam(handle_, CUBLAS_OP_T, CUBLAS_OP_N, r, c, &one, in, c, &zero, nullptr, r, out, r);
    if (status != CUBLAS_STATUS_SUCCESS) throw std::runtime_error(cublasGetStatusString(status));
  }

 private:
  cublasHandle_t handle_ = nullptr;
};

}  // namespace

std::vector<transpose::Variant> ceilings() {
  const auto memcpy_async = [](const transpose::Arguments& p) {
    check(cudaMemcpyAsync(p.out, p.in, sizeof(float) * p.rows * p.cols, cudaMemcpyDeviceToDevice), "cudaMemcpyAsync");
  };
  const auto kernel = [](const transpose::Arguments& p) {
    const size_t count = size_t(p.rows) * p.cols;
    launch(copy_floats, dim3(static_cast<unsigned>(count / 4 / 256 + 1)), dim3(256), p.in, p.out, count);
  };
  return {{"cudaMemcpyAsync", {0, 0}, {0, 0}, transpose::Output::copied, memcpy_async},
          {"copy_kernel", {256, 1}, {1024, 1}, transpose::Output::copied, kernel}};
}

std::vector<transpose::Variant> libraries() {
  const auto cublas = [](const transpose::Arguments& p) {
    static Cublas handle;
    handle.transpose(p.in, p.out, p.rows, p.cols);
  };
  return {{"cuBLAS_Sgeam", {0, 0}, {0, 0}, transpose::Output::transposed, cublas, false}};
}

}  // namespace ladder::gpu
