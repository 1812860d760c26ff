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
void compare_at(FILE* file, const char* title, unsigned n, const Element* in, Element* out, bool* right) {
  const size_t count = size_t(n) * n;
  const auto tiles = [=](unsigned side) { return dim3(n / side, n / side); };
  const dim3 block(32, 8);
  std::vector<Case> cases = {
      {"cudaMemcpyAsync", [=] { cudaMemcpyAsync(out, in, count * sizeof(Element), cudaMemcpyDeviceToDevice); }, false},
      {"copy", [=] { copy_words<<<count * sizeof(Element) / 4096, 256>>>(in, out, count); }, false},
      {"elements", [=] { transpose_elements<Element, PER_WORD<Element>><<<tiles(64), block>>>(in, out, n, n); }},
      {"without guards", [=] { unguarded<Element, 64, false><<<tiles(64), block>>>(in, out, n, n); }},
      {"without guards, in write order", [=] { unguarded<Element, 64, true><<<tiles(64), block>>>(in, out, n, n); }},
      {"without guards, in write order, the words' tile",
       [=] { unguarded<Element, SIDE, true><<<tiles(SIDE), block>>>(in, out, n, n); }},
      {"words", [=] { transpose_words<Element><<<tiles(SIDE), block>>>(in, out, n, n); }},
  };
  const auto poison = [=] { CHECK(cudaMemset(out, 0x5a, count * sizeof(Element))); };
  const auto is_right = [=] {
    *right = true;
    compare_elements<<<1056, 256>>>(in, out, n, right);
    CHECK(cudaDeviceSynchronize());
    return *right;
  };
  fprintf(file, "  \"%s\": [", title);
  write_times(file, measure(title, cases, 2.0 * count * sizeof(Element), poison, is_right),
              2.0 * count * sizeof(Element), "copy");
  fprintf(file, "\n  ]");
}

int main(int count, char** arguments) {
  FILE* const file = count == 2 ? fopen(arguments[1], "w") : nullptr;
  if (file == nullptr) {
    fprintf(stderr, "usage: narrow FILE\n");
    return 2;
  }
  constexpr unsigned N = 16384;
  constexpr size_t bytes = 2 * size_t(N) * N;
  void *in, *out;
  bool* right;
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, bytes));
  CHECK(cudaMallocManaged(&right, sizeof(bool)));
  fill<<<1056, 256>>>(static_cast<unsigned*>(in), bytes / 4);
  fprintf(file, "{\n");
  write_context(file, "docs/measured/narrow.cu", std::string("./narrow ") + arguments[1]);
  fprintf(file, " \"times\": {\n");
  compare_at<unsigned short, 64>(file, "2 bytes", N, static_cast<const unsigned short*>(in),
                                 static_cast<unsigned short*>(out), right);
  fprintf(file, ",\n");
  compare_at<unsigned char, 128>(file, "1 byte", N, static_cast<const unsigned char*>(in),
                                 static_cast<unsigned char*>(out), right);
  fprintf(file, "\n }\n}\n");
  return fclose(file) == 0 ? 0 : 1;
}
