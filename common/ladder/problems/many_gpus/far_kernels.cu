// The chapter's kernels, each launched by itself as if for one GPU, so that checks can run a few blocks of it beyond
// 2^32 elements. Compiled behind the chapter's variants.cu.
#include "ladder/problems/transpose/variant.hpp"

namespace ladder::emulator {
namespace {

using transpose::BlockOrder, transpose::Output;
using Launch = void (*)(const float* in, float* out, unsigned rows, unsigned cols);

transpose::Variant kernel(const char* name, Output output, BlockOrder order, Launch launch) {
  const auto run = [launch](const transpose::Arguments& arguments) {
    launch(static_cast<const float*>(arguments.in), static_cast<float*>(arguments.out), arguments.rows, arguments.cols);
  };
  return {name, {THREADS.x, THREADS.y}, {TILE, TILE}, output, run, true, order};
}

void add_far(const float* in, float* out, unsigned rows, unsigned cols) {
  const size_t count = size_t(rows) * cols;
  launch(nullptr, add, blocks_for(count), 256, in, out, out, count);
}
void transpose_far(const float* in, float* out, unsigned rows, unsigned cols) {
  launch(nullptr, transpose_block, tiles(rows, cols), THREADS, in, cols, out, rows, rows, cols);
}
void transpose_far_strip(const float* in, float* out, unsigned rows, unsigned cols) {
  launch(nullptr, transpose_strip, tiles(cols, rows), THREADS, in, cols, Outputs{{out}}, rows, rows, 1u);
}
void pack_far(const float* in, float* out, unsigned rows, unsigned cols) {
  launch(nullptr, pack_block, tiles(rows, cols), THREADS, in, cols, out, rows, cols);
}

}  // namespace

std::vector<transpose::Variant> far_kernels() {
  constexpr auto by_input = BlockOrder::along_input_rows;
  transpose::Variant adds = kernel("add", Output::copied, by_input, add_far);
  adds.tile = {256, 1};
  adds.keeps_nan_bits = false;
  return {kernel("transpose_block", Output::transposed, by_input, transpose_far),
          kernel("transpose_strip", Output::transposed, BlockOrder::along_output_rows, transpose_far_strip),
          kernel("pack_block", Output::copied, by_input, pack_far), adds};
}

}  // namespace ladder::emulator
