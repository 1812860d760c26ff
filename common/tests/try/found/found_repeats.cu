// Loops of launches. found_repeats CASE: 0 if what the kernels leave is right, 1 if not.
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <string>

constexpr int blocks = 256, threads = 256, n = blocks * threads, rounds = 60;

__constant__ int constant = 1;
__device__ int variable = 1;
__device__ int calls, device_result[n];
__managed__ int shared_with_host = 1;

__device__ int self() { return blockIdx.x * blockDim.x + threadIdx.x; }
__global__ void copy(int* out, const int* in) { out[self()] = in[self()]; }
__global__ void add(int* out, const int* in) { out[self()] += in[self()]; }
__global__ void step(int* out, const int* in) { out[self()] = in[self()] + 1; }
__global__ void fill(int* out, int value) { out[self()] = value; }
__global__ void count(int* out) {
  out[self()] = 1;
  if (self() == 0) ++calls;
}
__global__ void wait_for(int* late, long long* times) {
  if (self() != 0) return;
  if (times[0] == 0) times[0] = clock64();
  *late = clock64() > times[0] + (static_cast<long long>(rounds / 2) << 32);
}
__global__ void say(int* out) {
  out[self()] = 1;
  if (self() == 0) printf("plain\n");
  if (self() == 1) printf("%d\n", out[1]);
}
__global__ void from_constant(int* out) { out[self()] = constant; }
__global__ void from_variable(int* out) { out[self()] = variable; }
__global__ void from_managed(int* out) { out[self()] = shared_with_host; }
__global__ void to_variable() { device_result[self()] = constant; }
__global__ void through_shared(int* out) {
  extern __shared__ int values[];
  values[threadIdx.x] = 1;
  out[self()] = values[threadIdx.x];
}
__global__ void take_ticket(int* tickets, int* out) {
  if (threadIdx.x == 0) out[atomicAdd(tickets, 1)] = 1;
}
__global__ void draw(unsigned* states, int* out) {
  states[self()] = states[self()] * 1664525u + 1013904223u;
  out[self()] = static_cast<int>(states[self()] >> 31);
}

int* make(int value) {
  int* made;
  cudaMalloc(&made, n * sizeof(int));
  fill<<<blocks, threads>>>(made, value);
  return made;
}
int first(const int* from) {
  int value;
  cudaMemcpy(&value, from, sizeof value, cudaMemcpyDeviceToHost);
  return value;
}
int *in, *out;

void copy_some() {
  for (int i = 0; i < rounds; ++i) copy<<<blocks, threads>>>(out, in);
}
// in holds 1 at first; change(2) has it hold 2.
template <typename Change>
bool is_seen(Change change) {
  copy_some();
  const bool before = first(out) == 1;
  change(2);
  copy_some();
  return before && first(out) == 2;
}
template <typename Pointer>
bool is_seen_of_host(Pointer made) {
  in = made;
  *in = 1;
  return is_seen([](int value) { cudaDeviceSynchronize(), *in = value; });
}
int* of_host(bool managed) {
  int* made;
  managed ? cudaMallocManaged(&made, n * sizeof(int)) : cudaMallocHost(&made, n * sizeof(int));
  std::memset(made, 0, n * sizeof(int));
  return made;
}

