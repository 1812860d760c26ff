// cuBLAS as programs call it: handles, and copies of vectors and matrices.
#include "ladder/emulator/cuda/runtime/cublas.hpp"

#include <dlfcn.h>

#include <algorithm>

#include "ladder/emulator/debuginfo/call_site.hpp"
#include "ladder/emulator/runtime/copies.hpp"
#include "ladder/emulator/runtime/cublas_call.hpp"

namespace ladder::emulator {

// LADDER_CBLAS: the names of libraries; the first that is there, and that C can call, is taken.
void* cblas_function(const std::string& name) {
  static void* const library = [] {
    void* found = nullptr;
    for (const char* file : {LADDER_CBLAS}) {
      if (found == nullptr) found = dlopen(file, RTLD_NOW | RTLD_LOCAL);
      if (found != nullptr && dlsym(found, "cblas_dgemm") == nullptr) found = nullptr;
    }
    return found;
  }();
  return library == nullptr ? nullptr : dlsym(library, name.c_str());
}

namespace {

// Copies columns of `rows` elements each. (cuBLAS, "Helper Function Reference".)
cublasStatus_t copy_columns(const CopyCall& call, int rows, int columns, int bytes, const void* from, int lda, void* to,
                            int ldb, cudaMemcpyKind kind) {
  Copy copy{call, {static_cast<const char*>(to), 0}, {static_cast<const char*>(from), 0}, {}, kind};
  if (std::min({rows, columns, bytes - 1, lda - 1, ldb - 1}) < 0) {
    wrong(copy, MistakeKind::wrong_call, "a size or a distance is too small");
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  const auto in_bytes = [&](int elements) {
    return static_cast<std::size_t>(elements) * static_cast<std::size_t>(bytes);
  };
  copy.size = {in_bytes(rows), static_cast<std::size_t>(columns), 1};
  copy.to.pitch = in_bytes(ldb);
  copy.from.pitch = in_bytes(lda);
  if (lda == rows && ldb == rows) {  // one piece
    copy.size = {copy.bytes(), 1, 1};
    copy.to.pitch = copy.from.pitch = copy.size.width;
  }
  const cudaError_t error = perform(copy);
  return error == cudaSuccess                  ? CUBLAS_STATUS_SUCCESS
         : error == cudaErrorInvalidPitchValue ? CUBLAS_STATUS_INVALID_VALUE
                                               : CUBLAS_STATUS_MAPPING_ERROR;
}

}  // namespace
}  // namespace ladder::emulator

using namespace ladder::emulator;

cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  const bool is_there = cblas_function("cblas_dgemm") != nullptr;
  if (!is_there) note_mistake(MistakeKind::wrong_call, SITE, "cublasCreate(): the system has no CBLAS");
  *handle = is_there ? make_handle() : nullptr;
  return is_there ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}
// The host waits for the device. (cuBLAS, "cublasDestroy()".)
cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  return CublasCall("cublasDestroy", handle, SITE).then([&] {
    handle->exists = false;
    Order::instance().wait_for_device(handle->device);
  });
}
cublasStatus_t cublasGetVersion(cublasHandle_t, int* version) {
  *version = CUBLAS_VERSION;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) {
  return CublasCall("cublasSetStream", handle, SITE).then([&] { handle->stream = stream; });
}
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream) {
  return CublasCall("cublasGetStream", handle, SITE).then([&] { *stream = handle->stream; });
}
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode) {
  return CublasCall("cublasSetPointerMode", handle, SITE).then([&] { handle->mode = mode; });
}
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode) {
  return CublasCall("cublasGetPointerMode", handle, SITE).then([&] { *mode = handle->mode; });
}
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t) {
  return CublasCall("cublasSetMathMode", handle, SITE).then([] {});
}
const char* cublasGetStatusName(cublasStatus_t status) {
#define LADDER_ROW(name, number) \
  if (status == (number)) return "CUBLAS_STATUS_" #name;
  LADDER_CUBLAS_STATUSES(LADDER_ROW)
#undef LADDER_ROW
  return "unknown status";
}
const char* cublasGetStatusString(cublasStatus_t status) { return cublasGetStatusName(status); }

cublasStatus_t cublasSetVector(int n, int bytes, const void* x, int incx, void* y, int incy) {
  return copy_columns({"cublasSetVector", SITE}, 1, n, bytes, x, incx, y, incy, cudaMemcpyHostToDevice);
}
cublasStatus_t cublasGetVector(int n, int bytes, const void* x, int incx, void* y, int incy) {
  return copy_columns({"cublasGetVector", SITE}, 1, n, bytes, x, incx, y, incy, cudaMemcpyDeviceToHost);
}
cublasStatus_t cublasSetMatrix(int rows, int columns, int bytes, const void* a, int lda, void* b, int ldb) {
  return copy_columns({"cublasSetMatrix", SITE}, rows, columns, bytes, a, lda, b, ldb, cudaMemcpyHostToDevice);
}
cublasStatus_t cublasGetMatrix(int rows, int columns, int bytes, const void* a, int lda, void* b, int ldb) {
  return copy_columns({"cublasGetMatrix", SITE}, rows, columns, bytes, a, lda, b, ldb, cudaMemcpyDeviceToHost);
}
