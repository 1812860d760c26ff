// What the emulator does not have of cuBLAS.
#include <cublas_v2.h>

int main() {
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasScnrm2(handle, 0, nullptr, 1, nullptr);
  cublasCgemv(handle, CUBLAS_OP_N, 0, 0, nullptr, nullptr, 1, nullptr, 1, nullptr, nullptr, 1);
  cublasStbsv(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 0, 0, nullptr, 1, nullptr, 1);
  cublasScopy(handle, 0, nullptr, 1, nullptr, 1);
}
