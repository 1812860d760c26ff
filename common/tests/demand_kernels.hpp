// Kernels that wait for memory so often, for the checks of limits.
#pragma once

#include "tests/kernels.hpp"

namespace kernels {

void four_loads_then_stores(Buffers b);   // 4 loads in a loop that the compiler knows, then 4 stores
void load_and_store_by_turns(Buffers b);  // 4 times
// The same, with a promise, or in one array, or from one variable of the file to another.
void turns_restricted(Buffers b);
void turns_restricted_where_called(Buffers b);
void turns_by_ldg(Buffers b);
void turns_in_place(Buffers b);
void turns_between_declared_arrays(Buffers b);
void loads_behind_stores(Buffers b);           // a load of the array that was stored to, then one of another
void loads_around_a_barrier(Buffers b);        // two, and a store to shared memory before the first
void barriers_restricted(Buffers b);           // 4 loads by way of shared memory, each with its barriers
void rounds_of_two(Buffers b, unsigned n);     // a loop of so many rounds, which nobody knows before, of 2 loads each
void one_line_loop(Buffers b, unsigned n);     // the same with one load, in one basic block
void unrolled_by_wish(Buffers b, unsigned n);  // the same under `#pragma unroll 8`
void through_the_grid(Buffers b, unsigned n);  // 2 warps in blocks of their own, together over n elements
void twice_over(Buffers b, unsigned n);        // one warp, two times over n elements
void overlapping_windows(Buffers b);           // a warp loads 6 times from shared memory, of these 4 different elements
void neighbours_one_by_one(Buffers b);         // all lanes load the same 8 neighbours from shared memory
void through_a_tile(Buffers b);                // 4 loads by way of shared memory and a barrier
void load_before_the_barrier(Buffers b);       // a load that nothing waits for before the barrier, and one after it
void sum_by_shuffles(Buffers b);               // a load, shuffles, a load
void level_of_a_tree(Buffers b);     // of 3 warps the lanes of one add in shared memory; another one has ended
void work_of_one_warp(Buffers b);    // the same lanes add twice: too much to issue it for nothing
void pairs_of_columns(Buffers b);    // a warp loads two sectors of each of 16 lines, then a third, then those
void halves_of_columns(Buffers b);   // a warp stores half a sector to each of 32 rows
void halves_of_few_rows(Buffers b);  // half a sector to each of 8 rows
void floats_of_neighbouring_sectors(Buffers b);  // a float to each of 32 sectors in a row
void four_scalars_side_by_side(Buffers b);       // a warp stores 512 bytes in a row, each lane 4 floats one by one
void add_floats_to_one(Buffers b);               // the lanes of 2 warps, by atomics
void add_ints_to_one(Buffers b);

}  // namespace kernels
