// Which mistake a wrong output looks like.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "ladder/chapter/transpose/variant.hpp"

namespace ladder::transpose {

// The pattern in an output of rows × cols elements that verify() found wrong, in a few words; empty where there is
// none. found: the bits of the whole output. tile: the variant's, for what went wrong within it.
std::string diagnose(std::span<const std::uint32_t> found, unsigned rows, unsigned cols, Extent tile);

}  // namespace ladder::transpose
