// Elements of 4, 8 and 16 bytes, for step 3: kernels of docs/examples/wide_elements.cuh in turn with copies. Verifies
// all bit by bit, prints the median, the quartiles, the fastest and the slowest run, and writes the same to a file. Not
// part of the build:
//
//   nvcc -O3 -arch=sm_90 -std=c++17 -o wide_elements docs/measured/wide_elements.cu
//   ./wide_elements wide_elements.json
#include "../examples/wide_elements.cuh"
#include "in_turn.cuh"

constexpr unsigned ROWS = 8192, COLS = 8192;

__global__ void copy(const uint4* in, uint4* out, size_t fours) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < fours) out[i] = in[i];
}

// Whether `out` is the transpose. An element is so many words.
__global__ void compare(const unsigned* in, const unsigned* out, unsigned words, bool* right) {
  const size_t count = size_t(ROWS) * COLS * words;
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const size_t element = i / words, transposed = element % COLS * ROWS + element / COLS;
    if (out[transposed * words + i % words] != in[i]) *right = false;
  }
}

template <typename Element>
void measure_all(FILE* file, const char* name) {
  constexpr size_t bytes = sizeof(Element) * ROWS * COLS;
  Element *in, *out;
  bool* right;
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, bytes));
  CHECK(cudaMallocManaged(&right, sizeof(bool)));
  const auto in_words = reinterpret_cast<unsigned*>(in), out_words = reinterpret_cast<unsigned*>(out);
  fill<<<1056, 256>>>(in_words, bytes / 4);
  const std::vector<Case> cases = {
      {"cudaMemcpyAsync", [=] { cudaMemcpyAsync(out, in, bytes, cudaMemcpyDeviceToDevice); }, false},
      {"copy_kernel",
       [=] {
         copy<<<bytes / 16 / 256, 256>>>(reinterpret_cast<const uint4*>(in), reinterpret_cast<uint4*>(out), bytes / 16);
       },
       false},
      {"tile_32_pad_0", [=] { transpose<Element, 32, 0>(in, out, ROWS, COLS); }},
      {"tile_32_pad_1", [=] { transpose<Element, 32, 1>(in, out, ROWS, COLS); }},
      {"tile_64_pad_1", [=] { transpose<Element, 64, 1>(in, out, ROWS, COLS); }}};
  const auto poison = [=] { CHECK(cudaMemset(out, 0x5a, bytes)); };
  const auto is_right = [=] {
    *right = true;
    compare<<<1056, 256>>>(in_words, out_words, sizeof(Element) / 4, right);
    CHECK(cudaDeviceSynchronize());
    return *right;
  };
  fprintf(file, "\n  \"%s\": [", name);
  write_times(file, measure(name, cases, 2.0 * bytes, poison, is_right), 2.0 * bytes, "copy");
  fprintf(file, "\n  ]");
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  CHECK(cudaFree(right));
}

int main(int count, char** arguments) {
  FILE* const file = count == 2 ? fopen(arguments[1], "w") : nullptr;
  if (file == nullptr) {
    fprintf(stderr, "usage: wide_elements FILE\n");
    return 2;
  }
  fprintf(file, "{\n");
  write_context(file, "docs/measured/wide_elements.cu", std::string("./wide_elements ") + arguments[1]);
  fprintf(file, " \"times\": {");
  measure_all<float>(file, "4 bytes");
  fputc(',', file);
  measure_all<double>(file, "8 bytes");
  fputc(',', file);
  measure_all<float4>(file, "16 bytes");
  fprintf(file, "\n }\n}\n");
  return fclose(file) == 0 ? 0 : 1;
}
