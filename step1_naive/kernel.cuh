// Step 1: the naive transpose. A thread moves an element straight from the input to the output.
//
//   ./learn run step1_naive
//
// Global memory moves in sectors of 32 bytes, which is 8 floats. A warp is 32 threads; in a block of 32x8 that is one
// row of threads. What its lanes touch with one instruction costs:
//
//   along a row,     lanes 4 bytes apart:       32 * 4 / 32     =  4 sectors for 32 floats
//   along a column,  lanes a whole row apart:   a sector each   = 32 sectors for 32 floats
//
// A transpose reads along the one and writes along the other. Which should be the slow one? Both are here.
#pragma once

// blockIdx.y, carried on by blockIdx.z where gridDim.y ends, at 65535.
__device__ inline unsigned block_y() { return blockIdx.z * gridDim.y + blockIdx.y; }

// Lanes read along a row of the input: coalesced. They write along a column of the output.
__global__ void transpose_coalesced_reads(const float* in, float* out, unsigned rows, unsigned cols) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = block_y() * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[size_t(col) * rows + row] = in[size_t(row) * cols + col];
}

// Lanes read along a column of the input. They write along a row of the output: coalesced.
__global__ void transpose_coalesced_writes(const float* in, float* out, unsigned rows, unsigned cols) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned col = block_y() * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[size_t(col) * rows + row] = in[size_t(row) * cols + col];
}

// The same with UNROLL elements per thread, so that a thread has as many loads in flight. The sectors stay the same.
template <unsigned UNROLL>
__global__ void transpose_unrolled(const float* in, float* out, unsigned rows, unsigned cols) {
  const unsigned first_row = blockIdx.x * blockDim.x * UNROLL + threadIdx.x;
  const unsigned col = block_y() * blockDim.y + threadIdx.y;
  if (col >= cols) return;
  float value[UNROLL];
#pragma unroll
  for (unsigned i = 0; i < UNROLL; ++i) {
    const unsigned row = first_row + i * blockDim.x;
    if (row < rows) value[i] = in[size_t(row) * cols + col];
  }
#pragma unroll
  for (unsigned i = 0; i < UNROLL; ++i) {
    const unsigned row = first_row + i * blockDim.x;
    if (row < rows) out[size_t(col) * rows + row] = value[i];
  }
}

// A block of 32x8 threads takes a patch of 32x32, each thread every eighth row of it. Coalesced reads.
__global__ void transpose_looped(const float* in, float* out, unsigned rows, unsigned cols) {
  const unsigned col = blockIdx.x * 32 + threadIdx.x;
#pragma unroll
  for (unsigned i = 0; i < 32; i += 8) {
    const unsigned row = block_y() * 32 + threadIdx.y + i;
    if (row < rows && col < cols) out[size_t(col) * rows + row] = in[size_t(row) * cols + col];
  }
}

// No transpose at all: the same loop, coalesced both ways. What a transpose could reach if order cost nothing.
__global__ void copy(const float* in, float* out, unsigned rows, unsigned cols) {
  const unsigned col = blockIdx.x * 32 + threadIdx.x;
#pragma unroll
  for (unsigned i = 0; i < 32; i += 8) {
    const unsigned row = block_y() * 32 + threadIdx.y + i;
    if (row < rows && col < cols) out[size_t(row) * cols + col] = in[size_t(row) * cols + col];
  }
}
