// Memory as host code handles it. (CUDA Runtime API, "Memory Management".)
#pragma once

#include <cstddef>
#include <type_traits>

#include "ladder/emulator/cuda/device.hpp"
#include "ladder/emulator/cuda/runtime/errors.hpp"

struct CUstream_st;
struct CUevent_st;
using cudaStream_t = CUstream_st*;
using cudaEvent_t = CUevent_st*;

enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4
};
enum cudaMemoryAdvise {
  cudaMemAdviseSetReadMostly = 1,
  cudaMemAdviseUnsetReadMostly,
  cudaMemAdviseSetPreferredLocation,
  cudaMemAdviseUnsetPreferredLocation,
  cudaMemAdviseSetAccessedBy,
  cudaMemAdviseUnsetAccessedBy
};
enum cudaMemLocationType {
  cudaMemLocationTypeInvalid,
  cudaMemLocationTypeDevice,
  cudaMemLocationTypeHost,
  cudaMemLocationTypeHostNuma,
  cudaMemLocationTypeHostNumaCurrent
};
struct cudaMemLocation {
  cudaMemLocationType type;
  int id;
};
// A pool of device memory: what it gives is that of cudaMallocAsync(), in the order of the stream. It keeps nothing
// that is free: what is reserved is what is used, and the attributes that are set change nothing.
using cudaMemPool_t = struct cudaMemPool*;
enum cudaMemAllocationType { cudaMemAllocationTypeInvalid = 0, cudaMemAllocationTypePinned = 1 };
enum cudaMemAllocationHandleType { cudaMemHandleTypeNone = 0 };
struct cudaMemPoolProps {
  cudaMemAllocationType allocType;
  cudaMemAllocationHandleType handleTypes;
  cudaMemLocation location;
  void* win32SecurityAttributes;
  std::size_t maxSize;
};
enum cudaMemPoolAttr {
  cudaMemPoolReuseFollowEventDependencies = 1,
  cudaMemPoolReuseAllowOpportunistic,
  cudaMemPoolReuseAllowInternalDependencies,
  cudaMemPoolAttrReleaseThreshold,
  cudaMemPoolAttrReservedMemCurrent,
  cudaMemPoolAttrReservedMemHigh,
  cudaMemPoolAttrUsedMemCurrent,
  cudaMemPoolAttrUsedMemHigh
};
enum cudaMemoryType {
  cudaMemoryTypeUnregistered = 0,
  cudaMemoryTypeHost = 1,
  cudaMemoryTypeDevice = 2,
  cudaMemoryTypeManaged = 3
};
struct cudaPointerAttributes {
  cudaMemoryType type;
  int device;
  void* devicePointer;
  void* hostPointer;
};

// Arrays of three dimensions: width and x in bytes, the others in rows and slices.
struct cudaExtent {
  std::size_t width, height, depth;
};
struct cudaPos {
  std::size_t x, y, z;
};
struct cudaPitchedPtr {
  void* ptr;
  std::size_t pitch, xsize, ysize;
};
struct cudaMemcpy3DParms {
  void* srcArray;  // null: arrays are not supported
  cudaPos srcPos;
  cudaPitchedPtr srcPtr;
  void* dstArray;  // null
  cudaPos dstPos;
  cudaPitchedPtr dstPtr;
  cudaExtent extent;
  cudaMemcpyKind kind;
};
constexpr cudaExtent make_cudaExtent(std::size_t width, std::size_t height, std::size_t depth) {
  return {width, height, depth};
}
constexpr cudaPos make_cudaPos(std::size_t x, std::size_t y, std::size_t z) { return {x, y, z}; }
constexpr cudaPitchedPtr make_cudaPitchedPtr(void* pointer, std::size_t pitch, std::size_t width, std::size_t height) {
  return {pointer, pitch, width, height};
}

inline constexpr unsigned cudaMemAttachGlobal = 1, cudaMemAttachHost = 2, cudaMemAttachSingle = 4;
inline constexpr unsigned cudaHostAllocDefault = 0, cudaHostAllocPortable = 1, cudaHostAllocMapped = 2,
                          cudaHostAllocWriteCombined = 4;
inline constexpr unsigned cudaHostRegisterDefault = 0, cudaHostRegisterPortable = 1, cudaHostRegisterMapped = 2;
inline constexpr int cudaCpuDeviceId = -1, cudaInvalidDeviceId = -2;

