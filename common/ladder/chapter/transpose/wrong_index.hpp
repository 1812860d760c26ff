// What is wrong with the index by which a transpose loads or stores.
#pragma once

#include <optional>
#include <string>

#include "ladder/chapter/transpose/traced_run.hpp"
#include "ladder/verification/wrong_index.hpp"

namespace ladder::transpose {

// Runs the variant once more, on an engine that can record a run, at a size of many blocks, and says in one line what
// is wrong with its index of `in`, or else of `out`: see ladder::wrong_index(). Empty where nothing is. placed: where
// the matrix lies, which is of another size then. tests_too: no other cause is known.
std::string wrong_index(Engine& engine, const Variant& variant, const Placed& placed, bool tests_too);

// The index by which neighbouring threads load down a column of the input, where stores run along the rows of the
// output. None where they do not so.
std::optional<Index> load_down_columns(Engine& engine, const Variant& variant);

}  // namespace ladder::transpose
