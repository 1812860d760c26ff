// Programs whose host code is wrong, one for each mistake: the argument says which. host_checks.cpp says what has to be
// said of each.
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <numeric>
#include <string>

constexpr int n = 256;
constexpr size_t bytes = n * sizeof(float);
__constant__ float factors[4];
__device__ float beside_host[4];

__global__ void twice(const float* in, float* out) { out[threadIdx.x] = 2 * in[threadIdx.x]; }
__global__ void fill(float* out) { out[threadIdx.x] = threadIdx.x; }
__global__ void with_dynamic(float* out) {
  extern __shared__ float values[];
  values[threadIdx.x] = 1;
  out[threadIdx.x] = values[threadIdx.x];
}

float host[n];

float* device_array() {
  float* a = nullptr;
  cudaMalloc(&a, bytes);
  return a;
}
float* filled_array() {
  float* a = device_array();
  cudaMemset(a, 0, bytes);
  return a;
}

void device_memory_on_host() {
  float* d = filled_array();
  d[3] = 1;  // device_memory_on_host
}
void device_memory_in_library() {
  float* d = filled_array();
  std::printf("%g\n", std::accumulate(d, d + n, 0.0f));  // device_memory_in_library
}
void behind_its_end() {
  float* d = filled_array();
  cudaMemcpy(host, d + 5000, bytes, cudaMemcpyDeviceToHost);  // behind_its_end
}
void wrong_direction() {
  float* d = device_array();
  cudaMemcpy(d, host, bytes, cudaMemcpyDeviceToHost);  // wrong_direction
}
void swapped_pointers() {
  float* d = filled_array();
  cudaMemcpy(d, host, bytes, cudaMemcpyDeviceToHost);  // swapped_pointers
}
void within_the_device() {
  float *from = filled_array(), *to = nullptr;
  cudaMalloc(&to, bytes);
  cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice);  // within_the_device
  host[n - 1] = -1;
  const cudaError_t error = cudaMemcpy(host, to, bytes, cudaMemcpyDeviceToHost);
  printf("%s, the last is %g\n", cudaGetErrorName(error), host[n - 1]);
}
void too_many_bytes() {
  float* d = device_array();
  static float large[2 * n];
  cudaMemcpy(d, large, sizeof(large), cudaMemcpyHostToDevice);  // too_many_bytes
}
void elements_for_bytes() {
  float *in = device_array(), *out = device_array();
  cudaMemcpy(in, host, n, cudaMemcpyHostToDevice);
  twice<<<1, n>>>(in, out);
  cudaDeviceSynchronize();
}
void copy_after_free() {
  float* d = filled_array();
  cudaFree(d);                                         // freed
  cudaMemcpy(host, d, bytes, cudaMemcpyDeviceToHost);  // copy_after_free
}
void kernel_after_free() {
  float* d = filled_array();
  cudaFree(d);
  fill<<<1, n>>>(d);
  cudaDeviceSynchronize();
}
void freed_twice() {
  float* d = device_array();
  cudaFree(d);
  cudaFree(d);  // freed_twice
}
void freed_host_memory() {
  float* h = static_cast<float*>(malloc(bytes));
  cudaFree(h);  // freed_host_memory
  free(h);
}
void freed_behind_its_end() {
  float* d = device_array();
  cudaFree(d + n);  // freed_behind_its_end
}
void set_on_the_host() {
  cudaMemset(host, 0, bytes);  // set_on_the_host
}
void freed_in_the_middle() {
  float* d = device_array();
  cudaFree(d + 4);  // freed_in_the_middle
}
void freed_by_the_wrong_function() {
  float* h = nullptr;
  cudaMallocHost(&h, bytes);
  cudaFree(h);  // freed_by_the_wrong_function
}
void freed_by_the_library() {
  float* d = device_array();
  free(d);  // freed_by_the_library
}
void not_registered() {
  float* d = nullptr;
  cudaHostGetDevicePointer(&d, host, 0);  // not_registered
}
void registered_twice() {
  cudaHostRegister(host, bytes, cudaHostRegisterDefault);
  cudaHostRegister(host + n - 1, bytes, cudaHostRegisterDefault);  // registered_twice
}
void registered_in_part() {
  float* d = nullptr;
  cudaHostRegister(host, bytes / 2, cudaHostRegisterMapped);
  cudaHostGetDevicePointer(&d, host, 0);
  fill<<<1, n / 2>>>(d);
  fill<<<1, n>>>(host);
  cudaDeviceSynchronize();
  std::printf("%g\n", host[n / 2 - 1]);
}
void unregistered() {
  cudaHostRegister(host, bytes, cudaHostRegisterMapped);
  cudaHostUnregister(host);
  cudaHostUnregister(host);  // unregistered
  fill<<<1, n>>>(host);
  cudaDeviceSynchronize();
}
void no_addresses() {
  const rlimit none{};
  setrlimit(RLIMIT_AS, &none);
  float* d = nullptr;
  cudaMalloc(&d, bytes);  // no_addresses
}
void too_much_in_all() {
  float *large = nullptr, *managed = nullptr, *d = nullptr;
  size_t left = 0, total = 0;
  cudaMalloc(&large, 100ull << 30);
  cudaMallocManaged(&managed, 100ull << 30);
  const cudaError_t error = cudaMalloc(&d, 100ull << 30);  // too_much_in_all
  cudaMemGetInfo(&left, &total);
  std::printf("%s, %zu GiB used\n", cudaGetErrorName(error), (total - left) >> 30);
  cudaFree(large);
  std::printf("%s\n", cudaGetErrorName(cudaMalloc(&d, 100ull << 30)));
}
void leak() {
  float* lost = nullptr;
  cudaMalloc(&lost, bytes);  // leak
}
void managed_too_early() {
  float* m = nullptr;
  cudaMallocManaged(&m, bytes);
  fill<<<1, n>>>(m);
  printf("%g\n", m[5]);  // managed_too_early
}
void pinned_too_early() {
  float *d = filled_array(), *h = nullptr;
  cudaMallocHost(&h, bytes);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, stream);
  printf("%g\n", h[5]);  // pinned_too_early
}
void overwritten_too_early() {
  float *d = device_array(), *h = nullptr;
  cudaMallocHost(&h, bytes);
  memset(h, 0, bytes);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpyAsync(d, h, bytes, cudaMemcpyHostToDevice, stream);
  h[5] = 1;  // overwritten_too_early
}
void time_too_early() {
  float *d = device_array(), ms = 0;
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin);
  fill<<<1, n>>>(d);
  cudaEventRecord(end);
  cudaEventElapsedTime(&ms, begin, end);  // time_too_early
}
void unordered_streams() {
  float *in = filled_array(), *out = device_array();
  cudaStream_t first, second;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaDeviceSynchronize();
  fill<<<1, n, 0, first>>>(in);
  twice<<<1, n, 0, second>>>(in, out);  // unordered_streams
  cudaDeviceSynchronize();
}
void too_many_threads() {
  float* d = device_array();
  fill<<<1, 4 * n + 1>>>(d);  // too_many_threads
  cudaDeviceSynchronize();
}
#define MOST 64
__global__ void __launch_bounds__(MOST) bounded(float* d) { d[threadIdx.x] = 1; }
void beyond_launch_bounds() {
  float* d = device_array();
  bounded<<<1, n>>>(d);  // beyond_launch_bounds
  cudaDeviceSynchronize();
}
void empty_grid() {
  float* d = device_array();
  fill<<<0, n>>>(d);  // empty_grid
  cudaGetLastError();
}
void too_much_shared() {
  float* d = device_array();
  with_dynamic<<<1, n, 64 * 1024>>>(d);  // too_much_shared
  cudaGetLastError();
}
void host_pointer_to_kernel() {
  float* h = static_cast<float*>(malloc(bytes));
  fill<<<1, n>>>(h);
  cudaDeviceSynchronize();
  free(h);
}
void null_to_kernel() {
  fill<<<1, n>>>(nullptr);
  cudaDeviceSynchronize();
}
void symbol_too_large() {
  cudaMemcpyToSymbol(factors, host, 8 * sizeof(float));  // symbol_too_large
}
void symbol_by_name() {
  cudaMemcpyToSymbol("factors", host, 4 * sizeof(float));  // symbol_by_name
}
void address_by_name() {
  float* d = nullptr;
  cudaGetSymbolAddress((void**)&d, "factors");  // address_by_name
}
void narrow_pitch() {
  float* d = nullptr;
  size_t pitch = 0;
  cudaMallocPitch(&d, &pitch, 100 * sizeof(float), 2);
  cudaMemcpy2D(d, 100, host, 100 * sizeof(float), 100 * sizeof(float), 2, cudaMemcpyHostToDevice);  // narrow_pitch
}
void nothing_written() {
  float* d = device_array();
  fill<<<1, n / 2>>>(d);
  cudaMemcpy(host, d, bytes, cudaMemcpyDeviceToHost);  // nothing_written
}
void destroyed_stream() {
  float* d = device_array();
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamDestroy(stream);
  fill<<<1, n, 0, stream>>>(d);  // destroyed_stream
}
void calls_in_callback() {
  cudaHostFn_t clear = [](void* d) { cudaMemset(d, 1, bytes); };
  cudaLaunchHostFunc(nullptr, clear, filled_array());  // calls_in_callback
}

