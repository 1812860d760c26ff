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
inline float zero(std::size_t) { return 0; }                                        // of each element
inline float integer(std::size_t index) { return element(Data::integers, index); }  // whose sum is exact in any order

// The array of a variant, to be summed with any values.
class SummedArray {
 public:
  SummedArray(Engine& engine, const Variant& variant, std::size_t count, std::size_t offset)
      : engine_(engine), variant_(variant), buffers_(engine, count, offset) {}

  std::size_t count() const { return buffers_.count; }
  std::uintptr_t begin() const { return reinterpret_cast<std::uintptr_t>(buffers_.in.data()); }
  std::uintptr_t result() const { return reinterpret_cast<std::uintptr_t>(buffers_.sum.data()); }
  std::uintptr_t ticket() const { return reinterpret_cast<std::uintptr_t>(buffers_.ticket.data()); }  // counts blocks
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

// That no thread stores to the result: what was done last.
Finding never_stored(SummedArray& array);

// Of zeros the sum is not 0: where the first other value comes from.
Finding from_nothing(SummedArray& array);

// Whether the sum of its integers from `first` to `end` alone is wrong, all others being 0.
bool sums_wrongly(SummedArray& array, std::size_t first, std::size_t end);

// An element that does not count once: where those up to it are summed alone, the sum is wrong, and so it is for ever
// smaller parts of the array. None where no part is wrong; or where a part is, but not in either half.
std::optional<std::size_t> wrong_element(SummedArray& array);

std::string summed_element(std::size_t element);  // "in[5]"

// The first element that no thread of the first launch loads, or that they load more than once.
Finding odd_load(SummedArray& array);

// That after a run the ticket is not 0, with which the next one begins.
Finding used_ticket(SummedArray& array);

// Which line is to blame, and the path of the element that shows it. Nothing where each element counts once. Throws
// std::runtime_error where a launch fails.
Finding cause_of_wrong_sum(SummedArray& array);
// The same of an array that is too large for that: of its first and its last element.
Finding cause_at_the_ends(SummedArray& array);

}  // namespace ladder::reduction
