// For builds without NCCL: what the host's code of chapters calls of it, and each call fails.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#define LADDER_WITHOUT_NCCL

using ncclComm_t = struct ncclComm*;
enum ncclResult_t { ncclSuccess, ncclInvalidUsage, ncclInProgress };
enum ncclDataType_t { ncclFloat };
enum ncclRedOp_t { ncclSum };

inline const char* ncclGetErrorString(ncclResult_t) { return "this build has no NCCL"; }
inline ncclResult_t ncclCommInitAll(ncclComm_t*, int, const int*) { return ncclInvalidUsage; }
inline ncclResult_t ncclCommGetAsyncError(ncclComm_t, ncclResult_t*) { return ncclInvalidUsage; }
inline ncclResult_t ncclCommAbort(ncclComm_t) { return ncclInvalidUsage; }
inline ncclResult_t ncclGroupStart() { return ncclInvalidUsage; }
inline ncclResult_t ncclGroupEnd() { return ncclInvalidUsage; }
inline ncclResult_t ncclSend(const void*, std::size_t, ncclDataType_t, int, ncclComm_t, cudaStream_t) {
  return ncclInvalidUsage;
}
inline ncclResult_t ncclRecv(void*, std::size_t, ncclDataType_t, int, ncclComm_t, cudaStream_t) {
  return ncclInvalidUsage;
}
inline ncclResult_t ncclAllReduce(const void*, void*, std::size_t, ncclDataType_t, ncclRedOp_t, ncclComm_t,
                                  cudaStream_t) {
  return ncclInvalidUsage;
}
