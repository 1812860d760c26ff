// Why a kernel's sum of an array is wrong: the element that is added never, or more than once, found by impulses (all
// elements are 0 but one), and what became of it.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "ladder/diagnose/provenance.hpp"
#include "ladder/problems/reduction/fixture.hpp"

namespace ladder::reduction {

using ValueOf = std::function<float(std::size_t index)>;

// The array of a variant, to be summed with any values.
class SummedArray {
 public:
  SummedArray(Engine& engine, const Variant& variant, std::size_t count, std::size_t offset)
      : engine_(engine), variant_(variant), buffers_(engine, count, offset) {}

  std::size_t count() const { return buffers_.count; }
  std::uintptr_t begin() const { return reinterpret_cast<std::uintptr_t>(buffers_.in.data()); }
  std::uintptr_t result() const { return reinterpret_cast<std::uintptr_t>(buffers_.sum.data()); }
  std::uintptr_t ticket() const { return reinterpret_cast<std::uintptr_t>(buffers_.ticket.data()); }  // counts blocks
  bool goes_round() const { return variant_.parts.group != 0; }  // so many blocks, of whatever array
  // The element that a step loads or stores.
  std::optional<std::size_t> element_of(const Step& step) const { return element_at(step, begin(), count()); }

  Run run() const {
    return [this] { variant_.run(buffers_.arguments()); };
  }
  float sum_of(const ValueOf& values);
  Recording record(const ValueOf& values, const std::function<bool(const Step&)>& keep);
  // The same, followed.
  Provenance follow(const ValueOf& values, const std::function<bool(const Step&)>& keep);

 private:
  void fill(const ValueOf& value);

  Engine& engine_;
  const Variant& variant_;
  Buffers buffers_;
};

std::string summed_element(std::size_t element);  // "in[5]"

// Where all elements are 0 but this one, which line is to blame if it does not count once, and the path of it that
// shows that. Nothing where it does. Throws std::runtime_error where a launch fails.
Finding cause_of_impulse(SummedArray& array, std::size_t element, float value);

}  // namespace ladder::reduction
