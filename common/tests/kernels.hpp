// The kernels that check the emulator itself. Each call launches one; `in` and `out` are buffers of floats.
#pragma once

#include <cstddef>

namespace kernels {

struct Buffers {
  const float* in;
  float* out;
  std::size_t elements;  // in each
};

// Healthy ones, whose counts are known.
void copy_with_tail(Buffers b);     // a block of 64 that copies 50 elements
void both_branches(Buffers b);      // even lanes and odd lanes store in different arms
void triangular_loop(Buffers b);    // lane l runs l + 1 rounds
void skipped_rounds(Buffers b);     // some lanes skip every second round of an inner loop
void uneven_inner_loop(Buffers b);  // the inner loop's length depends on the lane
void uneven_inner_loops(Buffers b);
void long_uneven_loop(Buffers b, unsigned rounds);
void early_exit(Buffers b);                  // half of the threads leave at once, and no barrier follows
void long_loop(Buffers b, unsigned rounds);  // one warp that reads the same 32 elements over and over
void long_loops(Buffers b, unsigned blocks, unsigned rounds);  // the same in so many blocks
void volatile_tile(Buffers b);                                 // 2 loads, 2 shared stores, 2 shared loads, 1 store
void copy_loop(Buffers b);                                     // each thread moves 8 elements by way of a local array
void float2_and_float4(Buffers b);
void shuffles(Buffers b);
void interrupted(Buffers b);  // a thread raises SIGSEGV
void turns(Buffers b);
void atomics(Buffers b);  // 50 blocks of 96 threads each add in[1] to out[0]

// Wrong ones.
void sum_without_syncwarp(Buffers b);
void write_beyond_the_end(Buffers b);
void far_out_of_bounds(Buffers b);
void read_before_the_start(Buffers b);
void shared_index_beyond_the_array(Buffers b);
void misaligned_float4(Buffers b);
void missing_barrier(Buffers b);
void missing_barrier_half_a_warp_apart(Buffers b);
void overwritten_too_early(Buffers b);
void unwritten_shared(Buffers b);
void unwritten_four_by_eight(Buffers b);  // two kernels with a shared array of one name and size, but not of one shape
void unwritten_eight_by_four(Buffers b);
void unwritten_global(Buffers b);
void two_writers(Buffers b);
void blocks_of_two_writers(Buffers b);  // who also write what the other blocks write
void global_race(Buffers b);
void shuffle_beyond_the_mask(Buffers b);
void large_local_array(Buffers b);
void division_by_zero(Buffers b);
extern const int line_of_the_division;  // in kernels.cu
void endless(Buffers b);
void endless_with_barrier(Buffers b);
void endless_jump(Buffers b);
void barrier_in_a_branch(Buffers b);
void two_different_barriers(Buffers b);

// What no GPU launches.
void too_many_threads(Buffers b);
void too_much_shared_memory(Buffers b);
void empty_grid(Buffers b);

// A function of the C++ library, as the file of the kernels has it.
using Clamp = const long& (*)(const long&, const long&, const long&);
Clamp clamp_of_the_kernels();

}  // namespace kernels
