// Mistakes of which the first line of the report is to be the cause, and harmless twins of them. argv[1] chooses one.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

constexpr int n = 256;
constexpr size_t bytes = n * sizeof(float);
constexpr int side = 47000;  // squared it is more than 2^31
float host[n];
__constant__ float* table;

__global__ void twice(const float* in, float* out) { out[threadIdx.x] = 2 * in[threadIdx.x]; }  // at twice
__global__ void fill(float* a) { a[threadIdx.x] = 1; }
__global__ void by_table(float* out) { out[threadIdx.x] = table[threadIdx.x]; }
struct Arrays {
  const float* in;
  float* out;
};
__global__ void of_struct(Arrays arrays) { arrays.out[threadIdx.x] = arrays.in[threadIdx.x]; }
__global__ void beyond(float* a) { a[threadIdx.x + n] = 1; }  // index_beyond

__global__ void diagonal(char* a, int size) {
  const int row = size - 1 - static_cast<int>(threadIdx.x);
  a[row * size + row] = 1;  // product_of_ints
}
__global__ void diagonal_by_size_t(char* a, size_t size) {
  const size_t row = size - 1 - threadIdx.x;
  a[row * size + row] = 1;
}
__global__ void of_a_row(char* a, int stride) {
  char* const row = a + (side - 1) * stride;
  row[threadIdx.x] = 1;  // row_of_ints
}
__global__ void pairs(short* a, int count) {
  const int last = count + count;
  a[last + static_cast<int>(threadIdx.x)] = 1;  // sum_of_ints
}
__global__ void middle(char* a, int low, int high) {
  a[(low + high) / 2 + static_cast<int>(threadIdx.x)] = 1;  // middle_of_ints
}
__global__ void one_before(char* a) { a[static_cast<long>(threadIdx.x) - 1] = 1; }  // just_before

// Reads `out` where `in` was meant.
__global__ void reads_its_output(const float* in, float* out) {
  __shared__ float tile[n];
  tile[threadIdx.x] = out[threadIdx.x];  // output_for_input
  __syncthreads();
  out[threadIdx.x] = tile[n - 1 - threadIdx.x] + in[0];
}
// The same in a line of which another block has the element.
__global__ void reads_its_output_across(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, from = i % 64 < 32 ? i : (i + n / 2) % n;
  const float value = out[from];  // output_across_blocks
  __syncthreads();
  out[i] = value + in[i];
}

float* array() {
  float* a = nullptr;
  cudaMalloc(&a, bytes);
  return a;
}
float* filled() {
  float* a = array();
  cudaMemcpy(a, host, bytes, cudaMemcpyHostToDevice);
  return a;
}
template <typename T>
T* large(size_t count) {
  T* a = nullptr;
  cudaMalloc(&a, count * sizeof(T));
  return a;
}

// Pointers that are wrong.
// A reference is the address of a variable of the host.
__global__ void by_reference(const Arrays& arrays) {
  arrays.out[threadIdx.x] = 1;  // reference_to_the_host
}
void reference_to_the_host() { by_reference<<<1, n>>>(Arrays{nullptr, nullptr}); }

// What is read and then exchanged is lost where another thread exchanges in between.
__global__ void greatest(const float* in, float* out) {
  if (threadIdx.x == 0) atomicExch(out, fmaxf(*out, in[blockIdx.x]));  // read_and_exchanged
}
void read_and_exchanged();

// A thread that waits for a plain value.
__global__ void waits_its_turn(int* turn) {
  if (threadIdx.x == 0) atomicExch(turn, 1);
  while (threadIdx.x == 1 && *turn != 1)  // waits_for_a_plain_value
    ;
}
void waits_for_a_plain_value() {
  int* turn;
  cudaMalloc(&turn, sizeof(int));
  cudaMemset(turn, 0, sizeof(int));
  waits_its_turn<<<1, 32>>>(turn);
}

void stack_of_the_host() {
  float here[n];
  fill<<<1, n>>>(here);
}
void heap_in_a_struct() {
  float* const heap = static_cast<float*>(malloc(bytes));
  of_struct<<<1, n>>>({heap, array()});
  cudaDeviceSynchronize();
  free(heap);
}
void null_in_a_struct() { of_struct<<<1, n>>>({nullptr, array()}); }
void never_allocated() {
  float* in = nullptr;
  twice<<<1, n>>>(in, array());
}
void freed_before() {
  float* in = filled();
  cudaFree(in);
  twice<<<1, n>>>(in, array());
}
void index_beyond() { beyond<<<1, n>>>(array()); }

