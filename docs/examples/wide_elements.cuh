// Step 3 for elements of any size: docs/examples/wide_elements.cu.
#pragma once
#include <cstddef>

// A block of 32x8 threads moves a tile of TILE x TILE. Its shared memory is dynamic: 64 rows of 65 elements of 16 bytes
// are more than the 48 KiB that a kernel may declare.
template <typename Element, unsigned TILE, unsigned PAD>
__global__ void transpose_tile(const Element* in, Element* out, unsigned rows, unsigned cols) {
  extern __shared__ uint4 memory[];  // a type that is aligned for each of them
  auto& tile = reinterpret_cast<Element(&)[TILE][TILE + PAD]>(memory);
  const unsigned first_row = blockIdx.y * TILE, first_col = blockIdx.x * TILE;
#pragma unroll
  for (unsigned i = 0; i < TILE; i += 8) {
#pragma unroll
    for (unsigned j = 0; j < TILE; j += 32) {
      const unsigned x = threadIdx.x + j, y = threadIdx.y + i;
      const unsigned row = first_row + y, col = first_col + x;
      if (row < rows && col < cols) tile[y][x] = in[size_t(row) * cols + col];
    }
  }
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < TILE; i += 8) {
#pragma unroll
    for (unsigned j = 0; j < TILE; j += 32) {
      const unsigned x = threadIdx.x + j, y = threadIdx.y + i;
      const unsigned row = first_row + x, col = first_col + y;
      if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[x][y];
    }
  }
}

template <typename Element, unsigned TILE, unsigned PAD>
void transpose(const Element* in, Element* out, unsigned rows, unsigned cols) {
  constexpr int bytes = TILE * (TILE + PAD) * sizeof(Element);
  const auto kernel = transpose_tile<Element, TILE, PAD>;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);  // it may be more than 48 KiB
  kernel<<<dim3((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE), dim3(32, 8), bytes>>>(in, out, rows, cols);
}
