// One small wrong kernel for each message of the emulator. A comment "at NAME" stands in the line that has to be named.
#include <cuda_pipeline.h>

#include "ladder/engine/launch.hpp"
#include "tests/messages/wrong_kernels.hpp"

using namespace ladder::LADDER_ENGINE;

__global__ void barrier_in_a_branch(const float* values, float* result) {
  __shared__ float row[64];
  row[threadIdx.x] = values[threadIdx.x];
  if (threadIdx.x < 40) __syncthreads();  // at barrier_in_a_branch
  result[threadIdx.x] = row[63 - threadIdx.x];
}

__global__ void beyond_the_end(const float* values, float* result) {
  result[threadIdx.x] = values[threadIdx.x + 1];  // at beyond_the_end
}

__global__ void float4_beyond_the_end(const float* values, float* result) {
  const float4 four = reinterpret_cast<const float4*>(values)[threadIdx.x];  // at float4_beyond_the_end
  result[threadIdx.x] = four.w;
}

__global__ void beyond_a_shared_array(const float* values, float* result) {
  __shared__ float row[32];
  row[threadIdx.x] = values[threadIdx.x];  // at beyond_a_shared_array
  __syncthreads();
  result[threadIdx.x] = row[threadIdx.x];
}

__global__ void beyond_a_local_array(const float* values, float* result) {
  float copies[7];
  for (unsigned i = 0; i < 8; ++i) copies[i] = values[i];  // at beyond_a_local_array
  result[threadIdx.x] = copies[threadIdx.x % 7];
}

__global__ void float4_of_any_element(const float* values, float* result) {
  if (threadIdx.x > 0) return;
  const float4 four = *reinterpret_cast<const float4*>(values + 1);  // at float4_of_any_element
  result[0] = four.x;
}

__global__ void float_behind_a_header(const float* values, float* result) {
  const char* bytes = reinterpret_cast<const char*>(values) + 6;
  result[threadIdx.x] = reinterpret_cast<const float*>(bytes)[threadIdx.x];  // at float_behind_a_header
}

__global__ void store_to_the_input(const float* values, float* result) {
  result[threadIdx.x] = const_cast<float*>(values)[threadIdx.x] *= 2;  // at store_to_the_input
}

__global__ void shuffle_beyond_the_mask(const float* values, float* result) {
  if (threadIdx.x < 16) {
    result[threadIdx.x] = __shfl_down_sync(0x0000ffffu, values[threadIdx.x], 1);  // at shuffle_beyond_the_mask
  }
}

__global__ void shuffle_with_lanes_that_have_ended(const float* values, float* result) {
  if (threadIdx.x >= 20) return;
  result[threadIdx.x] = __shfl_down_sync(0xffffffffu, values[threadIdx.x], 1);  // at shuffle_with_lanes_that_have_ended
}

__global__ void no_barrier(const float* values, float* result) {
  __shared__ float row[64];
  row[threadIdx.x] = values[threadIdx.x];  // at no_barrier
  result[threadIdx.x] = row[63 - threadIdx.x];
}

__global__ void copy_without_a_wait(const float* values, float* result) {
  __shared__ float row[64];
  __pipeline_memcpy_async(&row[threadIdx.x], &values[threadIdx.x], sizeof(float));
  __pipeline_commit();
  __syncthreads();
  result[threadIdx.x] = row[threadIdx.x];  // at copy_without_a_wait
}

__global__ void copy_that_is_never_used(const float* values, float* result) {
  __shared__ float row[64];
  __pipeline_memcpy_async(&row[threadIdx.x], &values[threadIdx.x], sizeof(float));  // at copy_that_is_never_used
  result[threadIdx.x] = values[threadIdx.x];
}

__device__ void turn(float* row) {
  const float value = row[63 - threadIdx.x];  // at no_barrier_in_a_device_function
  row[threadIdx.x] = value;
}
__global__ void no_barrier_in_a_device_function(const float* values, float* result) {
  __shared__ float row[64];
  row[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  turn(row);
  result[threadIdx.x] = row[threadIdx.x];
}

__global__ void no_syncwarp(const float* values, float* result) {
  __shared__ float row[32];
  row[threadIdx.x] = values[threadIdx.x];  // at no_syncwarp
  result[threadIdx.x] = row[31 - threadIdx.x];
}

__global__ void one_index_for_two(const float* values, float* result) {
  __shared__ float row[64];
  row[threadIdx.x / 2] = values[threadIdx.x];  // at one_index_for_two
  __syncthreads();
  if (threadIdx.x < 32) result[threadIdx.x] = row[threadIdx.x];
}

__global__ void count_without_atomic(const float* values, float* result) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (values[threadIdx.x] > 3) ++count;  // at count_without_atomic
  __syncthreads();
  if (threadIdx.x == 0) result[0] = static_cast<float>(count);
}