cudaError_t cudaMalloc(void** pointer, std::size_t bytes);
cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned flags = cudaMemAttachGlobal);
cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height);
cudaError_t cudaMalloc3D(cudaPitchedPtr* array, cudaExtent extent);
cudaError_t cudaMallocHost(void** pointer, std::size_t bytes, unsigned flags = cudaHostAllocDefault);
cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned flags);
cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream);
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t bytes_to_keep);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream);
cudaError_t cudaFree(void* pointer);
cudaError_t cudaFreeHost(void* pointer);
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream);
cudaError_t cudaHostGetDevicePointer(void** on_device, void* on_host, unsigned flags);
cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags);
cudaError_t cudaHostUnregister(void* pointer);
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer);

// The same with a T** for the void**.
#define LADDER_OF_ANY_TYPE(name)                                                         \
  template <typename T, typename... More, std::enable_if_t<!std::is_void_v<T>, int> = 0> \
  LADDER_DEVICE cudaError_t name(T** pointer, More... more) {                            \
    return name(reinterpret_cast<void**>(pointer), more...);                             \
  }
LADDER_OF_ANY_TYPE(cudaMalloc)
LADDER_OF_ANY_TYPE(cudaMallocManaged)
LADDER_OF_ANY_TYPE(cudaMallocPitch)
LADDER_OF_ANY_TYPE(cudaMallocHost)
LADDER_OF_ANY_TYPE(cudaHostAlloc)
LADDER_OF_ANY_TYPE(cudaHostGetDevicePointer)
#undef LADDER_OF_ANY_TYPE
// The stream may be written as 0.
template <typename T>
LADDER_DEVICE cudaError_t cudaMallocAsync(T** pointer, std::size_t bytes, cudaStream_t stream) {
  return cudaMallocAsync(reinterpret_cast<void**>(pointer), bytes, stream);
}
template <typename T>
LADDER_DEVICE cudaError_t cudaMallocFromPoolAsync(T** pointer, std::size_t bytes, cudaMemPool_t pool,
                                                  cudaStream_t stream) {
  return cudaMallocFromPoolAsync(reinterpret_cast<void**>(pointer), bytes, pool, stream);
}
template <typename T>
LADDER_DEVICE cudaError_t cudaMallocAsync(T** pointer, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return cudaMallocFromPoolAsync(reinterpret_cast<void**>(pointer), bytes, pool, stream);
}

cudaError_t cudaMemset(void* to, int value, std::size_t bytes);
cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream = nullptr);
cudaError_t cudaMemset2D(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height);
cudaError_t cudaMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height,
                              cudaStream_t stream = nullptr);

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                         std::size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream = nullptr);
cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent);
cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream = nullptr);
cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, int device, cudaStream_t stream = nullptr);
cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice, int device);
// As of CUDA 13.
LADDER_DEVICE cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation to, unsigned,
                                               cudaStream_t stream = nullptr) {
  return cudaMemPrefetchAsync(pointer, bytes, to.id, stream);
}
LADDER_DEVICE cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice,
                                        cudaMemLocation to) {
  return cudaMemAdvise(pointer, bytes, advice, to.id);
}

// A symbol is a variable of the device. There is one memory here, so that its address serves both.
namespace ladder::emulator {
struct DeviceSymbol {
  const void* begin;
  std::size_t bytes;
  template <typename T>
  LADDER_DEVICE DeviceSymbol(const T& symbol)
      : begin(const_cast<const void*>(static_cast<const volatile void*>(&symbol))), bytes(sizeof(T)) {}
};
}  // namespace ladder::emulator
cudaError_t cudaMemcpyToSymbol(ladder::emulator::DeviceSymbol symbol, const void* from, std::size_t bytes,
                               std::size_t offset = 0, cudaMemcpyKind = cudaMemcpyHostToDevice);
cudaError_t cudaMemcpyToSymbolAsync(ladder::emulator::DeviceSymbol symbol, const void* from, std::size_t bytes,
                                    std::size_t offset = 0, cudaMemcpyKind = cudaMemcpyHostToDevice,
                                    cudaStream_t stream = nullptr);
cudaError_t cudaMemcpyFromSymbol(void* to, ladder::emulator::DeviceSymbol symbol, std::size_t bytes,
                                 std::size_t offset = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost);
cudaError_t cudaMemcpyFromSymbolAsync(void* to, ladder::emulator::DeviceSymbol symbol, std::size_t bytes,
                                      std::size_t offset = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost,
                                      cudaStream_t stream = nullptr);
cudaError_t cudaGetSymbolAddress(void** pointer, ladder::emulator::DeviceSymbol symbol);
cudaError_t cudaGetSymbolSize(std::size_t* bytes, ladder::emulator::DeviceSymbol symbol);

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
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags = 0);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data);

cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags = cudaEventDefault);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
// More than 0, and no time of a GPU.
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end);
