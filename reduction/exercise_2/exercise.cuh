// The second exercise of the reduction: the sum of every row and of every column, in one pass over the matrix.
//
//   ./learn exercise reduction_2
//   ./learn hint reduction_2
//
// `in` has rows x cols floats. Blocks of 32x8 threads take patches of 32x32 elements: blockIdx.x counts them along the
// columns, blockIdx.y along the rows. What a block finds out of its rows and columns it adds to row_sums[row] and
// col_sums[col], which start at 0, with atomicAdd(&row_sums[row], sum): other blocks add to the same ones.
//
// Asked for: the sums at any size, no hazard, every element read once and coalesced, and few atomics: of a patch, no
// more than one for each row, and from each warp one of all its lanes for the columns, 40 in all. (An atomic of a warp
// is one request, however many lanes take part. Lanes that add to the same element take turns, a sector each: so an
// atomic of every lane for its row is 32 times too much.) Fewer are welcome.
#pragma once

__global__ void sum_rows_and_columns(const float* in, float* row_sums, float* col_sums, unsigned rows, unsigned cols) {
  // --- your code: begin --------------------------------
  // --- your code: end ----------------------------------
}
