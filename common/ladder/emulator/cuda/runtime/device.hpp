// The devices that a program finds: each the H200 whose rates are recorded. (CUDA Runtime API, "Device Management",
// "Occupancy".)
#pragma once

#include <cstddef>

#include "ladder/emulator/cuda/runtime/memory.hpp"

struct cudaUUID_t {
  char bytes[16];
};
struct cudaDeviceProp {
  char name[256];
  cudaUUID_t uuid;
  std::size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  std::size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
  int clockRate;  // kHz
  std::size_t totalConstMem;
  int major, minor;
  std::size_t textureAlignment, texturePitchAlignment;
  int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode;
  int maxTexture1D, maxTexture2D[2], maxTexture3D[3], maxTexture1DLayered[2], maxTexture2DLayered[3];
  std::size_t surfaceAlignment;
  int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount;
  int unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize;
  int maxThreadsPerMultiProcessor, streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
  std::size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID, hostNativeAtomicSupported;
  int singleToDoublePrecisionPerfRatio, pageableMemoryAccess, concurrentManagedAccess, computePreemptionSupported;
  int canUseHostPointerForRegisteredMem, cooperativeLaunch, cooperativeMultiDeviceLaunch;
  std::size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost, maxBlocksPerMultiProcessor;
  int accessPolicyMaxWindowSize;
  std::size_t reservedSharedMemPerBlock;
};

// The attributes of a device: the name, the number, and where it stands in cudaDeviceProp.
// clang-format off
#define LADDER_DEVICE_ATTRIBUTES(row)                                              \
  row(cudaDevAttrMaxThreadsPerBlock, 1, maxThreadsPerBlock)                        \
  row(cudaDevAttrMaxBlockDimX, 2, maxThreadsDim[0])                                \
  row(cudaDevAttrMaxBlockDimY, 3, maxThreadsDim[1])                                \
  row(cudaDevAttrMaxBlockDimZ, 4, maxThreadsDim[2])                                \
  row(cudaDevAttrMaxGridDimX, 5, maxGridSize[0])                                   \
  row(cudaDevAttrMaxGridDimY, 6, maxGridSize[1])                                   \
  row(cudaDevAttrMaxGridDimZ, 7, maxGridSize[2])                                   \
  row(cudaDevAttrMaxSharedMemoryPerBlock, 8, sharedMemPerBlock)                    \
  row(cudaDevAttrTotalConstantMemory, 9, totalConstMem)                            \
  row(cudaDevAttrWarpSize, 10, warpSize)                                           \
  row(cudaDevAttrMaxPitch, 11, memPitch)                                           \
  row(cudaDevAttrMaxRegistersPerBlock, 12, regsPerBlock)                           \
  row(cudaDevAttrClockRate, 13, clockRate)                                         \
  row(cudaDevAttrTextureAlignment, 14, textureAlignment)                           \
  row(cudaDevAttrGpuOverlap, 15, deviceOverlap)                                    \
  row(cudaDevAttrMultiProcessorCount, 16, multiProcessorCount)                     \
  row(cudaDevAttrKernelExecTimeout, 17, kernelExecTimeoutEnabled)                  \
  row(cudaDevAttrIntegrated, 18, integrated)                                       \
  row(cudaDevAttrCanMapHostMemory, 19, canMapHostMemory)                           \
  row(cudaDevAttrComputeMode, 20, computeMode)                                     \
  row(cudaDevAttrConcurrentKernels, 31, concurrentKernels)                         \
  row(cudaDevAttrEccEnabled, 32, ECCEnabled)                                       \
  row(cudaDevAttrMemoryClockRate, 36, memoryClockRate)                             \
  row(cudaDevAttrGlobalMemoryBusWidth, 37, memoryBusWidth)                         \
  row(cudaDevAttrL2CacheSize, 38, l2CacheSize)                                     \
  row(cudaDevAttrMaxThreadsPerMultiProcessor, 39, maxThreadsPerMultiProcessor)     \
  row(cudaDevAttrAsyncEngineCount, 40, asyncEngineCount)                           \
  row(cudaDevAttrUnifiedAddressing, 41, unifiedAddressing)                         \
  row(cudaDevAttrComputeCapabilityMajor, 75, major)                                \
  row(cudaDevAttrComputeCapabilityMinor, 76, minor)                                \
  row(cudaDevAttrMaxSharedMemoryPerMultiprocessor, 81, sharedMemPerMultiprocessor) \
  row(cudaDevAttrMaxRegistersPerMultiprocessor, 82, regsPerMultiprocessor)         \
  row(cudaDevAttrManagedMemory, 83, managedMemory)                                 \
  row(cudaDevAttrPageableMemoryAccess, 88, pageableMemoryAccess)                   \
  row(cudaDevAttrConcurrentManagedAccess, 89, concurrentManagedAccess)             \
  row(cudaDevAttrCooperativeLaunch, 95, cooperativeLaunch)                         \
  row(cudaDevAttrMaxSharedMemoryPerBlockOptin, 97, sharedMemPerBlockOptin)         \
  row(cudaDevAttrMaxBlocksPerMultiprocessor, 106, maxBlocksPerMultiProcessor)
// clang-format on
enum cudaDeviceAttr {
#define LADDER_ROW(name, number, member) name = number,
  LADDER_DEVICE_ATTRIBUTES(LADDER_ROW)
#undef LADDER_ROW
};
enum cudaLimit {
  cudaLimitStackSize,
  cudaLimitPrintfFifoSize,
  cudaLimitMallocHeapSize,
  cudaLimitDevRuntimeSyncDepth,
  cudaLimitDevRuntimePendingLaunchCount,
  cudaLimitMaxL2FetchGranularity,
  cudaLimitPersistingL2CacheSize
};
enum cudaFuncCache {
  cudaFuncCachePreferNone,
  cudaFuncCachePreferShared,
  cudaFuncCachePreferL1,
  cudaFuncCachePreferEqual
};
enum cudaSharedMemConfig {
  cudaSharedMemBankSizeDefault,
  cudaSharedMemBankSizeFourByte,
  cudaSharedMemBankSizeEightByte
};

inline constexpr unsigned cudaDeviceScheduleAuto = 0, cudaDeviceScheduleSpin = 1, cudaDeviceScheduleYield = 2,
                          cudaDeviceScheduleBlockingSync = 4, cudaDeviceBlockingSync = 4, cudaDeviceMapHost = 8;

enum cudaComputeMode {
  cudaComputeModeDefault,
  cudaComputeModeExclusive,
  cudaComputeModeProhibited,
  cudaComputeModeExclusiveProcess
};

cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaDeviceReset();
cudaError_t cudaThreadSynchronize();  // of before CUDA 4
cudaError_t cudaThreadExit();
cudaError_t cudaSetDeviceFlags(unsigned flags);
cudaError_t cudaGetDeviceFlags(unsigned* flags);
cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int device);
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config);
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config);
cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value);
cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit);
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest);
cudaError_t cudaDriverGetVersion(int* version);
cudaError_t cudaRuntimeGetVersion(int* version);

enum cudaDeviceP2PAttr {
  cudaDevP2PAttrPerformanceRank = 1,
  cudaDevP2PAttrAccessSupported = 2,
  cudaDevP2PAttrNativeAtomicSupported = 3,
  cudaDevP2PAttrCudaArrayAccessSupported = 4
};

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer);
cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, std::size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, std::size_t bytes,
                                cudaStream_t stream = nullptr);
