// Transposes whose copies are asynchronous, for docs/asynchronous.md. One tile of 64x64 floats, 256 threads and the
// write order of step 5 in all of them: what differs is who copies. rows and cols are multiples of 4.
#pragma once
#include <cuda_pipeline_primitives.h>

namespace asynchronous {

constexpr unsigned TILE = 64, THREADS = 256;
constexpr unsigned WORDS = TILE * TILE;

// A tile lies in two halves of 32 columns. A row of a half is 128 bytes: 8 chunks of a float4, in 8 groups of 4 banks.
// Chunk j of row r lies at j ^ r % 8. All of these kernels can use that: the TMA writes it, a cp.async of 16 bytes
// finds its chunk in one piece (in rows of 65 words it would not be aligned), and columns lie in all banks.
__device__ inline unsigned chunk(unsigned r, unsigned j) { return j / 8 * (WORDS / 8) + r * 8 + (j % 8 ^ r % 8); }
__device__ inline unsigned word(unsigned r, unsigned c) { return 4 * chunk(r, c / 4) + c % 4; }

// Rows 4x .. 4x + 3 of column c. If the lanes x = 0 .. 7 all began with row 4x, their chunks would be (c/4) ^ (0 or 4),
// two groups of banks for 8 lanes. Lane x begins with row 4x + x/2 % 4 instead: 8 groups. Lanes x and x + 8 share one,
// the other 16 lanes have the next c: 2 wavefronts per request.
__device__ inline float4 column_of(const float* tile, unsigned x, unsigned c) {
  const unsigned turn = x / 2 % 4;
  float a[4], b[4], row[4];
#pragma unroll
  for (unsigned k = 0; k < 4; ++k) a[k] = tile[word(4 * x + (k + turn) % 4, c)];
#pragma unroll
  for (unsigned k = 0; k < 4; ++k) b[k] = turn % 2 == 1 ? a[(k + 3) % 4] : a[k];
#pragma unroll
  for (unsigned k = 0; k < 4; ++k) row[k] = turn >= 2 ? b[(k + 2) % 4] : b[k];
  return make_float4(row[0], row[1], row[2], row[3]);
}

struct Corner {
  unsigned row, col;  // of the tile, in the input
};

// blockIdx.x runs along rows of the output.
__device__ inline Corner write_order() { return {blockIdx.x * TILE, blockIdx.y * TILE}; }

// A warp stores 256 bytes of each of two rows of the output: 16 sectors.
__device__ inline void store_columns(const float* tile, float* out, Corner at, unsigned rows, unsigned cols) {
  const unsigned x = threadIdx.x % 16, y = threadIdx.x / 16;
#pragma unroll
  for (unsigned c = y; c < TILE; c += 16) {
    if (at.row + 4 * x >= rows || at.col + c >= cols) continue;
    reinterpret_cast<float4*>(out + size_t(at.col + c) * rows + at.row)[x] = column_of(tile, x, c);
  }
}

// The control: a float4 goes through a register, 16 sectors a load, 4 wavefronts a store.
__device__ inline void load_rows(float* tile, const float* in, Corner at, unsigned rows, unsigned cols) {
  const unsigned x = threadIdx.x % 16, y = threadIdx.x / 16;
  float4 four[TILE / 16] = {};
#pragma unroll
  for (unsigned i = 0; i < TILE / 16; ++i) {
    const unsigned row = at.row + y + 16 * i, col = at.col + 4 * x;
    if (row < rows && col < cols) four[i] = *reinterpret_cast<const float4*>(in + (size_t(row) * cols + col));
  }
#pragma unroll
  for (unsigned i = 0; i < TILE / 16; ++i) reinterpret_cast<float4*>(tile)[chunk(y + 16 * i, x)] = four[i];
}

// cp.async: from global into shared memory, through no register, and the thread goes on. Each copies 4, 8 or 16 bytes.
// Of 4 bytes: 32 lanes, 4 sectors, 1 wavefront, 16 requests a thread. Of 16: 16 sectors, 4 wavefronts, 4 requests.
template <unsigned BYTES>
__device__ inline void copy_rows(float* tile, const float* in, Corner at, unsigned rows, unsigned cols) {
  constexpr unsigned EACH = BYTES / 4, IN_A_ROW = TILE / EACH;
#pragma unroll
  for (unsigned i = threadIdx.x; i < WORDS / EACH; i += THREADS) {
    const unsigned r = i / IN_A_ROW, c = i % IN_A_ROW * EACH;
    if (at.row + r >= rows || at.col + c >= cols) continue;
    __pipeline_memcpy_async(tile + word(r, c), in + (size_t(at.row + r) * cols + at.col + c), BYTES);
  }
  __pipeline_commit();
}

__global__ void __launch_bounds__(THREADS) by_registers(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ alignas(16) float tile[WORDS];
  load_rows(tile, in, write_order(), rows, cols);
  __syncthreads();
  store_columns(tile, out, write_order(), rows, cols);
}

template <unsigned BYTES>
__global__ void __launch_bounds__(THREADS) by_cp_async(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ alignas(16) float tile[WORDS];
  copy_rows<BYTES>(tile, in, write_order(), rows, cols);
  __pipeline_wait_prior(0);
  __syncthreads();
  store_columns(tile, out, write_order(), rows, cols);
}

// Tile number n, in write order, for the kernels whose blocks stay: block b takes the tiles b, b + gridDim.x, ...
__device__ inline Corner tile_number(unsigned n, unsigned rows) {
  const unsigned down = (rows + TILE - 1) / TILE;
  return {n % down * TILE, n / down * TILE};
}

// Two stages: while a block stores one tile, the next one is on its way into the other.
template <unsigned BYTES>
__global__ void __launch_bounds__(THREADS, 4)
    by_cp_async_in_stages(const float* in, float* out, unsigned rows, unsigned cols, unsigned tiles) {
  __shared__ alignas(16) float tile[2][WORDS];
  copy_rows<BYTES>(tile[0], in, tile_number(blockIdx.x, rows), rows, cols);
  for (unsigned n = blockIdx.x, stage = 0; n < tiles; n += gridDim.x, stage ^= 1) {
    if (n + gridDim.x < tiles) {
      copy_rows<BYTES>(tile[stage ^ 1], in, tile_number(n + gridDim.x, rows), rows, cols);
    } else {
      __pipeline_commit();  // an empty group, so that the one before is always the last but one
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    store_columns(tile[stage], out, tile_number(n, rows), rows, cols);
    __syncthreads();  // before the next round copies into it
  }
}

// by_registers once more, with another way to write the address of a store. nvcc 13.0 makes four stores of 4 bytes of
// the sum, and one of 16 of the subscript: look for st.global.v4 in what `nvcc -ptx` prints.
template <bool SUM>
__global__ void __launch_bounds__(THREADS) by_sum(const float* in, float* out, size_t rows, size_t cols) {
  __shared__ alignas(16) float tile[WORDS];
  const Corner at = write_order();
  load_rows(tile, in, at, rows, cols);
  __syncthreads();
  const size_t x = threadIdx.x % 16, first = at.row;
#pragma unroll
  for (size_t c = threadIdx.x / 16; c < TILE; c += 16) {
    const size_t a = at.col + c;
    if (first + 4 * x >= rows || a >= cols) continue;
    const float4 v = column_of(tile, x, c);
    if (SUM) {
      *reinterpret_cast<float4*>(out + a * rows + first + 4 * x) = v;
    } else {
      reinterpret_cast<float4*>(out + a * rows + first)[x] = v;
    }
  }
}

}  // namespace asynchronous