__global__ void one_element_for_two(const float* values, float* result) {
  result[threadIdx.x / 2] = values[threadIdx.x];  // at one_element_for_two
}

__global__ void one_element_for_all_blocks(const float* values, float* result) {
  if (threadIdx.x == 0) result[0] = values[blockIdx.x];  // at one_element_for_all_blocks
}

__global__ void never_written(const float* values, float* result) {
  __shared__ float row[64];
  if (threadIdx.x != 7) row[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  result[threadIdx.x] = row[threadIdx.x];  // at never_written
}

__global__ void endless(const float* values, float* result) {
  for (unsigned i = 1; i > 0; i = i / 2 + i % 2) result[threadIdx.x] = values[threadIdx.x];
}

__global__ void large_local_array(const float* values, float* result) {  // at large_local_array
  float copies[40000];
  for (unsigned i = 0; i < 40000; ++i) copies[i] = values[i % 32];
  result[threadIdx.x] = copies[static_cast<unsigned>(values[threadIdx.x]) * 600];
}

__global__ void division_by_zero(const float* values, float* result) {
  const int divisor = 5 - static_cast<int>(values[threadIdx.x]);
  result[threadIdx.x] = static_cast<float>(100 / divisor);  // at division_by_zero
}

__global__ void beyond_a_row(const float* values, float* result) {
  __shared__ float tile[4][16];
  tile[threadIdx.x / 16][threadIdx.x % 16] = values[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 48) result[threadIdx.x] = tile[threadIdx.x / 16][threadIdx.x % 16 + 1];  // at beyond_a_row
}

__global__ void one_value_for_one_element(const float* values, float* result) {
  if (values[threadIdx.x] >= 0) result[0] = 1;  // at one_value_for_one_element
}

__global__ void time_by_clock(const float* values, float* result) {
  result[threadIdx.x] = values[threadIdx.x] + static_cast<float>(clock64());  // at time_by_clock
}

__global__ void too_much_shared_memory(const float* values, float* result) {
  __shared__ float row[16384];
  row[threadIdx.x] = values[threadIdx.x];
  result[threadIdx.x] = row[63 - threadIdx.x];
}

// The cause, a divergent barrier, comes before the race that follows from it.
__global__ void a_race_after_a_divergent_barrier(const float* values, float* result) {
  __shared__ float row[64];
  row[threadIdx.x] = values[threadIdx.x];
  if (threadIdx.x >= 32) __syncthreads();  // at a_race_after_a_divergent_barrier
  row[threadIdx.x] += row[63 - threadIdx.x];
  result[threadIdx.x] = row[threadIdx.x];
}

// A launch of four blocks, in which the last goes wrong, before one of a single block.
__global__ void last_block_goes_wrong(const float* values, float* partial) {
  const unsigned i = (blockIdx.y * 2 + blockIdx.x) * 64 + threadIdx.y * 16 + threadIdx.x;
  partial[i + (i == 255)] = values[i];  // at last_block_goes_wrong
}
__global__ void copy(const float* partial, float* total) { total[threadIdx.x] = partial[threadIdx.x]; }

__global__ void __launch_bounds__(64) copy_of_64(const float* values, float* result) {
  result[threadIdx.x] = values[threadIdx.x];
}

__global__ void shuffle_that_meets_a_vote(const float* values, float* result) {
  if (threadIdx.x % 32 < 16) {
    result[threadIdx.x] = __shfl_down_sync(0xffffffffu, values[threadIdx.x], 1);  // at shuffle_that_meets_a_vote
  } else {
    result[threadIdx.x] = __any_sync(0xffffffffu, values[threadIdx.x] > 0);
  }
}

// Nothing makes a block wait for the one before it.
__global__ void the_block_before(const float* values, float* result) {
  if (threadIdx.x != 0) return;
  result[blockIdx.x] = values[blockIdx.x];
  if (blockIdx.x > 0) result[100 + blockIdx.x] = result[blockIdx.x - 1];  // at the_block_before
}

// The last block adds the sums of all; but is what it finds the sums?
__global__ void last_block_without_a_fence(const float* values, float* sums, unsigned* ticket) {
  if (threadIdx.x != 0) return;
  sums[blockIdx.x] = values[blockIdx.x];
  if (atomicAdd(ticket, 1) != gridDim.x - 1) return;
  float total = 0;
  for (unsigned i = 0; i < gridDim.x; ++i) total += sums[i];  // at last_block_without_a_fence
  sums[100] = total;
}
__global__ void fence_before_the_write(const float* values, float* sums, unsigned* ticket) {
  if (threadIdx.x != 0) return;
  __threadfence();
  sums[blockIdx.x] = values[blockIdx.x];
  if (atomicAdd(ticket, 1) != gridDim.x - 1) return;
  float total = 0;
  for (unsigned i = 0; i < gridDim.x; ++i) total += sums[i];  // at fence_before_the_write
  sums[100] = total;
}
__global__ void fence_behind_the_ticket(const float* values, float* sums, unsigned* ticket) {
  if (threadIdx.x != 0) return;
  sums[blockIdx.x] = values[blockIdx.x];
  const bool last = atomicAdd(ticket, 1) == gridDim.x - 1;
  __threadfence();
  if (!last) return;
  float total = 0;
  for (unsigned i = 0; i < gridDim.x; ++i) total += sums[i];  // at fence_behind_the_ticket
  sums[100] = total;
}
__global__ void zero(unsigned* ticket) { *ticket = 0; }
__global__ void waits_in_vain(const float* values, float* result, volatile unsigned* flag) {
  while (*flag == 0) continue;  // at waits_in_vain
  result[threadIdx.x] = values[threadIdx.x];
}
__global__ void input_of_another_device(const float* values, float* result) {
  result[threadIdx.x] = values[threadIdx.x];  // at input_of_another_device
}
// What those threads should have loaded is missing where it is needed.
__global__ void ended_before_a_barrier(const float* values, float* result) {
  __shared__ float row[64];
  if (threadIdx.x >= 40) return;  // at ended_before_a_barrier
  row[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  result[threadIdx.x] = row[39 - threadIdx.x];
}

__global__ void floats_in_the_wrong_order(const float*, float* result) {
  if (threadIdx.x == 0) result[0] = -100;
  __syncthreads();
  const float value = -1.f - static_cast<float>(threadIdx.x);
  atomicMax(reinterpret_cast<int*>(result), __float_as_int(value));  // at floats_in_the_wrong_order
}

__global__ void tree_of_48(const float* values, float* result) {
  __shared__ float row[64];
  row[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  for (unsigned d = 24; d > 0; d /= 2) {
    if (threadIdx.x < d) row[threadIdx.x] += row[threadIdx.x + d];  // at tree_of_48
    __syncthreads();
  }
  if (threadIdx.x == 0) result[0] = row[0];
}

__global__ void exit_in_a_kernel(const float* values, float* result, void (*exit)(int)) {
  if (values[threadIdx.x] == 7) exit(1);  // at exit_in_a_kernel
  result[threadIdx.x] = values[threadIdx.x];
}

__constant__ float scale = 2;
__global__ void store_to_a_constant(const float* values, float* result) {
  result[threadIdx.x] = values[threadIdx.x] * (scale += 1);  // at store_to_a_constant
}

namespace {

using LastBlock = void (*)(const float*, float*, unsigned*);
std::function<void(const float*, float*)> of_four_blocks(LastBlock kernel) {
  return [kernel](const float* in, float* out) {
    auto* ticket = reinterpret_cast<unsigned*>(out + 200);
    launch(zero, dim3(1), dim3(1), ticket);
    launch(kernel, dim3(4), dim3(64), in, out, ticket);
  };
}

template <typename Kernel>
std::function<void(const float*, float*)> of_one_block(Kernel kernel) {
  return [kernel](const float* in, float* out) { launch(kernel, dim3(1), dim3(64), in, out); };
}

}  // namespace

std::vector<messages::WrongKernel> messages::wrong_kernels() {
  return {
      {"barrier_in_a_branch", of_one_block(barrier_in_a_branch)},
      {"beyond_the_end",
       [](const float* in, float* out) { launch(beyond_the_end, dim3(1), dim3(64), in + 3 * 64, out); }},
      {"float4_beyond_the_end",
       [](const float* in, float* out) { launch(float4_beyond_the_end, dim3(1), dim3(17), in + 3 * 64, out); }},
      {"beyond_a_shared_array", of_one_block(beyond_a_shared_array)},
      {"beyond_a_local_array", of_one_block(beyond_a_local_array)},
      {"float4_of_any_element", of_one_block(float4_of_any_element)},
      {"float_behind_a_header", of_one_block(float_behind_a_header)},
      {"store_to_the_input", of_one_block(store_to_the_input)},
      {"store_to_a_constant", of_one_block(store_to_a_constant)},
      {"shuffle_beyond_the_mask", of_one_block(shuffle_beyond_the_mask)},
      {"shuffle_with_lanes_that_have_ended", of_one_block(shuffle_with_lanes_that_have_ended)},
      {"shuffle_that_meets_a_vote", of_one_block(shuffle_that_meets_a_vote)},
      {"copy_without_a_wait", of_one_block(copy_without_a_wait)},
      {"no_barrier", of_one_block(no_barrier)},
      {"no_barrier_in_a_device_function", of_one_block(no_barrier_in_a_device_function)},
      {"no_syncwarp", [](const float* in, float* out) { launch(no_syncwarp, dim3(1), dim3(32), in, out); }},
      {"one_index_for_two", of_one_block(one_index_for_two)},
      {"count_without_atomic", of_one_block(count_without_atomic)},
      {"one_element_for_two", of_one_block(one_element_for_two)},
      {"one_element_for_all_blocks",
       [](const float* in, float* out) { launch(one_element_for_all_blocks, dim3(4), dim3(64), in, out); }},
      {"the_block_before",
       [](const float* in, float* out) {
         launch(the_block_before, dim3(1), dim3(64), in, out);  // what block 1 reads has been written
         launch(the_block_before, dim3(2), dim3(64), in, out);  // from then on it is noted where each write is
         launch(the_block_before, dim3(2), dim3(64), in, out);
       }},
      {"last_block_without_a_fence", of_four_blocks(last_block_without_a_fence)},
      {"fence_before_the_write", of_four_blocks(fence_before_the_write)},
      {"fence_behind_the_ticket", of_four_blocks(fence_behind_the_ticket)},
      {"waits_in_vain",
       [](const float* in, float* out) {
         auto* flag = reinterpret_cast<unsigned*>(out + 200);
         launch(zero, dim3(1), dim3(1), flag);
         launch(waits_in_vain, dim3(1), dim3(1), in, out, flag);
       }},
      {"never_written", of_one_block(never_written)},
      {"endless", [](const float* in, float* out) { launch(endless, dim3(1), dim3(1), in, out); }},
      {"large_local_array", of_one_block(large_local_array)},
      {"division_by_zero", of_one_block(division_by_zero)},
      {"exit_in_a_kernel",
       [](const float* in, float* out) { launch(exit_in_a_kernel, dim3(1), dim3(64), in, out, exit); }},
      {"too_many_threads", [](const float* in, float* out) { launch(copy, dim3(1), dim3(32, 64), in, out); }},
      {"too_many_blocks", [](const float* in, float* out) { launch(copy, dim3(1, 65536), dim3(64), in, out); }},
      {"too_much_shared_memory", of_one_block(too_much_shared_memory)},
      {"more_threads_than_its_bounds",
       [](const float* in, float* out) { launch(copy_of_64, dim3(1), dim3(128), in, out); }},
      {"a_race_after_a_divergent_barrier", of_one_block(a_race_after_a_divergent_barrier)},
      {"last_block_goes_wrong",
       [](const float* in, float* out) {
         launch(last_block_goes_wrong, dim3(2, 2), dim3(16, 4), in, out);
         launch(copy, dim3(1), dim3(64), out, out + 64);
       }},
      {"beyond_a_row", of_one_block(beyond_a_row)},
      {"one_value_for_one_element", of_one_block(one_value_for_one_element)},
      {"copy_that_is_never_used", of_one_block(copy_that_is_never_used)},
      {"tree_of_48", of_one_block(tree_of_48)},
      {"ended_before_a_barrier", of_one_block(ended_before_a_barrier)},
      {"floats_in_the_wrong_order", of_one_block(floats_in_the_wrong_order)},
      {"time_by_clock", of_one_block(time_by_clock)},
      {"input_of_another_device", of_one_block(input_of_another_device), true},
  };
}
