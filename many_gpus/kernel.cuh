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

// A tile of the block `in`, turned: row c of `out` is column c of `in`. As in step 3: a warp loads 32 floats in a row,
// 4 sectors, and stores 32 in a row, and a tile with rows of 65 floats keeps it clear of bank conflicts between. `out`
// may lie on another device: its stores then go over the link, 4 sectors for each request, and nothing else does.
template <size_t PITCH>
__device__ inline void transpose_tile(float (&tile)[TILE][PITCH], const float* in, size_t in_pitch, float* out,
                                      size_t out_pitch, unsigned rows, unsigned cols, unsigned first_row,
                                      unsigned first_col) {
  const unsigned col = first_col + threadIdx.x, row = first_row + threadIdx.y;
#pragma unroll
  for (unsigned i = 0; i < TILE; i += 8) {
#pragma unroll
    for (unsigned j = 0; j < TILE; j += 32) {
      if (row + i < rows && col + j < cols) tile[threadIdx.y + i][threadIdx.x + j] = in[(row + i) * in_pitch + col + j];
    }
  }
  __syncthreads();
  const unsigned out_col = first_row + threadIdx.x, out_row = first_col + threadIdx.y;
#pragma unroll
  for (unsigned i = 0; i < TILE; i += 8) {
#pragma unroll
    for (unsigned j = 0; j < TILE; j += 32) {
      if (out_row + i < cols && out_col + j < rows)
        out[(out_row + i) * out_pitch + out_col + j] = tile[threadIdx.x + j][threadIdx.y + i];
    }
  }
}

// A block of the matrix, in tiles(rows, cols) thread blocks.
__global__ void transpose_block(const float* in, size_t in_pitch, float* out, size_t out_pitch, unsigned rows,
                                unsigned cols) {
  __shared__ float tile[TILE][TILE + 1];
  transpose_tile(tile, in, in_pitch, out, out_pitch, rows, cols, blockIdx.y * TILE, blockIdx.x * TILE);
}

// Where the rows of a strip go, on each rank.
struct Outputs {
  float* of_rank[64];
};

// A whole strip of `cols` columns, for all ranks in one launch: of thread blocks that follow each other, each has a
// tile for another rank. Those of one rank go down the rows of its columns: along the rows of the output.
__global__ void transpose_strip(const float* in, size_t cols, Outputs out, size_t out_pitch, unsigned rows,
                                unsigned ranks) {
  __shared__ float tile[TILE][TILE + 1];
  const unsigned rank = blockIdx.x % ranks;
  const size_t first = cols * rank / ranks, end = cols * (rank + 1) / ranks;  // its columns
  transpose_tile(tile, in + first, cols, out.of_rank[rank], out_pitch, rows, end - first, blockIdx.x / ranks * TILE,
                 blockIdx.y * TILE);
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

// Two loads and a store for each element. `sum` may be one of the two.
__global__ void add(const float* a, const float* b, float* sum, size_t count) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) sum[i] = a[i] + b[i];
}
