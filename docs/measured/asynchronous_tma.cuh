// The transposes of asynchronous.cuh once more, whose tiles the tensor memory accelerator (TMA) moves. One thread asks
// for a whole box of a matrix, which a tensor map describes; no warp sends a request to global memory, and what lies
// beyond an edge arrives as zeros, or is not stored. A row of the matrix must be a multiple of 16 bytes.
#pragma once
#include <cuda.h>

#include <cstdint>
#include <cuda/ptx>

#include "asynchronous.cuh"
#include "in_turn.cuh"

namespace asynchronous {

namespace ptx = cuda::ptx;

// A box that is swizzled is at most 128 bytes wide: half of a tile. Its swizzle, chunk j of row r at j ^ r % 8, is that
// of word().
constexpr unsigned BOX = 32;

// The matrix in boxes of 32 columns and 64 rows. The driver makes the map; asked for by name, it need not be linked.
inline CUtensorMap boxes_of(const float* matrix, unsigned rows, unsigned cols) {
  void* found = nullptr;
  CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault));
  const cuuint64_t size[] = {cols, rows}, row_bytes[] = {cols * sizeof(float)};
  const cuuint32_t box[] = {BOX, TILE}, every[] = {1, 1};
  CUtensorMap map;
  const CUresult made = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(found)(
      &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, const_cast<float*>(matrix), size, row_bytes, box, every,
      CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  CHECK(made == CUDA_SUCCESS ? cudaSuccess : cudaErrorInvalidValue);
  return map;
}

// A barrier in shared memory at which one thread arrives, with the bytes that it has asked for. It opens when they are
// all there; its phases are 0, 1, 0, 1, ...
using Barrier = std::uint64_t;

// By all threads.
__device__ inline void prepare(Barrier* barriers, unsigned number) {
  if (threadIdx.x == 0) {
    for (unsigned i = 0; i < number; ++i) ptx::mbarrier_init(barriers + i, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);  // the TMA sees them
  }
  __syncthreads();
}

__device__ inline void load_boxes(float* tile, const CUtensorMap& map, Corner at, Barrier* arrived) {
  if (threadIdx.x != 0) return;
  ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, arrived, WORDS * sizeof(float));
  for (unsigned half = 0; half < 2; ++half) {
    const std::int32_t corner[] = {std::int32_t(at.col + half * BOX), std::int32_t(at.row)};
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile + half * (WORDS / 2), &map, corner, arrived);
  }
}

__device__ inline void wait(Barrier* arrived, unsigned phase) {
  while (!ptx::mbarrier_try_wait_parity(arrived, phase)) {
  }
}

// The tile's rows and columns change places within the tile, and the TMA stores it: columns into registers, a barrier,
// and back as rows. 8 lanes have 8 chunks of one row: 4 wavefronts a store. What threads wrote has to be made visible
// to the TMA, which does not see it by a barrier alone; and a block may not end before its tile has been read.
__device__ inline void store_boxes(float* tile, const CUtensorMap& map, Corner at) {
  const unsigned x = threadIdx.x % 16, y = threadIdx.x / 16;
  float4 column[TILE / 16];
#pragma unroll
  for (unsigned i = 0; i < TILE / 16; ++i) column[i] = column_of(tile, x, y + 16 * i);
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < TILE / 16; ++i) reinterpret_cast<float4*>(tile)[chunk(y + 16 * i, x)] = column[i];
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (unsigned half = 0; half < 2; ++half) {
    const std::int32_t corner[] = {std::int32_t(at.row + half * BOX), std::int32_t(at.col)};
    ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &map, corner, tile + half * (WORDS / 2));
  }
  ptx::cp_async_bulk_commit_group();
  ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
}

__global__ void __launch_bounds__(THREADS)
    by_tma_load(const __grid_constant__ CUtensorMap in, float* out, unsigned rows, unsigned cols) {
  __shared__ alignas(1024) float tile[WORDS];  // a swizzle repeats after 1024 bytes
  __shared__ Barrier arrived;
  prepare(&arrived, 1);
  load_boxes(tile, in, write_order(), &arrived);
  wait(&arrived, 0);
  store_columns(tile, out, write_order(), rows, cols);
}

__global__ void __launch_bounds__(THREADS)
    by_tma_store(const float* in, const __grid_constant__ CUtensorMap out, unsigned rows, unsigned cols) {
  __shared__ alignas(1024) float tile[WORDS];
  load_rows(tile, in, write_order(), rows, cols);
  __syncthreads();
  store_boxes(tile, out, write_order());
}

__global__ void __launch_bounds__(THREADS)
    by_tma(const __grid_constant__ CUtensorMap in, const __grid_constant__ CUtensorMap out) {
  __shared__ alignas(1024) float tile[WORDS];
  __shared__ Barrier arrived;
  prepare(&arrived, 1);
  load_boxes(tile, in, write_order(), &arrived);
  wait(&arrived, 0);
  store_boxes(tile, out, write_order());
}

// Two stages, as by_cp_async_in_stages.
__global__ void __launch_bounds__(THREADS, 4) by_tma_load_in_stages(const __grid_constant__ CUtensorMap in, float* out,
                                                                    unsigned rows, unsigned cols, unsigned tiles) {
  __shared__ alignas(1024) float tile[2][WORDS];
  __shared__ Barrier arrived[2];
  prepare(arrived, 2);
  load_boxes(tile[0], in, tile_number(blockIdx.x, rows), &arrived[0]);
  for (unsigned n = blockIdx.x, round = 0; n < tiles; n += gridDim.x, ++round) {
    const unsigned stage = round % 2, next = n + gridDim.x;
    if (next < tiles) load_boxes(tile[stage ^ 1], in, tile_number(next, rows), &arrived[stage ^ 1]);
    wait(&arrived[stage], round / 2 % 2);
    store_columns(tile[stage], out, tile_number(n, rows), rows, cols);
    __syncthreads();  // before the next round copies into it
  }
}

}  // namespace asynchronous