int main(int, char** argv) {
#define ROW(name) \
  { #name, name }
  const std::map<std::string, void (*)()> programs = {ROW(device_memory_on_host), ROW(device_memory_in_library),
                                                      ROW(wrong_direction),       ROW(behind_its_end),
                                                      ROW(within_the_device),     ROW(swapped_pointers),
                                                      ROW(too_many_bytes),        ROW(elements_for_bytes),
                                                      ROW(copy_after_free),       ROW(kernel_after_free),
                                                      ROW(freed_twice),           ROW(freed_host_memory),
                                                      ROW(freed_behind_its_end),  ROW(set_on_the_host),
                                                      ROW(freed_in_the_middle),   ROW(freed_by_the_wrong_function),
                                                      ROW(freed_by_the_library),  ROW(not_registered),
                                                      ROW(registered_twice),      ROW(registered_in_part),
                                                      ROW(unregistered),          ROW(no_addresses),
                                                      ROW(too_much_in_all),       ROW(leak),
                                                      ROW(managed_too_early),     ROW(pinned_too_early),
                                                      ROW(overwritten_too_early), ROW(time_too_early),
                                                      ROW(unordered_streams),     ROW(too_many_threads),
                                                      ROW(beyond_launch_bounds),  ROW(empty_grid),
                                                      ROW(too_much_shared),       ROW(host_pointer_to_kernel),
                                                      ROW(null_to_kernel),        ROW(symbol_too_large),
                                                      ROW(symbol_by_name),        ROW(address_by_name),
                                                      ROW(narrow_pitch),          ROW(nothing_written),
                                                      ROW(destroyed_stream),      ROW(calls_in_callback)};
  programs.at(argv[1])();
}
