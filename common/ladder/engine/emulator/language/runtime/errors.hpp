// The errors of the CUDA runtime, with their numbers. (CUDA Runtime API, "Data types used by CUDA Runtime".)
#pragma once

// clang-format off
#define LADDER_CUDA_ERRORS(row)                                                                                 \
  row(cudaSuccess, 0, "no error")                                                                               \
  row(cudaErrorInvalidValue, 1, "invalid argument")                                                             \
  row(cudaErrorMemoryAllocation, 2, "out of memory")                                                            \
  row(cudaErrorInitializationError, 3, "initialization error")                                                  \
  row(cudaErrorCudartUnloading, 4, "driver shutting down")                                                      \
  row(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                                       \
  row(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")                                                 \
  row(cudaErrorInvalidSymbol, 13, "invalid device symbol")                                                      \
  row(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                                              \
  row(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")                                 \
  row(cudaErrorInsufficientDriver, 35, "CUDA driver version is insufficient for CUDA runtime version")          \
  row(cudaErrorDevicesUnavailable, 46, "CUDA-capable device(s) is/are busy or unavailable")                     \
  row(cudaErrorMissingConfiguration, 52, "__global__ function call is not configured")                          \
  row(cudaErrorPriorLaunchFailure, 53, "unspecified launch failure in prior launch")                            \
  row(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                                            \
  row(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                                             \
  row(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                                    \
  row(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                                           \
  row(cudaErrorNotReady, 600, "device not ready")                                                               \
  row(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")                                 \
  row(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")                            \
  row(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")                                   \
  row(cudaErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled")                                 \
  row(cudaErrorPeerAccessNotEnabled, 705, "peer access has not been enabled")                                   \
  row(cudaErrorAssert, 710, "device-side assert triggered")                                                     \
  row(cudaErrorHostMemoryAlreadyRegistered, 712, "part or all of the requested memory range is already mapped") \
  row(cudaErrorHostMemoryNotRegistered, 713, "pointer does not correspond to a registered memory region")       \
  row(cudaErrorMisalignedAddress, 716, "misaligned address")                                                    \
  row(cudaErrorLaunchFailure, 719, "unspecified launch failure")                                                \
  row(cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch")                         \
  row(cudaErrorNotPermitted, 800, "operation not permitted")                                                    \
  row(cudaErrorNotSupported, 801, "operation not supported")                                                    \
  row(cudaErrorUnknown, 999, "unknown error")
// clang-format on

enum cudaError {
#define LADDER_ROW(name, number, words) name = number,
  LADDER_CUDA_ERRORS(LADDER_ROW)
#undef LADDER_ROW
};
using cudaError_t = cudaError;

// The last error, which the next call forgets; or keeps. An error of a kernel that ran stays for ever.
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char* cudaGetErrorName(cudaError_t error);
const char* cudaGetErrorString(cudaError_t error);
