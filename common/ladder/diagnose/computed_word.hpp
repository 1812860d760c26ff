// Why a word of the output is wrong that threads have computed, and not only moved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "ladder/diagnose/watched_arrays.hpp"

namespace ladder {

// What the output has to be, of an input. Of a computed output it tells which elements each one depends on.
using Reference = std::function<std::vector<std::uint32_t>(const std::vector<std::uint32_t>& in)>;

// The words of the input that what was stored to this one comes from, held against those that the reference depends on.
// store: the step. reference: may be null.
Finding of_computed_word(const WatchedArrays& arrays, std::size_t word, std::size_t store, const Reference& reference);

}  // namespace ladder
