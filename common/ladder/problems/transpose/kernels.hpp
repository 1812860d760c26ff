// What a chapter's variants.cu needs to list its kernels. Compiled with them, once for each engine.
#pragma once

#include <algorithm>
#include <utility>

#include "ladder/engine/launch.hpp"
#include "ladder/problems/transpose/variants.hpp"

namespace ladder::LADDER_ENGINE {

using transpose::Alignment;
using transpose::BlockOrder;
using transpose::Extent;

// in: rows × cols; out: cols × rows. T: a type of 1, 2 or 4 bytes.
template <typename T>
using Kernel = void (*)(const T* in, T* out, unsigned rows, unsigned cols);

// Blocks of the grid: one per tile. gridDim.y ends at 65535; from there on blockIdx.z counts, and the kernels take
// blockIdx.z * gridDim.y + blockIdx.y for blockIdx.y. The last of those may lie beyond the matrix.
inline dim3 grid_of_tiles(const transpose::Arguments& arguments, Extent tile, BlockOrder order) {
  unsigned x = divide_up(arguments.cols, tile.x);
  unsigned y = divide_up(arguments.rows, tile.y);
  if (order == BlockOrder::along_output_rows) std::swap(x, y);
  const unsigned z = divide_up(y, arguments.most_blocks_in_y);
  return dim3(x, std::min(y, arguments.most_blocks_in_y), z);
}

// line: of the caller; nobody gives it.
template <typename T>
transpose::Variant variant(std::string name, Kernel<T> kernel, Extent block, Extent tile,
                           BlockOrder order = BlockOrder::along_input_rows, int line = __builtin_LINE()) {
  const auto run = [=](const transpose::Arguments& p) {
    launch(kernel, grid_of_tiles(p, tile, order), dim3(block.x, block.y), static_cast<const T*>(p.in),
           static_cast<T*>(p.out), p.rows, p.cols);
  };
  return {std::move(name), block, tile, transpose::Output::transposed, run, true, order, false, line, sizeof(T)};
}

// `wide`, a variant of accesses of `width` bytes; `other` where the rows that `needed` speaks of are not aligned for
// them.
inline transpose::Variant where_aligned(size_t width, transpose::Variant wide, const transpose::Variant& other,
                                        Alignment needed = Alignment::all_rows) {
  wide.run = [=, run = wide.run, bytes = wide.element_bytes, unaligned = other.run](const transpose::Arguments& p) {
    transpose::is_aligned(p, needed, bytes, width) ? run(p) : unaligned(p);
  };
  return wide;
}

// A kernel of 16-byte accesses, and its scalar twin for matrices whose rows are not aligned for them.
struct VectorKernel {
  Kernel<float> vector;
  Kernel<float> scalar;
  Alignment needed;
};

inline transpose::Variant variant(std::string name, VectorKernel kernel, Extent block, Extent tile,
                                  BlockOrder order = BlockOrder::along_input_rows, int line = __builtin_LINE()) {
  return where_aligned(sizeof(float4), variant(name, kernel.vector, block, tile, order, line),
                       variant(name, kernel.scalar, block, tile, order, line), kernel.needed);
}

// A variant that stands for others too, under its own name.
inline transpose::Variant named(std::string name, transpose::Variant variant, int line = __builtin_LINE()) {
  variant.name = std::move(name);
  variant.line = line;
  return variant;
}

inline transpose::Variant whole_sectors(transpose::Variant variant) {
  variant.whole_sectors = true;
  return variant;
}

// A kernel that only copies: the ceiling that the others are compared with.
template <typename T>
transpose::Variant copy_variant(std::string name, Kernel<T> kernel, Extent block, Extent tile,
                                int line = __builtin_LINE()) {
  auto copy = variant(std::move(name), kernel, block, tile, BlockOrder::along_input_rows, line);
  copy.output = transpose::Output::copied;
  return copy;
}

}  // namespace ladder::LADDER_ENGINE
