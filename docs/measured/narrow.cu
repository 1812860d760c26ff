// What makes small elements slow, for step 6's lesson: transpose_elements, then without its guards, then with the tile
// and the order of blocks of transpose_words, then transpose_words. Verifies all, prints the median, the quartiles, the
// fastest and the slowest run, and writes the same to a file. Not part of the build:
//
//   nvcc -O3 -arch=sm_90 -std=c++17 -o narrow docs/measured/narrow.cu
//   ./narrow times.json
#include "../../step6_small_elements/kernel.cuh"
#include "in_turn.cuh"

// transpose_elements with a square tile of SIDE elements and no guards: the matrix is whole tiles. The blocks follow
// the rows of the output where WRITE_ORDER is set, else those of the input.
template <typename Element, unsigned SIDE, bool WRITE_ORDER>
__global__ void __launch_bounds__(256) unguarded(const Element* in, Element* out, unsigned rows, unsigned cols) {
  constexpr unsigned THREAD_ROWS = 8;
  __shared__ Element tile[SIDE][SIDE + PER_WORD<Element>];
  const unsigned first_row = (WRITE_ORDER ? blockIdx.x : blockIdx.y) * SIDE;
  const unsigned first_col = (WRITE_ORDER ? blockIdx.y : blockIdx.x) * SIDE;

#pragma unroll
  for (unsigned i = 0; i < SIDE; i += THREAD_ROWS) {
#pragma unroll
    for (unsigned j = 0; j < SIDE; j += 32) {
      const unsigned x = threadIdx.x + j, y = threadIdx.y + i, row = first_row + y, col = first_col + x;
      tile[y][x] = in[size_t(row) * cols + col];
    }
  }
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < SIDE; i += THREAD_ROWS) {
#pragma unroll
    for (unsigned j = 0; j < SIDE; j += 32) {
      const unsigned x = threadIdx.x + j, y = threadIdx.y + i, row = first_row + x, col = first_col + y;
      out[size_t(col) * rows + row] = tile[x][y];
    }
  }
}

template <typename Element>
__global__ void copy_words(const Element* in, Element* out, size_t count) {
  const size_t i = (size_t(blockIdx.x) * blockDim.x + threadIdx.x) * sizeof(uint4) / sizeof(Element);
  if (i < count) *reinterpret_cast<uint4*>(out + i) = *reinterpret_cast<const uint4*>(in + i);
}

template <typename Element>
__global__ void compare_elements(const Element* in, const Element* out, unsigned n, bool* right) {
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < size_t(n) * n; i += gridDim.x * blockDim.x) {
    if (out[i % n * n + i / n] != in[i]) *right = false;
  }
}

// SIDE: of the tile of transpose_words.
template <typename Element, unsigned SIDE>
void compare_at(Results& results, const char* title) {
  constexpr unsigned n = 16384;
  const Buffers buffers(size_t(n) * n * sizeof(Element));
  const auto in = static_cast<const Element*>(buffers.in);
  const auto out = static_cast<Element*>(buffers.out);
  const auto tiles = [=](unsigned side) { return dim3(n / side, n / side); };
  const dim3 block(32, 8);
  const std::vector<Case> cases = {
      buffers.memcpy_async(),
      {"copy", [=] { copy_words<<<size_t(n) * n * sizeof(Element) / 4096, 256>>>(in, out, size_t(n) * n); }, false},
      {"elements", [=] { transpose_elements<Element, PER_WORD<Element>><<<tiles(64), block>>>(in, out, n, n); }},
      {"without guards", [=] { unguarded<Element, 64, false><<<tiles(64), block>>>(in, out, n, n); }},
      {"without guards, in write order", [=] { unguarded<Element, 64, true><<<tiles(64), block>>>(in, out, n, n); }},
      {"without guards, in write order, the words' tile",
       [=] { unguarded<Element, SIDE, true><<<tiles(SIDE), block>>>(in, out, n, n); }},
      {"words", [=] { transpose_words<Element><<<tiles(SIDE), block>>>(in, out, n, n); }},
  };
  const auto transposed = [=](auto, auto, bool* right) { compare_elements<<<1056, 256>>>(in, out, n, right); };
  results.add(title, measure(title, buffers, cases, transposed), 2.0 * buffers.bytes);
}

int main(int count, char** arguments) {
  Results results("narrow", count, arguments);
  compare_at<unsigned short, 64>(results, "2 bytes");
  compare_at<unsigned char, 128>(results, "1 byte");
  return results.close();
}
