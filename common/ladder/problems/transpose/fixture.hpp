// One matrix on an engine and its transpose: where every variant is run.
#pragma once

#include <map>

#include "ladder/app/fixture.hpp"
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

// The transposes that there are for an engine. Ceilings: for each size of an element that the chapter's variants have.
Catalog<Variant> catalog_of(const Engine& engine);

// The sizes of an element that these variants have, the largest first.
std::vector<unsigned> element_sizes(const std::vector<Variant>& variants);

class Fixture : public ladder::Fixture {
 public:
  // Allocates and fills, for each size of an element that the chapter's variants have. Throws std::bad_alloc where the
  // engine has not enough memory.
  Fixture(Engine& engine, const Placed& placed);

  Catalog<Case> cases() override;
  Case case_of(const Variant& variant);
  Result run(const Variant& variant, int repeats) { return measure(case_of(variant), repeats); }

 private:
  void poison() override {
    for (auto& [element_bytes, matrices] : matrices_) matrices.out.poison();
  }

  // Says where a kernel changed the input, and makes it anew; empty where none did.
  std::string restored_input(DeviceArray& in);

  Placed placed_;
  std::map<unsigned, Matrices> matrices_;  // by the bytes of an element
};

}  // namespace ladder::transpose
