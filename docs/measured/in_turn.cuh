// Kernels that are timed in turn with each other: what the programs of this folder share.
#pragma once
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <utility>
#include <vector>

inline void check(cudaError_t error, int line) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(error));
  exit(1);
}
#define CHECK(call) check(call, __LINE__)

__global__ void read_all(const float4* p, size_t n, float* sink) {
  float sum = 0;
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += p[i].x;
  if (sum == 12345.678f) *sink = sum;
}

// Writes and then reads twice what the L2 cache holds.
inline void empty_cache() {
  constexpr size_t bytes = 128 << 20;
  static char* buffer = nullptr;
  if (buffer == nullptr) CHECK(cudaMalloc(&buffer, bytes));
  CHECK(cudaMemsetAsync(buffer, 1, bytes));
  read_all<<<1056, 256>>>(reinterpret_cast<const float4*>(buffer), bytes / 16, reinterpret_cast<float*>(buffer));
}

__global__ void fill(unsigned* p, size_t n) {
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    p[i] = unsigned(i) * 2654435761u ^ unsigned(i >> 20);
  }
}

// Whether `out` is the matrix `in`, or its transpose, bit by bit.
__global__ void compare(const unsigned* in, const unsigned* out, unsigned rows, unsigned cols, bool transposed,
                        bool* right) {
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < size_t(rows) * cols; i += gridDim.x * blockDim.x) {
    if (out[transposed ? i % cols * rows + i / cols : i] != in[i]) *right = false;
  }
}

struct Case {
  std::string name;
  std::function<void()> launch;
  bool checked = true;
  std::vector<float> us{};  // in order
  int blocks = 0;           // resident in a multiprocessor, where a kernel is held to so many
};

// One float4 per thread.
__global__ void copy(const float4* in, float4* out, size_t fours) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < fours) out[i] = in[i];
}

// An input, and an output of as many bytes.
struct Buffers {
  size_t bytes;
  void *in = nullptr, *out = nullptr;
  bool* right = nullptr;

  explicit Buffers(size_t bytes) : bytes(bytes) {
    CHECK(cudaMalloc(&in, bytes));
    CHECK(cudaMalloc(&out, bytes));
    CHECK(cudaMallocManaged(&right, sizeof(bool)));
    fill<<<1056, 256>>>(static_cast<unsigned*>(in), bytes / sizeof(unsigned));
  }
  ~Buffers() {
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    CHECK(cudaFree(right));
  }
  Buffers(const Buffers&) = delete;

  void poison() const { CHECK(cudaMemset(out, 0x5a, bytes)); }
  // compare(in, out, right) launches a kernel that sets *right to false where the output is not what it has to be.
  template <typename Compare>
  bool is_right(const Compare& compare) const {
    *right = true;
    compare(static_cast<const unsigned*>(in), static_cast<const unsigned*>(out), right);
    CHECK(cudaDeviceSynchronize());
    return *right;
  }
  Case memcpy_async() const {
    return {"cudaMemcpyAsync", [this] { cudaMemcpyAsync(out, in, bytes, cudaMemcpyDeviceToDevice); }, false};
  }
  Case copy_kernel() const {
    return {"copy_kernel",
            [this] {
              copy<<<(bytes / 16 + 255) / 256, 256>>>(static_cast<const float4*>(in), static_cast<float4*>(out),
                                                      bytes / 16);
            },
            false};
  }
};

// right: whether the output is, after it was poisoned and the case was launched.
inline void verify(const Case& c, const std::function<void()>& poison, const std::function<bool()>& right) {
  poison();
  c.launch();
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  if (!c.checked || right()) return;
  fprintf(stderr, "WRONG: %s\n", c.name.c_str());
  exit(1);
}

