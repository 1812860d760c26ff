// Permutations of three dimensions, for docs/permutations.md: kernels of docs/examples/permutations.cuh in turn with
// copies. Verifies all bit by bit, prints the median, the quartiles, the fastest and the slowest run, and writes the
// same to a file. Not part of the build:
//
//   nvcc -O3 -arch=sm_90 -std=c++17 -o permutations docs/measured/permutations.cu
//   ./permutations times.json
#include "../examples/permutations.cuh"
#include "in_turn.cuh"

__global__ void copy(const float4* in, float4* out, size_t fours) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < fours) out[i] = in[i];
}

// Whether `out` is the pile of transposes.
__global__ void compare(const unsigned* in, const unsigned* out, Permutation p, bool* right) {
  const size_t count = size_t(p.planes) * p.rows * p.cols;
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const size_t plane = i / p.cols / p.rows, row = i / p.cols % p.rows, col = i % p.cols;
    const unsigned wanted = in[plane * p.from.plane + row * p.from.pitch + col];
    if (out[plane * p.to.plane + col * p.to.pitch + row] != wanted) *right = false;
  }
}

int main(int count, char** arguments) {
  FILE* const file = count == 2 ? fopen(arguments[1], "w") : nullptr;
  if (file == nullptr) {
    fprintf(stderr, "usage: permutations FILE\n");
    return 2;
  }
  constexpr size_t A = 512, B = 512, C = 1024, elements = A * B * C, bytes = elements * sizeof(float);
  float *in, *out;
  bool* right;
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, bytes));
  CHECK(cudaMallocManaged(&right, sizeof(bool)));
  fill<<<1056, 256>>>(reinterpret_cast<unsigned*>(in), elements);
  fprintf(file, "{\n");
  write_context(file, "docs/measured/permutations.cu", std::string("./permutations ") + arguments[1]);
  fprintf(file, " \"times\": {");
  const char* separator = "";
  for (const auto& order : {order_0_2_1, order_2_1_0, order_2_0_1, order_1_2_0}) {
    const Permutation p = order(A, B, C);
    const std::vector<Case> cases = {
        {"cudaMemcpyAsync", [=] { cudaMemcpyAsync(out, in, bytes, cudaMemcpyDeviceToDevice); }, false},
        {"copy_kernel",
         [=] {
           copy<<<elements / 1024, 256>>>(reinterpret_cast<const float4*>(in), reinterpret_cast<float4*>(out),
                                          elements / 4);
         },
         false},
        {"by_tiles", [=] { by_tiles(in, out, p); }},
        {"naively", [=] { naively(in, out, p); }}};
    const auto poison = [=] { CHECK(cudaMemset(out, 0x5a, bytes)); };
    const auto is_right = [=] {
      *right = true;
      compare<<<1056, 256>>>(reinterpret_cast<unsigned*>(in), reinterpret_cast<unsigned*>(out), p, right);
      CHECK(cudaDeviceSynchronize());
      return *right;
    };
    fprintf(file, "%s\n  \"%s\": [", separator, p.name);
    write_times(file, measure(p.name, cases, 2.0 * bytes, poison, is_right), 2.0 * bytes, "copy");
    fprintf(file, "\n  ]");
    separator = ",";
  }
  fprintf(file, "\n }\n}\n");
  return fclose(file) == 0 ? 0 : 1;
}
