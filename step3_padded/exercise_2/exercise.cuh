// The second exercise of step 3: raise a limit by what is in flight.
//
//   ./learn exercise step3_padded_2
//   ./learn hint step3_padded_2
//
// out[i] = 3 * in[i] + 1, for `count` floats. A block is one warp of 32 threads and takes 512 floats: thread t of it
// the floats t, t + 32, t + 64, .. t + 480. `one_by_one` does that with perfect counts: 4 sectors for each load and
// each store. But it loads, stores, loads, stores: a thread never has more than one float on its way. And a
// multiprocessor holds no more than 32 blocks, whatever their size, so that these are 1024 threads. That limits it to
// about 2.1 TB/s on an H200, whose memory gives 4.3.
//
// Asked for in `all_in_flight`: the same result at any count, no request and no sector more, and no limit below 4 TB/s.
// docs/latency.md has the arithmetic.
#pragma once

constexpr unsigned PER_THREAD = 16, PER_BLOCK = 32 * PER_THREAD;

__global__ void one_by_one(const float* in, float* out, unsigned count) {
  for (unsigned i = 0; i < PER_THREAD; ++i) {
    const unsigned at = blockIdx.x * PER_BLOCK + i * 32 + threadIdx.x;
    if (at < count) out[at] = 3 * in[at] + 1;
  }
}

__global__ void all_in_flight(const float* in, float* out, unsigned count) {
  // --- your code: begin --------------------------------
  // --- your code: end ----------------------------------
}
