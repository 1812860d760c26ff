// The matrices of one run, and what a wrong result of them comes from.
#pragma once

#include "ladder/diagnose/finding.hpp"
#include "ladder/problems/transpose/variant.hpp"
#include "ladder/verification/comparison.hpp"

namespace ladder::transpose {

// Those that a run needs: the hashed input, and an output that nothing has written.
struct Matrices {
  // Throws std::bad_alloc where the engine has not enough memory.
  Matrices(Engine& engine, const Placed& where, unsigned element_bytes)
      : placed(where),
        in(engine, elements(where), element_bytes, "in", where.offset),
        out(engine, elements(where), element_bytes, "out", where.offset) {
    fill_with_input(in, placed.part);
    in.keep_from_kernels();
  }

  Arguments arguments() const { return {in.at(0), out.at(0), placed.rows, placed.cols, placed.most_blocks_in_y}; }

  Placed placed;
  DeviceArray in, out;
};

// Why the variant goes wrong there: a variable that should be shared; or, where hazards leave that open, why its output
// is wrong, by the smallest matrix for which it is. Nothing where that does not show, or on an engine that records
// nothing.
Finding cause_of_wrong_matrix(Engine& engine, const Variant& variant, const Placed& placed, bool is_open);

}  // namespace ladder::transpose
