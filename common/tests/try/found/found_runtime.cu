// What public programs include and call besides the usual.
#include <cuComplex.h>
#include <cuda.h>
#include <cuda_profiler_api.h>
#include <device_launch_parameters.h>
#include <driver_types.h>
#include <sm_35_intrinsics.h>
#include <vector_types.h>

#include <cstdio>

int failures = 0;
void expect(const char* what, bool holds) {
  if (holds) return;
  printf("%s\n", what);
  ++failures;
}

void CUDART_CB note(cudaStream_t, cudaError_t status, void* data) { *static_cast<int*>(data) = 1 + status; }

__global__ void divide(cuDoubleComplex* a) { a[0] = cuCdiv(cuCmul(a[0], a[1]), a[1]); }

int main() {
#if !defined(__DRIVER_TYPES_H__) || !defined(__CUDA_RUNTIME_H__)
  expect("the helper headers' marks", false);
#endif
#ifndef __NVCC__
  expect("nvcc's mark", false);
#endif
  expect("an error of the driver, which is never called", CUresult(700) == CUDA_ERROR_ILLEGAL_ADDRESS);
  cudaProfilerStart();
  int device = 1, mode = 1;
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  expect("cudaChooseDevice", cudaChooseDevice(&device, &properties) == cudaSuccess && device == 0);
  cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, device);
  expect("compute mode", mode == cudaComputeModeDefault && properties.computeMode != cudaComputeModeProhibited);

  cuDoubleComplex* a;
  cudaMallocManaged(&a, 2 * sizeof *a);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamAttachMemAsync(stream, a);
  const cudaMemLocation here{cudaMemLocationTypeDevice, 0};
  expect("cudaMemAdvise of CUDA 13", cudaMemAdvise(a, 32, cudaMemAdviseSetReadMostly, here) == cudaSuccess);
  expect("cudaMemPrefetchAsync of CUDA 13", cudaMemPrefetchAsync(a, 32, here, 0, stream) == cudaSuccess);
  a[0] = make_cuDoubleComplex(3, 4);
  a[1] = make_cuDoubleComplex(0, 2);
  expect("cuCabs", cuCabs(a[0]) == 5);
  divide<<<1, 1, 0, stream>>>(a);
  int called = 0;
  cudaStreamAddCallback(stream, note, &called, 0);
  cudaStreamSynchronize(stream);
  expect("cuCdiv", cuCreal(a[0]) == 3 && cuCimag(a[0]) == 4);
  expect("a callback", called == 1);
  cudaStreamDestroy(stream);
  cudaFree(a);

  float* pinned;
  cudaHostAlloc(&pinned, 64, cudaHostAllocDefault);
  cudaMemset(pinned, 0, 64);  // for which the host waits
  expect("cudaMemset of pinned memory", pinned[0] == 0);
  cudaFreeHost(pinned);
  cudaSetDeviceFlags(cudaDeviceBlockingSync);
  size_t stack = 0, heap = 0;
  cudaDeviceSetLimit(cudaLimitStackSize, 4096);
  cudaDeviceGetLimit(&stack, cudaLimitStackSize);
  cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize);
  expect("a limit that was set, and one that was not", stack == 4096 && heap == 8 << 20);

  cudaMemPool_t pool;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  const auto attribute = [pool](cudaMemPoolAttr which) {
    unsigned long long value = 1;
    expect("cudaMemPoolGetAttribute", cudaMemPoolGetAttribute(pool, which, &value) == cudaSuccess);
    return value;
  };
  unsigned long long threshold = 1 << 20, none = 0;
  expect("no threshold at first", attribute(cudaMemPoolAttrReleaseThreshold) == 0);
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
  expect("a threshold", attribute(cudaMemPoolAttrReleaseThreshold) == threshold);
  float* of_pool;
  cudaMallocAsync(&of_pool, 4096, 0);
  expect("bytes of the pool in use", attribute(cudaMemPoolAttrUsedMemCurrent) == 4096);
  cudaFreeAsync(of_pool, 0);
  expect("bytes that were",
         attribute(cudaMemPoolAttrUsedMemCurrent) == 0 && attribute(cudaMemPoolAttrUsedMemHigh) == 4096);
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &none);
  expect("the most, reset", attribute(cudaMemPoolAttrUsedMemHigh) == 0);
  int reuse = 0;
  cudaMemPoolGetAttribute(pool, cudaMemPoolReuseFollowEventDependencies, &reuse);
  expect("reuse is allowed", reuse == 1);

  // One GPU where there may be several.
  int can = 1;
  cudaDeviceCanAccessPeer(&can, 0, 0);
  expect("no peer", can == 0 && cudaDeviceEnablePeerAccess(0, 0) == cudaErrorInvalidDevice);
  expect("the error stays", cudaGetLastError() == cudaErrorInvalidDevice);
  float *from, *to, result[4];
  cudaMalloc(&from, 16);
  cudaMalloc(&to, 16);
  cudaMemset2DAsync(from, 8, 0, 8, 2);
  expect("cudaMemcpyPeer", cudaMemcpyPeer(to, 0, from, 0, 16) == cudaSuccess);
  cudaMemcpy(result, to, 16, cudaMemcpyDeviceToHost);
  expect("what it copied", result[3] == 0);
  cudaFree(from);
  cudaFree(to);
  cudaProfilerStop();
  return failures;
}
