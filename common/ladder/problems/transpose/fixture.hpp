// One matrix on an engine and its transpose: where every variant is run.
#pragma once

#include <map>

#include "ladder/app/fixture.hpp"
#include "ladder/problems/transpose/matrices.hpp"

namespace ladder::transpose {

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
