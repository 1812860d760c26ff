// For builds without NCCL: what the host's code of chapters calls of it, and each call fails.
#pragma once

#include <cuda_runtime.h>

#define LADDER_WITHOUT_NCCL

using ncclComm_t = struct ncclComm*;
enum ncclResult_t { ncclSuccess, ncclInvalidUsage, ncclInProgress };
enum ncclDataType_t { ncclFloat };
enum ncclRedOp_t { ncclSum };
struct ncclUniqueId {};

inline const char* ncclGetErrorString(ncclResult_t) { return "this build has no NCCL"; }
inline ncclResult_t ncclGetUniqueId(...) { return ncclInvalidUsage; }
inline ncclResult_t ncclCommInitRank(...) { return ncclInvalidUsage; }
inline ncclResult_t ncclCommInitAll(...) { return ncclInvalidUsage; }
inline ncclResult_t ncclCommGetAsyncError(...) { return ncclInvalidUsage; }
inline ncclResult_t ncclCommAbort(...) { return ncclInvalidUsage; }
inline ncclResult_t ncclGroupStart() { return ncclInvalidUsage; }
inline ncclResult_t ncclGroupEnd() { return ncclInvalidUsage; }
inline ncclResult_t ncclSend(...) { return ncclInvalidUsage; }
inline ncclResult_t ncclRecv(...) { return ncclInvalidUsage; }
inline ncclResult_t ncclAllReduce(...) { return ncclInvalidUsage; }