// Each case 21 times in turn with the others, with a cold L2 cache before each run. Verified before and after.
inline std::vector<Case> measure(const std::string& title, std::vector<Case> cases, double bytes,
                                 const std::function<void()>& poison, const std::function<bool()>& right) {
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  for (const Case& c : cases) {
    verify(c, poison, right);
    c.launch();
    c.launch();
  }
  for (int run = 0; run < 21; ++run) {
    for (Case& c : cases) {
      empty_cache();
      CHECK(cudaEventRecord(begin));
      c.launch();
      CHECK(cudaEventRecord(end));
      CHECK(cudaEventSynchronize(end));
      float ms = 0;
      CHECK(cudaEventElapsedTime(&ms, begin, end));
      c.us.push_back(ms * 1000);
    }
  }
  printf("\n%s\n", title.c_str());
  for (Case& c : cases) {
    verify(c, poison, right);
    std::sort(c.us.begin(), c.us.end());
    printf("%-32s %8.2f us (%.2f to %.2f; %.2f to %.2f) %7.1f GB/s\n", c.name.c_str(), c.us[10], c.us[5], c.us[15],
           c.us[0], c.us[20], bytes / c.us[10] / 1e3);
  }
  return cases;
}

// The same of what moves the buffers' input to their output.
template <typename Compare>
std::vector<Case> measure(const std::string& title, const Buffers& buffers, const std::vector<Case>& cases,
                          const Compare& compare) {
  return measure(
      title, cases, 2.0 * buffers.bytes, [&] { buffers.poison(); }, [&] { return buffers.is_right(compare); });
}

inline std::string first_line_of(const char* command) {
  char line[256] = "";
  FILE* const pipe = popen(command, "r");
  if (pipe == nullptr || fgets(line, sizeof line, pipe) == nullptr) return "unknown";
  pclose(pipe);
  const std::string text = line;
  return text.substr(0, text.find('\n'));
}

// A file of results: when, where and how they came about, and the times of tables.
class Results {
 public:
  // The program's arguments are the file's name alone; else this ends the program, and says so in a line.
  Results(const std::string& program, int count, char** arguments, const char* usage = "FILE")
      : file_(count == 2 && arguments[1][0] != '-' ? fopen(arguments[1], "w") : nullptr) {
    if (file_ == nullptr) {
      fprintf(stderr, "usage: %s %s\n", program.c_str(), usage);
      exit(2);
    }
    cudaDeviceProp device;
    CHECK(cudaGetDeviceProperties(&device, 0));
    char date[32];
    const time_t now = time(nullptr);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    const std::string driver =
        first_line_of("nvidia-smi --id=0 --query-gpu=driver_version --format=csv,noheader 2>/dev/null");
    fprintf(
        file_,
        "{\n \"context\": {\n  \"date\": \"%s\",\n  \"device\": \"%s, %d multiprocessors\",\n  \"driver\": \"%s\",\n"
        "  \"compiler\": \"nvcc %d.%d.%d -O3 -arch=sm_90 -std=c++17\",\n"
        "  \"source\": \"docs/measured/%s.cu\",\n  \"command\": \"./%s %s\",\n  \"repeats\": 21\n },\n \"times\": {",
        date, device.name, device.multiProcessorCount, driver.c_str(), __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__,
        __CUDACC_VER_BUILD__, program.c_str(), program.c_str(), arguments[1]);
  }
  Results(const Results&) = delete;

  // A table of cases that were measured; the first two are the ceiling: a copy, or a read.
  void add(const std::string& title, const std::vector<Case>& cases, double bytes, const char* ceiling = "copy") {
    const float best = std::min(cases[0].us[10], cases[1].us[10]);
    fprintf(file_, "%s\n  \"%s\": [", std::exchange(before_table_, ","), title.c_str());
    const char* separator = "";
    for (const Case& c : cases) {
      fprintf(file_,
              "%s\n   {\"name\": \"%s\", \"blocks\": %d, \"real_time\": %.0f, \"time_unit\": \"ns\", \"spread_ns\": "
              "{\"min\": %.0f, \"q1\": %.0f, \"q3\": %.0f, \"max\": %.0f}, \"bytes_per_second\": %.0f, "
              "\"fraction_of_%s\": %.4f}",
              std::exchange(separator, ","), c.name.c_str(), c.blocks, c.us[10] * 1e3, c.us[0] * 1e3, c.us[5] * 1e3,
              c.us[15] * 1e3, c.us[20] * 1e3, bytes / c.us[10] * 1e6, ceiling, best / c.us[10]);
    }
    fprintf(file_, "\n  ]");
  }
  // The status to end with.
  int close() {
    fprintf(file_, "\n }\n}\n");
    return fclose(file_) == 0 ? 0 : 1;
  }

 private:
  FILE* file_;
  const char* before_table_ = "";
};
