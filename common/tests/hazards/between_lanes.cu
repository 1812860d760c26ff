// The order between blocks where one lane of a warp writes, and another one of it makes the fence or draws the ticket.
#include "ladder/engine/launch.hpp"
#include "tests/hazards/cases.hpp"

using namespace ladder::LADDER_ENGINE;

// What stands between the write and the ticket.
enum class Between { fence, fence_meet, meet_fence, fence_barrier, fence_each, fence_meet_others, write_after };

__global__ void zero_ticket(unsigned* ticket) { *ticket = 0; }

// Thread 0 writes the block's value, thread `drawer` draws the ticket.
__global__ void ticket_of_a_lane(const float* in, float* out, unsigned* ticket, unsigned drawer, Between between) {
  __shared__ bool last;
  const unsigned t = threadIdx.x;
  if (t == 0 && between != Between::write_after) out[blockIdx.x] = in[blockIdx.x];
  if (between == Between::meet_fence) __syncwarp();
  if (between == Between::meet_fence || between == Between::write_after) {
    if (t == drawer) __threadfence();
  } else if (t == 0 || between == Between::fence_each) {
    __threadfence();
  }
  if (t == 0 && between == Between::write_after) out[blockIdx.x] = in[blockIdx.x];
  if (between == Between::fence_meet || between == Between::write_after) __syncwarp();
  if (between == Between::fence_meet_others && t >= 2 && t < 32) __syncwarp(0xfffffffc);
  if (between == Between::fence_barrier) __syncthreads();
  if (t == drawer) last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  float sum = 0;
  for (unsigned i = t; i < gridDim.x; i += blockDim.x) sum += out[i];
  out[100 + t] = sum;
}

static void launch_lanes(hazards::Buffers b, unsigned drawer, Between between) {
  auto* const ticket = reinterpret_cast<unsigned*>(b.out + 2000);
  launch(zero_ticket, dim3(1), dim3(1), ticket);
  launch(ticket_of_a_lane, dim3(20), dim3(64), b.in, b.out, ticket, drawer, between);
}

namespace hazards {

std::vector<Case> between_lanes() {
  const std::vector<const char*> found{"no order between blocks", "reads global out[", "writes it at between_lanes"};
  const std::vector<const char*> apart{"no order between blocks",
                                       "the atomic that tells of the write is another thread's",
                                       "a __syncthreads() (or, in one warp, a __syncwarp()) is missing"};
  return {
      {"the writer's own ticket", [](Buffers b) { launch_lanes(b, 0, Between::fence); }, {}},
      {"another lane's ticket", [](Buffers b) { launch_lanes(b, 1, Between::fence); }, apart},
      {"the same after a fence of each lane", [](Buffers b) { launch_lanes(b, 1, Between::fence_each); }, found},
      {"while others meet", [](Buffers b) { launch_lanes(b, 1, Between::fence_meet_others); }, found},
      {"a fence, and then the write", [](Buffers b) { launch_lanes(b, 1, Between::write_after); }, found},
      {"a fence, and the lanes meet", [](Buffers b) { launch_lanes(b, 1, Between::fence_meet); }, {}},
      {"the lanes meet, and a fence", [](Buffers b) { launch_lanes(b, 1, Between::meet_fence); }, {}},
      {"a fence and a barrier", [](Buffers b) { launch_lanes(b, 1, Between::fence_barrier); }, {}},
      {"another warp's ticket", [](Buffers b) { launch_lanes(b, 32, Between::fence); }, apart},
      {"another warp's ticket after a barrier", [](Buffers b) { launch_lanes(b, 32, Between::fence_barrier); }, {}},
  };
}

}  // namespace hazards
