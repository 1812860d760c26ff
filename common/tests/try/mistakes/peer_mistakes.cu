// Programs for two devices that are wrong, one for each mistake: the argument says which. devices_checks.cpp says what
// has to be said of each.
#include <cstdio>
#include <map>
#include <string>

constexpr int n = 256;
constexpr size_t bytes = n * sizeof(float);

__global__ void fill(float* out) { out[threadIdx.x] = threadIdx.x; }
__global__ void twice(const float* in, float* out) {
  out[threadIdx.x] = 2 * in[threadIdx.x];  // no_access
}

float host[n];

float* array_on(int device) {
  float* a = nullptr;
  cudaSetDevice(device);
  cudaMalloc(&a, bytes);
  cudaMemset(a, 0, bytes);
  cudaDeviceSynchronize();
  return a;
}
cudaStream_t stream_on(int device) {
  cudaStream_t stream;
  cudaSetDevice(device);
  cudaStreamCreate(&stream);
  return stream;
}

void no_access() {
  float *in = array_on(1), *out = array_on(0);
  twice<<<1, n>>>(in, out);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
void access_the_other_way() {
  float *in = array_on(1), *out = array_on(0);
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  cudaSetDevice(0);
  twice<<<1, n>>>(in, out);
  cudaDeviceSynchronize();
}
void access_disabled() {
  float *in = array_on(1), *out = array_on(0);
  cudaDeviceEnablePeerAccess(1, 0);
  twice<<<1, n>>>(in, out);
  cudaDeviceSynchronize();
  cudaDeviceDisablePeerAccess(1);
  twice<<<1, n>>>(in, out);
  cudaDeviceSynchronize();
}
void third_device() {
  cudaError_t error = cudaSetDevice(2);  // third_device
  printf("%s\n", cudaGetErrorName(error));
}
void foreign_stream() {
  float* a = array_on(0);
  cudaStream_t stream = stream_on(1);
  cudaSetDevice(0);
  fill<<<1, n, 0, stream>>>(a);  // foreign_stream
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
void foreign_event() {
  cudaEvent_t event;
  cudaStream_t stream = stream_on(1);
  cudaSetDevice(0);
  cudaEventCreate(&event);
  cudaError_t error = cudaEventRecord(event, stream);  // foreign_event
  printf("%s\n", cudaGetErrorName(error));
}
void time_between_devices() {
  cudaEvent_t events[2];
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    cudaEventCreate(&events[device]);
    cudaEventRecord(events[device]);
    cudaDeviceSynchronize();
  }
  float ms = 0;
  cudaError_t error = cudaEventElapsedTime(&ms, events[0], events[1]);  // time_between_devices
  printf("%s\n", cudaGetErrorName(error));
}
void waits_for_the_other_device() {
  float *from = array_on(0), *to = array_on(1);
  cudaStream_t stream = stream_on(0);
  fill<<<1, n, 0, stream>>>(from);
  cudaSetDevice(1);
  cudaDeviceSynchronize();
  cudaMemcpyPeerAsync(to, 1, from, 0, bytes, stream_on(1));  // waits_for_the_other_device
  cudaDeviceSynchronize();
}
void pushed_too_late() {
  float *from = array_on(0), *to = array_on(1), *out = array_on(1);
  cudaStream_t stream = stream_on(0);
  cudaMemcpyPeerAsync(to, 1, from, 0, bytes, stream);
  cudaSetDevice(1);
  twice<<<1, n>>>(to, out);  // pushed_too_late
  cudaDeviceSynchronize();
}
void pinned_of_the_other_device() {
  float *d = array_on(0), *h = nullptr;
  cudaMallocHost(&h, bytes);
  cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, stream_on(0));
  cudaSetDevice(1);
  cudaDeviceSynchronize();
  printf("%g\n", h[5]);  // pinned_of_the_other_device
}
void wrong_peer() {
  float *from = array_on(0), *to = array_on(1);
  cudaMemcpyPeer(to, 0, from, 1, bytes);  // wrong_peer
}
void no_such_peer() {
  float *from = array_on(0), *to = array_on(1);
  cudaMemcpyPeer(to, 2, from, 0, bytes);  // no_such_peer
}
void beyond_the_peer() {
  float *from = array_on(0), *to = array_on(1);
  cudaMemcpyPeer(to + 1, 1, from, 0, bytes);  // beyond_the_peer
}
void freed_while_in_use() {
  float *from = array_on(0), *to = array_on(1);
  cudaMemcpyPeerAsync(to, 1, from, 0, bytes, stream_on(0));
  cudaFree(to);  // freed_while_in_use
}

void brings_nothing() {
  float *from = nullptr, *to = array_on(1), *out = array_on(1);
  cudaSetDevice(0);
  cudaMalloc(&from, bytes);
  cudaMemcpyPeer(to, 1, from, 0, bytes);  // brings_nothing
  cudaSetDevice(1);
  twice<<<1, n>>>(to, out);
  cudaDeviceSynchronize();
}

int main(int, char** argv) {
#define ROW(name) \
  { #name, name }
  const std::map<std::string, void (*)()> programs = {ROW(no_access),
                                                      ROW(brings_nothing),
                                                      ROW(access_the_other_way),
                                                      ROW(access_disabled),
                                                      ROW(third_device),
                                                      ROW(foreign_stream),
                                                      ROW(foreign_event),
                                                      ROW(time_between_devices),
                                                      ROW(waits_for_the_other_device),
                                                      ROW(pushed_too_late),
                                                      ROW(pinned_of_the_other_device),
                                                      ROW(wrong_peer),
                                                      ROW(no_such_peer),
                                                      ROW(beyond_the_peer),
                                                      ROW(freed_while_in_use)};
  programs.at(argv[1])();
}
