// The summit: the last two versions of the sum, beyond what shared memory can do.
#pragma once

constexpr unsigned FULL_WARP = 0xffffffff;

// The warp's sum, in lane 0. At distance d each lane adds the value of the lane d further on: five steps, and no
// memory.
__device__ inline float warp_sum(float value) {
#pragma unroll
  for (unsigned d = 16; d > 0; d /= 2) value += __shfl_down_sync(FULL_WARP, value, d);
  return value;
}

// The block's sum, in thread 0: of each warp, and then of the warps' sums.
template <unsigned BLOCK>
__device__ inline float block_sum(float value) {
  static_assert(BLOCK % 32 == 0 && BLOCK / 32 <= 32);  // one warp sums the warps' sums
  __shared__ float of_warp[BLOCK / 32];
  const unsigned t = threadIdx.x;
  value = warp_sum(value);
  if (t % 32 == 0) of_warp[t / 32] = value;
  __syncthreads();
  if (t < 32) value = warp_sum(t < BLOCK / 32 ? of_warp[t] : 0);
  return value;
}

// shuffle: `multiple` with the tree in registers. One barrier instead of three, one shared float per warp.
template <unsigned BLOCK>
__global__ void sum_shuffle(const float* in, float* sums, size_t count) {
  const unsigned t = threadIdx.x;
  const size_t grid = size_t(gridDim.x) * 2 * BLOCK;
  float sum = 0;
  for (size_t i = size_t(blockIdx.x) * 2 * BLOCK + t; i < count; i += grid) {
    sum += in[i] + (i + BLOCK < count ? in[i + BLOCK] : 0);
  }
  sum = block_sum<BLOCK>(sum);
  if (t == 0) sums[blockIdx.x] = sum;
}

// vectorized: four loads of 16 bytes in flight per thread, and one launch for everything.
//
// GROUP blocks walk through a part of the array together, in ROUNDS rounds; the next part is left to the next GROUP
// blocks. With one group for everything, some blocks get ahead of others, round after round, until memory is asked for
// places far apart. Here none gets far: blocks that start later begin further on.
//
// Each block writes its sum, and draws a ticket. Who draws the last one knows that all other blocks' sums are written
// (__threadfence() keeps a block's sum ahead of its ticket) and adds them, in the order of the blocks: whichever block
// comes last, the bits are the same. atomicInc() turns the counter back to 0 with the last ticket, for the next launch.
//
// A float4 starts at a multiple of 16 bytes, which `in` need not: up to 3 elements before and after go to block 0.
template <unsigned BLOCK, unsigned GROUP, unsigned ROUNDS>
__global__ void __launch_bounds__(BLOCK)
    sum_vectorized(const float* in, float* sums, unsigned* ticket, float* result, size_t count) {
  __shared__ bool last;
  const unsigned t = threadIdx.x;
  const size_t to_alignment = (16 - reinterpret_cast<size_t>(in) % 16) / 4 % 4;
  const size_t head = to_alignment < count ? to_alignment : count;
  const float4* vectors = reinterpret_cast<const float4*>(in + head);
  const size_t vector_count = (count - head) / 4;
  const size_t tail = head + 4 * vector_count;

  float4 sum = {0, 0, 0, 0};
  if (blockIdx.x == 0) {
    if (t < head) sum.x = in[t];
    if (t < count - tail) sum.y = in[tail + t];
  }
  const auto add = [&sum](float4 v) {
    sum.x += v.x;
    sum.y += v.y;
    sum.z += v.z;
    sum.w += v.w;
  };
  constexpr size_t round = size_t(GROUP) * 4 * BLOCK;
  const size_t first = blockIdx.x / GROUP * ROUNDS * round;
  const size_t end = first + ROUNDS * round < vector_count ? first + ROUNDS * round : vector_count;
  size_t i = first + blockIdx.x % GROUP * 4 * BLOCK + t;
  for (; i + 3 * BLOCK < end; i += round) {
    const float4 a = vectors[i], b = vectors[i + BLOCK], c = vectors[i + 2 * BLOCK], d = vectors[i + 3 * BLOCK];
    add(a);
    add(b);
    add(c);
    add(d);
  }
  for (; i < end; i += BLOCK) add(vectors[i]);  // what is left of the last four

  float total = block_sum<BLOCK>((sum.x + sum.y) + (sum.z + sum.w));
  if (t == 0) {
    sums[blockIdx.x] = total;
    __threadfence();
    last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  total = 0;
  for (unsigned block = t; block < gridDim.x; block += BLOCK) total += sums[block];
  total = block_sum<BLOCK>(total);
  if (t == 0) *result = total;
}
