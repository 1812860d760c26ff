// What programs call of cuBLAS: handles, copies, and functions of float and double. (cuBLAS 13, "cuBLAS API".)
#pragma once

#include "ladder/emulator/cuda/runtime/device.hpp"

#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 1
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VERSION 130100

// clang-format off
#define LADDER_CUBLAS_STATUSES(row)                                                                         \
  row(SUCCESS, 0) row(NOT_INITIALIZED, 1) row(ALLOC_FAILED, 3) row(INVALID_VALUE, 7) row(ARCH_MISMATCH, 8)  \
  row(MAPPING_ERROR, 11) row(EXECUTION_FAILED, 13) row(INTERNAL_ERROR, 14) row(NOT_SUPPORTED, 15) row(LICENSE_ERROR, 16)
#define LADDER_ROW(name, number) CUBLAS_STATUS_##name = number,
enum cublasStatus_t { LADDER_CUBLAS_STATUSES(LADDER_ROW) };
#undef LADDER_ROW
enum cublasMath_t { CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2,
                    CUBLAS_TF32_TENSOR_OP_MATH = 3, CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16 };
// clang-format on
enum cublasOperation_t { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C };
enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE };

struct cublasContext;
using cublasHandle_t = cublasContext*;
cublasStatus_t cublasCreate(cublasHandle_t* handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);  // float stays float here
const char* cublasGetStatusName(cublasStatus_t status);
const char* cublasGetStatusString(cublasStatus_t status);

cublasStatus_t cublasSetVector(int n, int bytes, const void* x, int incx, void* y, int incy);
cublasStatus_t cublasGetVector(int n, int bytes, const void* x, int incx, void* y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int columns, int bytes, const void* a, int lda, void* b, int ldb);
cublasStatus_t cublasGetMatrix(int rows, int columns, int bytes, const void* a, int lda, void* b, int ldb);

// Not in ladder::emulator: see vector_types.hpp.
namespace ladder::cuda {

// The functions of elements of type T, float or double; a matrix lies column by column.
template <typename T>
struct Cublas {
  using Status = cublasStatus_t;
  using Handle = cublasHandle_t;
  using Op = cublasOperation_t;

  static Status axpy(Handle, int n, const T* alpha, const T* x, int incx, T* y, int incy);
  static Status scal(Handle, int n, const T* alpha, T* x, int incx);
  static Status dot(Handle, int n, const T* x, int incx, const T* y, int incy, T* result);
  static Status nrm2(Handle, int n, const T* x, int incx, T* result);
  static Status amax(Handle, int n, const T* x, int incx, int* result);
  static Status gemv(Handle, Op, int m, int n, const T* alpha, const T* a, int lda, const T* x, int incx, const T* beta,
                     T* y, int incy);
  static Status gemm(Handle, Op of_a, Op of_b, int m, int n, int k, const T* alpha, const T* a, int lda, const T* b,
                     int ldb, const T* beta, T* c, int ldc);
  static Status gemmStridedBatched(Handle, Op of_a, Op of_b, int m, int n, int k, const T* alpha, const T* a, int lda,
                                   long long stride_a, const T* b, int ldb, long long stride_b, const T* beta, T* c,
                                   int ldc, long long stride_c, int count);
  static Status geam(Handle, Op of_a, Op of_b, int m, int n, const T* alpha, const T* a, int lda, const T* beta,
                     const T* b, int ldb, T* c, int ldc);
};

}  // namespace ladder::cuda

// clang-format off
#define LADDER_CUBLAS(name, s, d, function)                                      \
  inline constexpr auto& cublas##s##name = ladder::cuda::Cublas<float>::function; \
  inline constexpr auto& cublas##d##name = ladder::cuda::Cublas<double>::function;
#define LADDER_CUBLAS_V2(function) LADDER_CUBLAS(function, S, D, function) LADDER_CUBLAS(function##_v2, S, D, function)
LADDER_CUBLAS_V2(axpy) LADDER_CUBLAS_V2(scal) LADDER_CUBLAS_V2(dot) LADDER_CUBLAS_V2(nrm2) LADDER_CUBLAS_V2(gemv)
LADDER_CUBLAS_V2(gemm) LADDER_CUBLAS(amax, Is, Id, amax) LADDER_CUBLAS(geam, S, D, geam)
LADDER_CUBLAS(gemmStridedBatched, S, D, gemmStridedBatched)
#undef LADDER_CUBLAS_V2
#undef LADDER_CUBLAS
inline constexpr auto &cublasCreate_v2 = cublasCreate;
inline constexpr auto &cublasDestroy_v2 = cublasDestroy;
// clang-format on
