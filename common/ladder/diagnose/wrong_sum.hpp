// Why a kernel's sum of an array is wrong: the element that is added never, or more than once, found by impulses (all
// elements are 0 but one), and what became of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "ladder/diagnose/provenance.hpp"

namespace ladder {

using ValueOf = std::function<float(std::size_t index)>;
inline constexpr std::uint32_t poison = 0xcbcbcbcb;  // of a result that nothing has stored
inline float zero(std::size_t) { return 0; }         // of each element

// A kernel that adds up an array, to be run on any values.
struct SummedArray {
  std::size_t count;
  std::uintptr_t begin, result, ticket;  // where its first element lies; where the sum goes; what counts blocks
  std::function<float(const ValueOf&)> sum_of;
  std::function<Recording(const ValueOf&, const std::function<bool(const Step&)>& keep)> record;
  ValueOf integers;  // values whose sum is exact in any order
};

// That no thread stores to the result: what was done last.
Finding never_stored(const SummedArray& array);

// Of zeros the sum is not 0: where the first other value comes from.
Finding from_nothing(const SummedArray& array);

// Whether the sum of its integers from `first` to `end` alone is wrong, all others being 0.
bool sums_wrongly(const SummedArray& array, std::size_t first, std::size_t end);

// An element that does not count once: where those up to it are summed alone, the sum is wrong, and so it is for ever
// smaller parts of the array. None where no part is wrong; or where a part is, but not in either half.
std::optional<std::size_t> wrong_element(const SummedArray& array);

// The element of the array that a step loads or stores, and its name, "in[5]"; a run on such values, followed.
std::optional<std::size_t> element_of(const SummedArray& array, const Step& step);
std::string summed_element(std::size_t element);
Provenance follow(const SummedArray& array, const ValueOf& values, const std::function<bool(const Step&)>& keep);

// The first element that no thread of the first launch loads, or that they load more than once.
Finding odd_load(const SummedArray& array);

// That after a run the ticket is not 0, with which the next one begins.
Finding used_ticket(const SummedArray& array);

// Which line is to blame, and the path of the element that shows it. Nothing where each element counts once. Throws
// std::runtime_error where a launch fails.
Finding cause_of_wrong_sum(const SummedArray& array);
// The same of an array that is too large for that: of its first and its last element.
Finding cause_at_the_ends(const SummedArray& array);

}  // namespace ladder
