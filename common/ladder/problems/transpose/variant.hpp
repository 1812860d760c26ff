// One way to transpose: a kernel, and how it is launched.
//
// A chapter's variants.cu is compiled once for each engine; LADDER_ENGINE is that engine's namespace: gpu or emulator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace ladder::transpose {

struct Extent {
  unsigned x, y;
};

// "8x128 elements"
inline std::string in_words(Extent tile) { return std::to_string(tile.x) + "x" + std::to_string(tile.y) + " elements"; }

// Which way blockIdx.x runs: along the input's rows, so that neighbouring blocks read neighbouring segments, or along
// the output's rows, so that neighbouring blocks write neighbouring segments.
enum class BlockOrder { along_input_rows, along_output_rows };

// What a kernel of wide accesses needs: rows of the input, or of both matrices, that start at multiples of their width.
enum class Alignment { any, input_rows, all_rows };

enum class Output { transposed, copied };

// gridDim.y and gridDim.z end there.
inline constexpr unsigned most_blocks_in_y = 65535;

// What a run works on: `in` is rows × cols, `out` cols × rows, both row by row without gaps.
struct Arguments {
  const void* in;
  void* out;
  unsigned rows, cols;
  unsigned most_blocks_in_y = transpose::most_blocks_in_y;  // smaller in checks of the kernels' use of blockIdx.z
};

// Which matrix a run works on, and where it lies: from element `offset` of its buffers on.
struct Placed {
  unsigned rows, cols;
  std::size_t offset = 0;
  unsigned most_blocks_in_y = transpose::most_blocks_in_y;
  unsigned part = 0;  // of elements of less than 4 bytes: which of part_of() they hold
};

inline std::size_t elements(const Placed& placed) { return std::size_t{placed.rows} * placed.cols; }

struct Variant {
  std::string name;
  Extent block;  // threads; {0, 0}: the library chooses
  Extent tile;   // elements of the input that a block works on: columns, rows
  Output output;
  std::function<void(const Arguments&)> run;
  bool keeps_nan_bits = true;  // false: it multiplies on the way, and one NaN may become another
  BlockOrder order = BlockOrder::along_input_rows;
  // A block writes whole sectors: in each row of the output it starts where the first sector of its tile starts, which
  // may be up to an element less than a sector after the start of the tile.
  bool whole_sectors = false;
  int line = 0;                // of variants.cu, where it stands; 0: in no chapter
  unsigned element_bytes = 4;  // 1, 2 or 4
};

// Whether every row that `needed` speaks of starts at a multiple of `width` bytes.
inline bool is_aligned(const Arguments& arguments, Alignment needed, std::size_t element_bytes, std::size_t width) {
  const auto rows_aligned = [=](const void* first, std::size_t row_length) {
    return reinterpret_cast<std::uintptr_t>(first) % width == 0 && row_length * element_bytes % width == 0;
  };
  if (needed == Alignment::any) return true;
  if (!rows_aligned(arguments.in, arguments.cols)) return false;
  return needed == Alignment::input_rows || rows_aligned(arguments.out, arguments.rows);
}

}  // namespace ladder::transpose
