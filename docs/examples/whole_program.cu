// A whole program, in one file, that nvcc alone compiles: allocates, copies, launches, verifies and times a transpose.
//
//   nvcc -O3 -arch=native -o whole_program docs/examples/whole_program.cu && ./whole_program
//
// The chapters leave all this to the course's library; here it stands once in full. ./learn try runs it on the
// emulator, where a small matrix will do: ./learn try docs/examples/whole_program.cu -- 100 70
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[32][33];
  const unsigned x = threadIdx.x;
  for (unsigned y = threadIdx.y; y < 32; y += 8) {
    const unsigned row = blockIdx.y * 32 + y, col = blockIdx.x * 32 + x;
    if (row < rows && col < cols) tile[y][x] = in[size_t(row) * cols + col];
  }
  __syncthreads();
  for (unsigned y = threadIdx.y; y < 32; y += 8) {
    const unsigned row = blockIdx.y * 32 + x, col = blockIdx.x * 32 + y;
    if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[x][y];
  }
}

// Every call of CUDA returns whether it went well. Ask each time: what is wrong may be an earlier kernel's fault.
void check(cudaError_t error, int line) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "whole_program.cu:%d: %s\n", line, cudaGetErrorString(error));
  exit(1);
}
#define CHECK(call) check(call, __LINE__)

int main(int argc, char** argv) {
  // No multiples of the tile: edges are tested too.
  const unsigned rows = argc > 1 ? atoi(argv[1]) : 8191, cols = argc > 2 ? atoi(argv[2]) : 8193;
  const size_t count = size_t(rows) * cols, bytes = count * sizeof(float);
  std::vector<float> input(count), output(count);
  for (size_t i = 0; i < count; ++i) input[i] = float(i * 2654435761u >> 8 & 0xffffff);  // no two neighbours alike

  // The GPU has a memory of its own.
  float *in, *out;
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, bytes));
  CHECK(cudaMemcpy(in, input.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(out, 0xff, bytes));  // not the result, whatever happens

  // A launch only puts the kernel into a queue; the program goes on. Rounded up, so that all elements have a thread.
  const dim3 block(32, 8), grid((cols + 31) / 32, (rows + 31) / 32);
  transpose<<<grid, block>>>(in, out, rows, cols);
  CHECK(cudaGetLastError());       // could it be launched?
  CHECK(cudaDeviceSynchronize());  // wait: did it run to its end?

  // Right before fast. The loop of the CPU says what a transpose is.
  CHECK(cudaMemcpy(output.data(), out, bytes, cudaMemcpyDeviceToHost));
  size_t wrong = 0;
  for (unsigned row = 0; row < rows; ++row) {
    for (unsigned col = 0; col < cols; ++col) {
      if (output[size_t(col) * rows + row] != input[size_t(row) * cols + col]) ++wrong;
    }
  }
  printf("%zu of %zu elements are wrong\n", wrong, count);

  // Events take the time on the GPU, in the same queue, directly before and after the kernel.
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  std::vector<float> times;
  for (int run = 0; run < 21; ++run) {
    CHECK(cudaEventRecord(begin));
    transpose<<<grid, block>>>(in, out, rows, cols);
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    times.push_back(ms);
  }
  std::sort(times.begin(), times.end());
  const double median = times[10] * 1e-3;  // seconds
  printf("%.3f ms, %.0f GB/s\n", median * 1e3, 2 * bytes / median / 1e9);

  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return wrong == 0 ? 0 : 1;
}
