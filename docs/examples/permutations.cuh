// Permutations of three dimensions, by the tile of step 3.
#pragma once
#include <cstddef>

// A pile of matrices: matrix p begins at element p * plane, and its rows lie `pitch` elements apart.
struct Pile {
  size_t plane, pitch;
};

// Each matrix of `from`, rows x cols, becomes one of `to`, cols x rows. A block of 32x8 threads moves a tile of 64x64,
// 16 elements a thread.
__global__ void transpose_pile(const float* in, Pile from, float* out, Pile to, unsigned rows, unsigned cols) {
  constexpr unsigned TILE = 64;
  __shared__ float tile[TILE][TILE + 1];
  const unsigned first_row = blockIdx.y * TILE, first_col = blockIdx.x * TILE;
  in += blockIdx.z * from.plane;
  out += blockIdx.z * to.plane;
#pragma unroll
  for (unsigned i = 0; i < TILE; i += 8) {
#pragma unroll
    for (unsigned j = 0; j < TILE; j += 32) {
      const unsigned x = threadIdx.x + j, y = threadIdx.y + i;
      const unsigned row = first_row + y, col = first_col + x;
      if (row < rows && col < cols) tile[y][x] = in[row * from.pitch + col];
    }
  }
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < TILE; i += 8) {
#pragma unroll
    for (unsigned j = 0; j < TILE; j += 32) {
      const unsigned x = threadIdx.x + j, y = threadIdx.y + i;
      const unsigned row = first_row + x, col = first_col + y;
      if (row < rows && col < cols) out[col * to.pitch + row] = tile[x][y];
    }
  }
}

// The same without a tile: the loads go along rows, the stores along columns.
__global__ void transpose_pile_naive(const float* in, Pile from, float* out, Pile to, unsigned rows, unsigned cols) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  out[blockIdx.z * to.plane + col * to.pitch + row] = in[blockIdx.z * from.plane + row * from.pitch + col];
}

// A permutation that moves the last of the dimensions a, b, c, as a pile of transposes.
struct Permutation {
  const char* name;
  unsigned planes, rows, cols;
  Pile from, to;
};

// out[a][c][b] = in[a][b][c]: a matrix of b x c for each a.
inline Permutation order_0_2_1(size_t a, size_t b, size_t c) {
  return {"(0, 2, 1)", unsigned(a), unsigned(b), unsigned(c), {b * c, c}, {b * c, b}};
}

// out[c][b][a] = in[a][b][c]: a matrix of a x c for each b. Its rows are rows of the array, b * c elements apart.
inline Permutation order_2_1_0(size_t a, size_t b, size_t c) {
  return {"(2, 1, 0)", unsigned(b), unsigned(a), unsigned(c), {c, b * c}, {a, b * a}};
}

// out[c][a][b] = in[a][b][c]: a and b stay beside each other, so this is one matrix of (a * b) x c.
inline Permutation order_2_0_1(size_t a, size_t b, size_t c) {
  return {"(2, 0, 1)", 1, unsigned(a * b), unsigned(c), {0, c}, {0, a * b}};
}

// out[b][c][a] = in[a][b][c]: one matrix of a x (b * c).
inline Permutation order_1_2_0(size_t a, size_t b, size_t c) {
  return {"(1, 2, 0)", 1, unsigned(a), unsigned(b * c), {0, b * c}, {0, a}};
}

// gridDim.y and gridDim.z end at 65535, so the rows at 524,280 (8 a block), and the planes at 65,535.
inline void by_tiles(const float* in, float* out, const Permutation& p) {
  const dim3 grid((p.cols + 63) / 64, (p.rows + 63) / 64, p.planes);
  transpose_pile<<<grid, dim3(32, 8)>>>(in, p.from, out, p.to, p.rows, p.cols);
}

inline void naively(const float* in, float* out, const Permutation& p) {
  const dim3 grid((p.cols + 31) / 32, (p.rows + 7) / 8, p.planes);
  transpose_pile_naive<<<grid, dim3(32, 8)>>>(in, p.from, out, p.to, p.rows, p.cols);
}
