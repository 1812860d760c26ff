// One matrix on an engine and its transpose: where every variant is run.
#pragma once

#include "ladder/app/fixture.hpp"
#include "ladder/problems/transpose/variant.hpp"
#include "ladder/verification/device_buffer.hpp"

namespace ladder::transpose {

// The transposes that there are for an engine.
Catalog<Variant> catalog_of(const Engine& engine);

class Fixture : public ladder::Fixture {
 public:
  // Allocates and fills. Throws std::bad_alloc where the engine has not enough memory for 2 * rows * cols floats.
  Fixture(Engine& engine, unsigned rows, unsigned cols);

  Catalog<Case> cases() override;
  Case case_of(const Variant& variant);
  Result run(const Variant& variant, int repeats) { return measure(case_of(variant), repeats); }

 private:
  void poison() override { out_.poison(); }

  // Says where a kernel changed the input, and makes it anew; empty where none did.
  std::string restored_input();

  unsigned rows_, cols_;
  DeviceBuffer<float> in_, out_;
};

}  // namespace ladder::transpose
