// The second exercise of step 5: a register tile of doubles.
//
//   ./learn exercise step5_register_tile_2
//   ./learn hint step5_register_tile_2
//
// A double2 is 16 bytes. So two rows of two doubles are two double2 to load; seen the other way they are two columns of
// two rows, and two double2 to store. rows and cols are even, so that every double2 lies at a multiple of 16 bytes.
//
// Blocks have 32x8 threads, and each takes 16 rows of 64 doubles: blockIdx.x counts them along the input's columns,
// blockIdx.y along its rows. These are 32x8 register tiles. Which of them a thread takes is yours to say, and it
// decides how many sectors a warp's loads and stores touch. No shared memory is needed.
//
// Asked for: the transpose at any even size, no hazard, 16 bytes a lane both ways, and 16 sectors for each load and
// each store of a warp.
#pragma once

__global__ void transpose_doubles(const double* in, double* out, unsigned rows, unsigned cols) {
  // --- your code: begin --------------------------------
  // --- your code: end ----------------------------------
}
