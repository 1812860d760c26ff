// What transposes are measured against on the GPU: copies as the ceiling, and cuBLAS.
#include <cublas_v2.h>

#include <stdexcept>
#include <string>

#include "ladder/problems/transpose/kernels.hpp"

namespace ladder::gpu {
namespace {

// A float4 per thread; the bytes beyond the last whole float4 one by one.
__global__ void copy_bytes(const unsigned char* in, unsigned char* out, size_t count) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count / 16) reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(in)[i];
  if (i < count % 16) out[count - 1 - i] = in[count - 1 - i];
}

cublasHandle_t cublas() {
  static const cublasHandle_t handle = [] {
    cublasHandle_t made = nullptr;
    if (cublasCreate(&made) != CUBLAS_STATUS_SUCCESS) throw std::runtime_error("cublasCreate failed");
    return made;
  }();
  return handle;
}

// To cuBLAS, whose matrices are column by column, `in` is cols × rows already: its transpose is the sum of that
// transposed, times 1, and nothing, times 0.
void transpose_by_cublas(const transpose::Arguments& p) {
  const float one = 1, zero = 0;
  const int rows = static_cast<int>(p.rows), cols = static_cast<int>(p.cols);
  const auto in = static_cast<const float*>(p.in);
  const auto status = cublasSgeam(cublas(), CUBLAS_OP_T, CUBLAS_OP_N, rows, cols, &one, in, cols, &zero, nullptr, rows,
                                  static_cast<float*>(p.out), rows);
  if (status != CUBLAS_STATUS_SUCCESS) throw std::runtime_error(cublasGetStatusString(status));
}

}  // namespace

std::vector<transpose::Variant> ceilings(unsigned element_bytes) {
  const auto bytes = [=](const transpose::Arguments& p) { return size_t{element_bytes} * p.rows * p.cols; };
  const auto memcpy_async = [=](const transpose::Arguments& p) {
    check(cudaMemcpyAsync(p.out, p.in, bytes(p), cudaMemcpyDeviceToDevice), "cudaMemcpyAsync");
  };
  const auto kernel = [=](const transpose::Arguments& p) {
    launch(copy_bytes, dim3(static_cast<unsigned>(bytes(p) / 16 / 256 + 1)), dim3(256),
           static_cast<const unsigned char*>(p.in), static_cast<unsigned char*>(p.out), bytes(p));
  };
  const auto copied = [=](std::string name, Extent block, Extent tile, const auto& run) {
    if (element_bytes != sizeof(float)) name += element_bytes == 2 ? "_2_bytes" : "_1_byte";
    transpose::Variant variant{name, block, tile, transpose::Output::copied, run};
    variant.element_bytes = element_bytes;
    return variant;
  };
  return {copied("cudaMemcpyAsync", {0, 0}, {0, 0}, memcpy_async),
          copied("copy_kernel", {256, 1}, {4096 / element_bytes, 1}, kernel)};
}

std::vector<transpose::Variant> libraries(unsigned element_bytes) {
  if (element_bytes != sizeof(float)) return {};
  return {{"cuBLAS_Sgeam", {0, 0}, {0, 0}, transpose::Output::transposed, transpose_by_cublas, false}};
}

}  // namespace ladder::gpu
