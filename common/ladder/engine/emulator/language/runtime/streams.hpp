// Streams and events. (CUDA Runtime API, "Stream Management", "Event Management".)
#pragma once

#include "ladder/engine/emulator/language/runtime/memory.hpp"

inline constexpr unsigned cudaStreamDefault = 0, cudaStreamNonBlocking = 1;
inline constexpr unsigned cudaEventDefault = 0, cudaEventBlockingSync = 1, cudaEventDisableTiming = 2,
                          cudaEventInterprocess = 4;
inline constexpr unsigned cudaEventRecordDefault = 0, cudaEventWaitDefault = 0;
// The default stream, by its two names; the one of the thread is not told from it here.
inline const cudaStream_t cudaStreamLegacy = nullptr, cudaStreamPerThread = nullptr;

#define CUDART_CB
using cudaStreamCallback_t = void (*)(cudaStream_t stream, cudaError_t status, void* data);
using cudaHostFn_t = void (*)(void* data);

cudaError_t cudaStreamCreate(cudaStream_t* stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority);
// Managed memory is every stream's here.
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, std::size_t bytes = 0,
                                     unsigned flags = cudaMemAttachSingle);
template <typename T>
inline __attribute__((always_inline)) cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* pointer,
                                                                           std::size_t bytes = 0,
                                                                           unsigned flags = cudaMemAttachSingle) {
  return cudaStreamAttachMemAsync(stream, static_cast<void*>(pointer), bytes, flags);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags = 0);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data);

cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
// More than 0, and no time of a GPU.
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end);
