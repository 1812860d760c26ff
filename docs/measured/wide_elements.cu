// Elements of 4, 8 and 16 bytes, for step 3: kernels of docs/examples/wide_elements.cuh in turn with copies. Verifies
// all bit by bit, prints the median, the quartiles, the fastest and the slowest run, and writes the same to a file. Not
// part of the build:
//
//   nvcc -O3 -arch=sm_90 -std=c++17 -o wide_elements docs/measured/wide_elements.cu
//   ./wide_elements wide_elements.json
#include "../examples/wide_elements.cuh"
#include "in_turn.cuh"

constexpr unsigned ROWS = 8192, COLS = 8192;

// Whether `out` is the transpose. An element is so many words.
__global__ void compare(const unsigned* in, const unsigned* out, unsigned words, bool* right) {
  const size_t count = size_t(ROWS) * COLS * words;
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const size_t element = i / words, transposed = element % COLS * ROWS + element / COLS;
    if (out[transposed * words + i % words] != in[i]) *right = false;
  }
}

template <typename Element>
void measure_all(Results& results, const char* name) {
  const Buffers buffers(sizeof(Element) * ROWS * COLS);
  const auto in = static_cast<const Element*>(buffers.in);
  const auto out = static_cast<Element*>(buffers.out);
  const std::vector<Case> cases = {buffers.memcpy_async(),
                                   buffers.copy_kernel(),
                                   {"tile_32_pad_0", [=] { transpose<Element, 32, 0>(in, out, ROWS, COLS); }},
                                   {"tile_32_pad_1", [=] { transpose<Element, 32, 1>(in, out, ROWS, COLS); }},
                                   {"tile_64_pad_1", [=] { transpose<Element, 64, 1>(in, out, ROWS, COLS); }}};
  const auto transposed = [](auto from, auto to, bool* right) {
    compare<<<1056, 256>>>(from, to, sizeof(Element) / 4, right);
  };
  results.add(name, measure(name, buffers, cases, transposed), 2.0 * buffers.bytes);
}

int main(int count, char** arguments) {
  Results results("wide_elements", count, arguments);
  measure_all<float>(results, "4 bytes");
  measure_all<double>(results, "8 bytes");
  measure_all<float4>(results, "16 bytes");
  return results.close();
}