const std::map<std::string, std::function<bool()>> cases{
    // None of these repeats.
    {"adds",
     [] {
       for (int i = 0; i < rounds; ++i) add<<<blocks, threads>>>(out, in);
       return first(out) == rounds;
     }},
    {"flips",
     [] {
       for (int i = 0; i < rounds; ++i)
         i % 2 == 0 ? step<<<blocks, threads>>>(out, in) : step<<<blocks, threads>>>(in, out);
       return first(in) == 1 + rounds;
     }},
    {"counts",
     [] {
       for (int i = 0; i < rounds; ++i) count<<<blocks, threads>>>(out);
       int counted;
       cudaMemcpyFromSymbol(&counted, calls, sizeof counted);
       return counted == rounds;
     }},
    {"clock",
     [] {
       long long* times;
       cudaMalloc(&times, sizeof *times);
       cudaMemset(times, 0, sizeof *times);
       for (int i = 0; i < rounds; ++i) wait_for<<<blocks, threads>>>(out, times);
       return first(out) == 1;
     }},
    {"prints",
     [] {
       for (int i = 0; i < rounds; ++i) say<<<blocks, threads>>>(out);
       return true;
     }},
    {"managed", [] { return is_seen_of_host(of_host(true)); }},
    {"mapped", [] { return is_seen_of_host(of_host(false)); }},
    {"managed variable",
     [] {
       for (const int value : {1, 2}) {
         shared_with_host = value;
         for (int i = 0; i < rounds; ++i) from_managed<<<blocks, threads>>>(out);
         cudaDeviceSynchronize();
         if (first(out) != value) return false;
       }
       return true;
     }},
    {"memset",
     [] {
       return is_seen([](int value) {
         cudaMemset(in, 0, sizeof(int));
         cudaMemset(in, value, 1);
       });
     }},
    {"copy", [] { return is_seen([](int value) { cudaMemcpy(in, &value, sizeof value, cudaMemcpyHostToDevice); }); }},
    {"copy on the device",
     [] {
       int* const other = make(2);
       return is_seen([=](int) { cudaMemcpy(in, other, sizeof(int), cudaMemcpyDeviceToDevice); });
     }},
    {"kernel", [] { return is_seen([](int value) { fill<<<blocks, threads>>>(in, value); }); }},
    {"host function",
     [] {
       in = of_host(false);
       *in = 1;
       return is_seen([](int) {
         cudaLaunchHostFunc(
             nullptr, [](void* data) { *static_cast<int*>(data) = 2; }, in);
       });
     }},
    {"constant",
     [] {
       for (const int value : {3, 4}) {
         cudaMemcpyToSymbol(constant, &value, sizeof value);
         for (int i = 0; i < rounds; ++i) from_constant<<<blocks, threads>>>(out);
         if (first(out) != value) return false;
       }
       return true;
     }},
    {"variable",
     [] {
       for (const int value : {3, 4}) {
         cudaMemcpyToSymbol(variable, &value, sizeof value);
         for (int i = 0; i < rounds; ++i) from_variable<<<blocks, threads>>>(out);
         if (first(out) != value) return false;
       }
       return true;
     }},
    {"argument",
     [] {
       bool right = true;
       for (int i = 0; i < 2 * rounds; ++i) {
         fill<<<blocks, threads>>>(out, i / 30);
         right = right && first(out) == i / 30;
       }
       return right;
     }},
    {"grid",
     [] {
       for (int i = 0; i < rounds; ++i) copy<<<1, 1>>>(out, in);
       copy_some();
       int last;
       cudaMemcpy(&last, out + n - 1, sizeof last, cudaMemcpyDeviceToHost);
       return last == 1;
     }},
    {"less shared memory",
     [] {  // the last launch goes out of bounds
       for (int i = 0; i < rounds; ++i) through_shared<<<blocks, threads, threads * sizeof(int)>>>(out);
       through_shared<<<blocks, threads, sizeof(int)>>>(out);
       return cudaDeviceSynchronize() == cudaSuccess;
     }},
    {"ticket",
     [] {
       int* const tickets = make(0);
       for (int i = 0; i < rounds; ++i) take_ticket<<<blocks, threads>>>(tickets, out);
       return first(tickets) == rounds * blocks;
     }},
    {"random",
     [] {
       int* const states = make(12345);
       unsigned expected = 12345;
       bool right = true;
       for (int i = 0; i < rounds; ++i) {
         draw<<<blocks, threads>>>(reinterpret_cast<unsigned*>(states), out);
         expected = expected * 1664525u + 1013904223u;
         right = right && first(out) == static_cast<int>(expected >> 31);
       }
       return right;
     }},
    {"same address",
     [] {
       int* before = nullptr;
       bool right = true;
       for (int i = 0; i < 3; ++i) {
         cudaMalloc(&out, n * sizeof(int));
         right = right && (i == 0 || out == before);
         for (int j = 0; j < rounds; ++j) copy<<<blocks, threads>>>(out, in);
         right = right && first(out) == 1;
         cudaFree(before = out);
         for (int j = 0; j < 64; ++j) {  // until the addresses are free again
           cudaMalloc(&out, n * sizeof(int));
           cudaFree(out);
         }
       }
       return right;
     }},
    {"device",
     [] {
       bool right = true;
       for (const int device : {0, 1}) {
         cudaSetDevice(device);
         for (int i = 0; i < rounds; ++i) to_variable<<<blocks, threads>>>();
         int found;
         cudaMemcpyFromSymbol(&found, device_result, sizeof found);
         right = right && found == 1;
       }
       return right;
     }},
    {"set otherwise",
     [] {
       bool right = true;
       for (int i = 0; i < 2 * rounds; ++i) {
         cudaMemset(out, i / 30, n * sizeof(int));
         add<<<blocks, threads>>>(out, in);
         right = right && first(out) == i / 30 * 0x01010101 + 1;
       }
       return right;
     }},
    {"set in part",
     [] {  // what the memset leaves goes on
       for (int i = 0; i < rounds; ++i) {
         cudaMemset(out, 0, sizeof(int));
         add<<<blocks, threads>>>(out, in);
       }
       return first(out) == 1 && first(out + n - 1) == rounds;
     }},
    // All of these do.
    {"set before",
     [] {
       bool right = true;
       for (int i = 0; i < rounds; ++i) {
         cudaMemset(out, 0, n * sizeof(int));
         add<<<blocks, threads>>>(out, in);
         right = right && first(out + n - 1) == 1;
       }
       return right;
     }},
    {"copied before",
     [] {
       bool right = true;
       int* const results = of_host(false);
       const std::string bytes(n * sizeof(int), 1);
       for (int i = 0; i < rounds; ++i) {
         std::memset(results, 0, n * sizeof(int));
         cudaMemcpy(out, bytes.data(), bytes.size(), cudaMemcpyHostToDevice);
         add<<<blocks, threads>>>(out, in);
         add<<<blocks, threads>>>(results, out);  // in memory of the host
         cudaDeviceSynchronize();
         right = right && results[0] == 0x01010102 && results[n - 1] == 0x01010102;
       }
       return right;
     }},
    {"same",
     [] {
       cudaEvent_t begin, end;
       cudaEventCreate(&begin);
       cudaEventCreate(&end);
       cudaEventRecord(begin);
       const auto began = std::chrono::steady_clock::now();
       for (int i = 0; i < rounds; ++i) copy<<<blocks, threads>>>(out, in);
       cudaEventRecord(end);
       cudaEventSynchronize(end);
       float milliseconds;
       cudaEventElapsedTime(&milliseconds, begin, end);
       const std::chrono::duration<float, std::milli> on_host = std::chrono::steady_clock::now() - began;
       std::printf("took %f of the host's time\n", milliseconds / on_host.count());
       return first(out) == 1;
     }},
    {"same managed",
     [] {
       in = of_host(true);
       *in = 1;
       copy_some();
       const bool is_left = *in == 1;  // which the kernel only reads, too
       return first(out) == 1 && is_left;
     }},
    {"in turn",
     [] {
       int* const other = make(0);
       for (int i = 0; i < rounds; ++i) {
         copy<<<blocks, threads>>>(out, in);
         step<<<blocks, threads>>>(other, out);
       }
       return first(other) == 2;
     }},
    {"cudaLaunchKernel",
     [] {
       void* arguments[] = {&out, &in};
       for (int i = 0; i < rounds; ++i)
         cudaLaunchKernel(reinterpret_cast<const void*>(copy), dim3(blocks), dim3(threads), arguments, 0, nullptr);
       return first(out) == 1;
     }},
    {"copied again",
     [] {  // what is copied is what is there
       std::string bytes(n * sizeof(int), 1);
       for (int i = 0; i < rounds; ++i) {
         cudaMemcpy(in, bytes.data(), bytes.size(), cudaMemcpyHostToDevice);
         copy<<<blocks, threads>>>(out, in);
         cudaMemcpy(bytes.data(), out, bytes.size(), cudaMemcpyDeviceToHost);
       }
       return first(out) == 0x01010101;
     }},
    {"no wait",
     [] {  // between the launches and the copy
       cudaStream_t one, other;
       cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
       cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
       cudaDeviceSynchronize();
       for (int i = 0; i < rounds; ++i) {
         copy<<<blocks, threads, 0, one>>>(out, in);
         if (i < rounds - 1) cudaStreamSynchronize(one);
       }
       int found;
       cudaMemcpyAsync(&found, out, sizeof found, cudaMemcpyDeviceToHost, other);  // NO WAIT
       cudaDeviceSynchronize();
       return found == 1;
     }},
};

int main(int, char** arguments) {
  in = make(1);
  out = make(0);
  return cases.at(arguments[1])() ? 0 : 1;
}
