// A matrix of floats, whose wrong transposes have patterns that can be named.
#pragma once

#include "ladder/chapter/transpose/variant.hpp"
#include "tools/exercise/question.hpp"

namespace ladder::exercise {

// tile: columns and rows of the input that a block works on.
Question<float> float_transpose(Shape shape, transpose::Extent tile);

}  // namespace ladder::exercise
