// Beyond one GPU: what each of them does by itself. How they work together is in transposes.cuh and sums.cuh.
//
//   ./learn run many_gpus
//
// A block of a matrix is given by its first element and its pitch: how many elements there are from one row to the
// next. All blocks have 32x8 threads.
#pragma once

constexpr unsigned TILE = 64;

// Enough blocks of threads for so many rows and columns; one where there is no element.
inline dim3 tiles(size_t rows, size_t cols) {
  return dim3(cols / TILE + (cols % TILE != 0 || cols == 0), rows / TILE + (rows % TILE != 0 || rows == 0));
}

// Row c of `out` is column c of `in`. As in step 3: a warp loads 32 floats in a row, 4 sectors, and stores 32 in a row,
// and rows of 65 floats keep it clear of bank conflicts between. `out` may lie on another device: its stores then go
// over the link, 4 sectors for each request, and nothing else does.
__global__ void transpose_block(const float* in, size_t in_pitch, float* out, size_t out_pitch, unsigned rows,
                                unsigned cols) {
  __shared__ float tile[TILE][TILE + 1];
  const unsigned col = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y;
#pragma unroll
  for (unsigned i = 0; i < TILE; i += 8) {
#pragma unroll
    for (unsigned j = 0; j < TILE; j += 32) {
      if (row + i < rows && col + j < cols) tile[threadIdx.y + i][threadIdx.x + j] = in[(row + i) * in_pitch + col + j];
    }
  }
  __syncthreads();
  const unsigned out_col = blockIdx.y * TILE + threadIdx.x, out_row = blockIdx.x * TILE + threadIdx.y;
#pragma unroll
  for (unsigned i = 0; i < TILE; i += 8) {
#pragma unroll
    for (unsigned j = 0; j < TILE; j += 32) {
      if (out_row + i < cols && out_col + j < rows)
        out[(out_row + i) * out_pitch + out_col + j] = tile[threadIdx.x + j][threadIdx.y + i];
    }
  }
}

// The block's rows, one behind the other without gaps: what a message is made of. All loads come before the first
// store, so that they are in flight together.
__global__ void pack_block(const float* in, size_t in_pitch, float* packed, unsigned rows, unsigned cols) {
  const unsigned col = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y;
  float kept[TILE / 8][TILE / 32];
#pragma unroll
  for (unsigned i = 0; i < TILE / 8; ++i) {
#pragma unroll
    for (unsigned j = 0; j < TILE / 32; ++j) {
      if (row + 8 * i < rows && col + 32 * j < cols) kept[i][j] = in[(row + 8 * i) * in_pitch + col + 32 * j];
    }
  }
#pragma unroll
  for (unsigned i = 0; i < TILE / 8; ++i) {
#pragma unroll
    for (unsigned j = 0; j < TILE / 32; ++j) {
      if (row + 8 * i < rows && col + 32 * j < cols) packed[size_t(row + 8 * i) * cols + col + 32 * j] = kept[i][j];
    }
  }
}

// Threads for a vector, in blocks of 256.
inline unsigned blocks_for(size_t count) { return unsigned(count / 256 + (count % 256 != 0 || count == 0)); }

// Two loads and a store for each element.
__global__ void add(const float* more, float* sum, size_t count) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) sum[i] += more[i];
}