// Offsets that do not fit 32 bits.
void product_of_ints() { diagonal<<<1, 32>>>(large<char>(size_t{side} * side), side); }
void product_of_size_t() { diagonal_by_size_t<<<1, 32>>>(large<char>(size_t{side} * side), side); }
void row_of_ints() { of_a_row<<<1, 32>>>(large<char>(size_t{side} * side), side); }
void sum_of_ints() { pairs<<<1, 32>>>(large<short>(2'200'000'064), 1'100'000'000); }
void middle_of_ints() { middle<<<1, 32>>>(large<char>(2'000'000'000), 1'500'000'000, 1'900'000'000); }
void middle_that_fits() { middle<<<1, 32>>>(large<char>(2'000'000'000), 500'000'000, 1'500'000'000); }
void just_before() { one_before<<<1, 32>>>(large<char>(size_t{1} << 32)); }

// What the host did before.
void pointer_for_its_address() {
  cudaMemcpyToSymbol(table, filled(), sizeof(float*));  // pointer_for_its_address
  by_table<<<1, n>>>(array());
}
void elements_for_bytes() {
  float* in = array();
  cudaMemcpy(in, host, n, cudaMemcpyHostToDevice);  // elements_for_bytes
  twice<<<1, n>>>(in, array());
  cudaDeviceSynchronize();
}
void pinned_elements_for_bytes() {
  float *in = array(), *pinned;
  cudaMallocHost(&pinned, bytes);
  std::memcpy(pinned, host, bytes);
  cudaMemcpy(in, pinned, n, cudaMemcpyHostToDevice);  // pinned_elements_for_bytes
  twice<<<1, n>>>(in, array());
  cudaDeviceSynchronize();
  cudaFreeHost(pinned);
}
__global__ void counts(int* threads) { atomicAdd(threads, 1); }  // unset_counter
void unset_counter() {
  int* threads;
  cudaMalloc(&threads, sizeof(int));
  counts<<<1024, 64>>>(threads);
  cudaDeviceSynchronize();
  cudaFree(threads);
}
void wrong_direction() {
  float* in = array();
  cudaMemcpy(in, host, bytes, cudaMemcpyDeviceToHost);  // wrong_direction
  twice<<<1, n>>>(in, array());
  cudaDeviceSynchronize();
}
void launch_that_failed() {
  float* in = array();
  fill<<<1, 8 * n>>>(in);  // launch_that_failed
  twice<<<1, n>>>(in, array());
  cudaDeviceSynchronize();
}
void size_behind_a_hazard() {
  float *in = array(), *out = array();
  twice<<<1, n>>>(in, out);
  cudaMemcpy(host, out, 2 * bytes, cudaMemcpyDeviceToHost);  // size_behind_a_hazard
}
void address_of_the_pointer() {
  float* in = filled();
  cudaMemcpyToSymbol(table, &in, sizeof in);
  by_table<<<1, n>>>(array());
  cudaDeviceSynchronize();
}
void output_for_input() { reads_its_output<<<1, n>>>(filled(), array()); }
void read_and_exchanged() { greatest<<<4, 64>>>(filled(), filled()); }
void output_across_blocks() { reads_its_output_across<<<n / 64, 64>>>(filled(), array()); }

// Who comes first in the program: the first launch of a kernel is right, and one between the two leaves a wrong place.
__global__ void from_there(const float* in, const int* begin, float* out) {
  out[threadIdx.x] = in[*begin + threadIdx.x];
}
__global__ void all_set(int* begin, unsigned threads) {
  if (threadIdx.x < threads) *begin = static_cast<int>(1000 * threadIdx.x);  // race_before_its_index
}
void set_between(unsigned threads) {
  float *in = filled(), *out = array();
  int* begin = nullptr;
  cudaMalloc(&begin, sizeof(int));
  cudaMemset(begin, 0, sizeof(int));
  for (int i = 0; i < 2; ++i) {
    from_there<<<1, n>>>(in, begin, out);
    all_set<<<1, n>>>(begin, i == 0 ? threads : 0);
  }
  cudaDeviceSynchronize();
}
void race_before_its_index() { set_between(n); }
void index_of_one() { set_between(1); }
void index_of_nobody() { set_between(0); }

// What a counter is set to comes too late for those that count already.
__global__ void count_the_next(int* counts, int* slots, bool set, bool wait) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, next = (i + 1) % (gridDim.x * blockDim.x);
  if (set) counts[i] = 0;  // set_while_counted
  if (wait) __syncthreads();
  slots[i] = set && !wait ? counts[next] : 0;
  atomicAdd(&counts[next], 1);
  atomicAdd(&counts[i], 1);
}
void counted(unsigned blocks, bool set_before, bool set, bool wait) {
  int *counts = nullptr, *slots = nullptr;
  cudaMalloc(&counts, bytes);
  cudaMalloc(&slots, bytes);
  if (set_before) cudaMemset(counts, 0, bytes);
  count_the_next<<<blocks, n / blocks>>>(counts, slots, set, wait);
  cudaDeviceSynchronize();
}
void set_while_counted() { counted(1, false, true, false); }
void set_while_others_count() { counted(4, false, true, false); }
void set_before_counting() { counted(4, true, false, false); }
void set_and_waited_for() { counted(1, false, true, true); }

// Memory in the order of streams.
struct Streams {
  cudaStream_t first = nullptr, second = nullptr;
  Streams() {
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  }
  float* array() const {
    float* a = nullptr;
    cudaMallocAsync(&a, bytes, first);
    return a;
  }
  void let_second_wait() const {
    cudaEvent_t event;
    cudaEventCreate(&event);
    cudaEventRecord(event, first);
    cudaStreamWaitEvent(second, event, 0);
  }
};
void freed_in_another_stream() {
  const Streams s;
  float* a = s.array();
  fill<<<1, n, 0, s.first>>>(a);
  cudaFreeAsync(a, s.second);  // freed_in_another_stream
}
void made_in_another_stream() {
  const Streams s;
  float* a = s.array();
  fill<<<1, n, 0, s.second>>>(a);  // made_in_another_stream
  cudaDeviceSynchronize();
  cudaFree(a);
}
void set_in_another_stream() {
  const Streams s;
  float* a = s.array();
  cudaMemsetAsync(a, 0, bytes, s.second);  // set_in_another_stream
  s.let_second_wait();
  cudaFreeAsync(a, s.second);
}
void copied_while_freed() {
  const Streams s;
  float* a = filled();
  cudaDeviceSynchronize();
  float* h = nullptr;
  cudaMallocHost(&h, bytes);
  cudaMemcpyAsync(h, a, bytes, cudaMemcpyDeviceToHost, s.first);
  cudaFreeAsync(a, s.second);  // copied_while_freed
  cudaDeviceSynchronize();
  cudaFreeHost(h);
}
void streams_before_freed_twice() {
  const Streams s;
  float* a = filled();
  cudaDeviceSynchronize();
  fill<<<1, n, 0, s.first>>>(a);
  cudaMemcpyAsync(host, a, bytes, cudaMemcpyDeviceToHost, s.second);  // streams_before_freed_twice
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(a);
}
void freed_once_behind_an_event() {
  const Streams s;
  float* a = filled();
  cudaDeviceSynchronize();
  fill<<<1, n, 0, s.first>>>(a);
  s.let_second_wait();
  cudaMemcpyAsync(host, a, bytes, cudaMemcpyDeviceToHost, s.second);
  cudaDeviceSynchronize();
  cudaFree(a);
}
void freed_behind_an_event() {
  const Streams s;
  float* a = s.array();
  fill<<<1, n, 0, s.first>>>(a);
  s.let_second_wait();
  cudaFreeAsync(a, s.second);
}
void made_and_freed_in_one_stream() {
  const Streams s;
  for (int i = 0; i < 3; ++i) {
    float* a = s.array();
    fill<<<1, n, 0, s.first>>>(a);
    cudaFreeAsync(a, s.first);
  }
}
void made_before_a_wait() {
  const Streams s;
  float* a = s.array();
  cudaStreamSynchronize(s.first);
  fill<<<1, n, 0, s.second>>>(a);
  cudaFreeAsync(a, s.second);
}
// What a pool gives is made in the order of a stream, too.
struct Pool {
  cudaMemPool_t pool = nullptr;
  Pool() {
    cudaMemPoolProps of_this_device = {};
    of_this_device.allocType = cudaMemAllocationTypePinned;
    of_this_device.location.type = cudaMemLocationTypeDevice;
    cudaMemPoolCreate(&pool, &of_this_device);
    size_t all = SIZE_MAX;
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all);
  }
  ~Pool() { cudaMemPoolDestroy(pool); }
};
void pool_freed_in_another_stream() {
  const Streams s;
  const Pool own;
  float* a = nullptr;
  cudaMallocFromPoolAsync(&a, bytes, own.pool, s.first);
  fill<<<1, n, 0, s.first>>>(a);
  cudaFreeAsync(a, s.second);  // pool_freed_in_another_stream
}
void pool_made_in_another_stream() {
  const Streams s;
  cudaMemPool_t pool;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  float* a = nullptr;
  cudaMallocAsync(&a, bytes, pool, s.first);
  fill<<<1, n, 0, s.second>>>(a);  // pool_made_in_another_stream
  cudaDeviceSynchronize();
  cudaFree(a);
}
void pool_set_in_another_stream() {
  const Streams s;
  const Pool own;
  cudaDeviceSetMemPool(0, own.pool);
  cudaMemPool_t now;
  cudaDeviceGetMemPool(&now, 0);
  float* a = nullptr;
  cudaMallocFromPoolAsync(&a, bytes, now, s.first);
  cudaMemsetAsync(a, 0, bytes, s.second);  // pool_set_in_another_stream
  cudaDeviceSynchronize();
  cudaFree(a);
}
void pool_behind_an_event() {
  const Streams s;
  const Pool own;
  float* a = nullptr;
  cudaMallocFromPoolAsync(&a, bytes, own.pool, s.first);
  s.let_second_wait();
  fill<<<1, n, 0, s.second>>>(a);
  cudaFreeAsync(a, s.second);
}
void pool_in_one_stream() {
  const Streams s;
  const Pool own;
  float* a = nullptr;
  cudaMallocFromPoolAsync(&a, bytes, own.pool, s.first);
  fill<<<1, n, 0, s.first>>>(a);
  cudaFreeAsync(a, s.first);
}
void pool_that_is_gone() {
  cudaMemPool_t pool;
  {
    const Pool own;
    pool = own.pool;
  }
  float* a = nullptr;
  cudaMallocFromPoolAsync(&a, bytes, pool, nullptr);  // pool_that_is_gone
}
void made_in_the_default_stream() {
  float* a = nullptr;
  cudaMallocAsync(&a, bytes, nullptr);
  cudaStream_t blocking;
  cudaStreamCreate(&blocking);
  fill<<<1, n, 0, blocking>>>(a);
  cudaFreeAsync(a, nullptr);
}

int main(int, char** argv) {
#define ROW(name) \
  { #name, name }
  const std::map<std::string, void (*)()> programs = {ROW(stack_of_the_host),
                                                      ROW(reference_to_the_host),
                                                      ROW(read_and_exchanged),
                                                      ROW(waits_for_a_plain_value),
                                                      ROW(race_before_its_index),
                                                      ROW(index_of_one),
                                                      ROW(index_of_nobody),
                                                      ROW(set_while_counted),
                                                      ROW(set_while_others_count),
                                                      ROW(set_before_counting),
                                                      ROW(set_and_waited_for),
                                                      ROW(streams_before_freed_twice),
                                                      ROW(freed_once_behind_an_event),
                                                      ROW(heap_in_a_struct),
                                                      ROW(null_in_a_struct),
                                                      ROW(never_allocated),
                                                      ROW(freed_before),
                                                      ROW(index_beyond),
                                                      ROW(product_of_ints),
                                                      ROW(product_of_size_t),
                                                      ROW(row_of_ints),
                                                      ROW(sum_of_ints),
                                                      ROW(middle_of_ints),
                                                      ROW(middle_that_fits),
                                                      ROW(just_before),
                                                      ROW(pointer_for_its_address),
                                                      ROW(elements_for_bytes),
                                                      ROW(pinned_elements_for_bytes),
                                                      ROW(unset_counter),
                                                      ROW(wrong_direction),
                                                      ROW(launch_that_failed),
                                                      ROW(size_behind_a_hazard),
                                                      ROW(address_of_the_pointer),
                                                      ROW(output_for_input),
                                                      ROW(output_across_blocks),
                                                      ROW(freed_in_another_stream),
                                                      ROW(made_in_another_stream),
                                                      ROW(set_in_another_stream),
                                                      ROW(copied_while_freed),
                                                      ROW(freed_behind_an_event),
                                                      ROW(made_and_freed_in_one_stream),
                                                      ROW(made_before_a_wait),
                                                      ROW(made_in_the_default_stream),
                                                      ROW(pool_freed_in_another_stream),
                                                      ROW(pool_made_in_another_stream),
                                                      ROW(pool_set_in_another_stream),
                                                      ROW(pool_behind_an_event),
                                                      ROW(pool_in_one_stream),
                                                      ROW(pool_that_is_gone)};
  programs.at(argv[1])();
  cudaDeviceSynchronize();
}
