// The matrices of one run that nobody compares as a whole.
#pragma once

#include <cstddef>

#include "ladder/chapter/transpose/variant.hpp"
#include "ladder/verification/device_buffer.hpp"

namespace ladder::transpose {

// Those that a run needs, empty.
struct Matrices {
  std::size_t count;  // of elements
  DeviceBuffer<float> in, out;

  Matrices(Engine& engine, const Placed& placed)
      : count(std::size_t{placed.rows} * placed.cols),
        in(engine, placed.offset + count, "in"),
        out(engine, placed.offset + count, "out") {}
  Arguments arguments(const Placed& placed) {
    return {in.data() + placed.offset, out.data() + placed.offset, placed.rows, placed.cols, placed.most_blocks_in_y};
  }
};

}  // namespace ladder::transpose
