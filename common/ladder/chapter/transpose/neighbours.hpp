// Of elements that nothing happened to: what happened beside them.
#pragma once

#include <cstddef>
#include <optional>

#include "ladder/chapter/transpose/traced_run.hpp"

namespace ladder::transpose {

// A step that loads the element of the input that is nearest to this one, of those that are loaded. Where several lines
// load by turns along a row, as the parts of a float4 one by one: one of the line whose turn it is.
std::optional<Ways::Number> load_beside(const TracedRun& run, std::size_t in);

// The last step that stores to the element of the output that is nearest to this one, of those that are stored to.
std::optional<Ways::Number> store_beside(const TracedRun& run, std::size_t out);

}  // namespace ladder::transpose
