// The errors of the CUDA runtime, with their numbers. (CUDA Runtime API, "Data types used by CUDA Runtime".)
#pragma once

// clang-format off
#define LADDER_CUDA_ERRORS(row)                                                                                 \
  row(cudaSuccess, 0, "no error")                                                                               \
  row(cudaErrorInvalidValue, 1, "invalid argument")                                                             \
  row(cudaErrorMemoryAllocation, 2, "out of memory")                                                            \
  row(cudaErrorInitializationError, 3, "initialization error")                                                  \
  row(cudaErrorCudartUnloading, 4, "driver shutting down")                                                      \
  row(cudaErrorProfilerDisabled, 5, "profiler disabled while using external profiling tool")                    \
  row(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                                       \
  row(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")                                                 \
  row(cudaErrorInvalidSymbol, 13, "invalid device symbol")                                                      \
  row(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                                              \
  row(cudaErrorInvalidTexture, 18, "invalid texture reference")                                                 \
  row(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")                                 \
  row(cudaErrorInsufficientDriver, 35, "CUDA driver version is insufficient for CUDA runtime version")          \
  row(cudaErrorDevicesUnavailable, 46, "CUDA-capable device(s) is/are busy or unavailable")                     \
  row(cudaErrorMissingConfiguration, 52, "__global__ function call is not configured")                          \
  row(cudaErrorPriorLaunchFailure, 53, "unspecified launch failure in prior launch")                            \
  row(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                                            \
  row(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                                             \
  row(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                                    \
  row(cudaErrorAlreadyMapped, 208, "resource already mapped")                                                   \
  row(cudaErrorNoKernelImageForDevice, 209, "no kernel image is available for execution on the device")         \
  row(cudaErrorECCUncorrectable, 214, "uncorrectable ECC error encountered")                                    \
  row(cudaErrorPeerAccessUnsupported, 217, "peer access is not supported between these two devices")            \
  row(cudaErrorInvalidPtx, 218, "a PTX JIT compilation failed")                                                 \
  row(cudaErrorUnsupportedPtxVersion, 222, "the provided PTX was compiled with an unsupported toolchain.")      \
  row(cudaErrorSharedObjectInitFailed, 303, "shared object initialization failed")                              \
  row(cudaErrorOperatingSystem, 304, "OS call failed or operation not supported on this OS")                    \
  row(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                                           \
  row(cudaErrorIllegalState, 401, "the operation cannot be performed in the present state")                     \
  row(cudaErrorSymbolNotFound, 500, "named symbol not found")                                                   \
  row(cudaErrorNotReady, 600, "device not ready")                                                               \
  row(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")                                 \
  row(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")                            \
  row(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")                                   \
  row(cudaErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled")                                 \
  row(cudaErrorPeerAccessNotEnabled, 705, "peer access has not been enabled")                                   \
  row(cudaErrorContextIsDestroyed, 709, "context is destroyed")                                                 \
  row(cudaErrorAssert, 710, "device-side assert triggered")                                                     \
  row(cudaErrorTooManyPeers, 711, "peer mapping resources exhausted")                                           \
  row(cudaErrorHostMemoryAlreadyRegistered, 712, "part or all of the requested memory range is already mapped") \
  row(cudaErrorHostMemoryNotRegistered, 713, "pointer does not correspond to a registered memory region")       \
  row(cudaErrorHardwareStackError, 714, "hardware stack error")                                                 \
  row(cudaErrorIllegalInstruction, 715, "an illegal instruction was encountered")                               \
  row(cudaErrorMisalignedAddress, 716, "misaligned address")                                                    \
  row(cudaErrorInvalidAddressSpace, 717, "operation not supported on global/shared address space")              \
  row(cudaErrorInvalidPc, 718, "invalid program counter")                                                       \
  row(cudaErrorLaunchFailure, 719, "unspecified launch failure")                                                \
  row(cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch")                         \
  row(cudaErrorNotPermitted, 800, "operation not permitted")                                                    \
  row(cudaErrorNotSupported, 801, "operation not supported")                                                    \
  row(cudaErrorSystemNotReady, 802, "system not yet initialized")                                               \
  row(cudaErrorStreamCaptureUnsupported, 900, "operation not permitted when stream is capturing")               \
  row(cudaErrorStreamCaptureInvalidated, 901, "operation failed due to a previous error during capture")        \
  row(cudaErrorStreamCaptureMerge, 902, "operation would result in a merge of separate capture sequences")      \
  row(cudaErrorStreamCaptureUnmatched, 903, "capture was not ended in the same stream as it began")             \
  row(cudaErrorStreamCaptureUnjoined, 904, "capturing stream has unjoined work")                                \
  row(cudaErrorStreamCaptureIsolation, 905, "dependency created on uncaptured work in another stream")          \
  row(cudaErrorStreamCaptureImplicit, 906, "operation would make the legacy stream depend on a capturing blocking stream")\
  row(cudaErrorCapturedEvent, 907, "operation not permitted on an event last recorded in a capturing stream")   \
  row(cudaErrorStreamCaptureWrongThread, 908, "attempt to terminate a thread-local capture sequence from another thread")\
  row(cudaErrorGraphExecUpdateFailure, 910, "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update")\
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
