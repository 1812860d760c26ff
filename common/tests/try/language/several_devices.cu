// What CUDA says of several devices; each line that is not as expected is told. Run with two.
#include <cstdio>
#include <thread>

int failures = 0;
void expect(const char* what, bool is_true) {
  if (!is_true) printf("%s: not so\n", what), ++failures;
}

__constant__ float factor;
__device__ int number = 5;
__managed__ int managed = 0;
__global__ void fill(float* out) { out[threadIdx.x] = factor * threadIdx.x; }
__global__ void count() { number += 1, managed += 1; }
__global__ void add_one(float* out, const float* in) { out[threadIdx.x] = in[threadIdx.x] + 1; }

constexpr int n = 64;
constexpr size_t bytes = n * sizeof(float);
float host[n];

void devices() {
  int count = 0, device = -1;
  expect("two devices", cudaGetDeviceCount(&count) == cudaSuccess && count == 2);
  cudaSetDevice(1);
  expect("the device of this thread", cudaGetDevice(&device) == cudaSuccess && device == 1);
  std::thread([&] { cudaGetDevice(&device); }).join();
  expect("another thread begins with the first", device == 0);
  cudaDeviceProp first, second, none;
  cudaGetDeviceProperties(&first, 0);
  cudaGetDeviceProperties(&second, 1);
  expect("places of their own", first.pciBusID != second.pciBusID);
  expect("no third", cudaGetDeviceProperties(&none, 2) == cudaErrorInvalidDevice);
  cudaGetLastError();
}

void allocations() {
  float *a = nullptr, *b = nullptr;
  cudaSetDevice(0);
  cudaMalloc(&a, bytes);
  cudaSetDevice(1);
  cudaMalloc(&b, bytes);
  cudaPointerAttributes of_a, of_b;
  cudaPointerGetAttributes(&of_a, a);
  cudaPointerGetAttributes(&of_b, b);
  expect("whose memory", of_a.device == 0 && of_b.device == 1);
  size_t free_bytes = 0, total = 0;
  cudaMemGetInfo(&free_bytes, &total);
  expect("memory of this device", total - free_bytes == bytes);
  cudaDeviceReset();
  expect("the other device keeps its own", cudaMemset(a, 0, bytes) == cudaSuccess);
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  cudaFree(a);
}

void variables() {
  for (int device = 0; device < 2; ++device) {
    const float value = device + 1;
    cudaSetDevice(device);
    cudaMemcpyToSymbol(factor, &value, sizeof value);
    for (int i = 0; i <= device; ++i) count<<<1, 1>>>();
  }
  for (int device = 0; device < 2; ++device) {
    int numbers = 0;
    float* a = nullptr;
    cudaSetDevice(device);
    cudaMalloc(&a, bytes);
    fill<<<1, n>>>(a);
    cudaMemcpy(host, a, bytes, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&numbers, number, sizeof numbers);
    expect("its own constant", host[3] == 3 * (device + 1));
    expect("its own variable", numbers == 6 + device);
    cudaFree(a);
  }
  cudaDeviceSynchronize();
  expect("managed is everybody's", managed == 3);
}

void streams_and_events() {
  cudaStream_t stream;
  cudaEvent_t here, there;
  float *a = nullptr, ms = 0;
  cudaSetDevice(1);
  cudaMalloc(&a, bytes);
  cudaStreamCreate(&stream);
  cudaEventCreate(&there);
  cudaSetDevice(0);
  cudaEventCreate(&here);
  expect("a copy in a stream of another device", cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice, stream) == 0);
  expect("an event of its device", cudaEventRecord(there, stream) == cudaSuccess);
  expect("waiting for it on another one", cudaStreamWaitEvent(nullptr, there, 0) == cudaSuccess);
  cudaEventRecord(here);
  cudaEventSynchronize(there);
  cudaEventSynchronize(here);
  cudaFree(a);
  cudaStreamDestroy(stream);
  static_cast<void>(ms);
}

void peers() {
  int can = 0;
  expect("the other one", cudaDeviceCanAccessPeer(&can, 0, 1) == cudaSuccess && can == 1);
  expect("not itself", cudaDeviceCanAccessPeer(&can, 1, 1) == cudaSuccess && can == 0);
  expect("no third peer", cudaDeviceCanAccessPeer(&can, 0, 2) == cudaErrorInvalidDevice);
  cudaSetDevice(0);
  expect("not yet enabled", cudaDeviceDisablePeerAccess(1) == cudaErrorPeerAccessNotEnabled);
  expect("enabled", cudaDeviceEnablePeerAccess(1, 0) == cudaSuccess);
  expect("twice", cudaDeviceEnablePeerAccess(1, 0) == cudaErrorPeerAccessAlreadyEnabled);
  expect("oneself", cudaDeviceEnablePeerAccess(0, 0) == cudaErrorInvalidDevice);
  expect("flags", cudaDeviceEnablePeerAccess(1, 1) == cudaErrorInvalidValue);
  expect("the last error", cudaGetLastError() == cudaErrorInvalidValue);
}

// From device 0 to 1: 3 copies of 256, 128 and 4 times 16 bytes; to 0: one of 256. The kernel on device 0 loads 8
// sectors of device 1 and stores 8 there.
void exchange() {
  float *a = nullptr, *b = nullptr, *c = nullptr;
  cudaSetDevice(0);
  cudaMalloc(&a, bytes);
  fill<<<1, n>>>(a);
  cudaSetDevice(1);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMemset(b, 0, bytes);
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  expect("cudaMemcpyPeer", cudaMemcpyPeer(b, 1, a, 0, bytes) == cudaSuccess);
  add_one<<<1, n>>>(c, b);  // behind the copy, which went alone
  cudaMemcpy(host, c, bytes, cudaMemcpyDeviceToHost);
  expect("a kernel at its peer's memory", host[5] == 6);
  cudaMemcpy(a, c, bytes, cudaMemcpyDefault);
  cudaMemcpyAsync(b, a, bytes / 2, cudaMemcpyDeviceToDevice);
  cudaMemcpy2D(b, 64, a, 32, 16, 4, cudaMemcpyDeviceToDevice);
  cudaMemcpy(host, b, bytes, cudaMemcpyDeviceToHost);
  expect("what was copied", host[1] == 2 && host[16] == 9);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}

int main() {
  devices();
  allocations();
  variables();
  streams_and_events();
  peers();
  exchange();
  printf("%d failures, %s\n", failures, cudaGetErrorName(cudaGetLastError()));
  return failures;
}
