// Which elements the threads of a launch leave out, or take twice, as the work is shared out among them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ladder/chapter/reduction/variant.hpp"
#include "ladder/engine/recording.hpp"

namespace ladder::reduction {

// A load of an element by the first launch of a recording.
struct Load {
  const Step* step;
  std::size_t element;
};

// "variants.cu:18: this row has a block launched for each 1024 elements, and a block takes 512 (kernel.cuh:63): ..":
// where that is why elements at the end are left out. Else empty.
std::string too_few_blocks(const Recording& run, const std::vector<Load>& loads, std::size_t count,
                           const Variant& variant);

// "summit.cuh:84: no thread loads in[20008] to in[20010], the last count % 4 elements: ..", of so many elements: where
// those that nobody loads are what is left behind whole float4, or behind what blocks load whole. Else empty.
std::string left_over(const Recording& run, const std::vector<Load>& loads, std::size_t count);

// "kernel.cuh:126: takes elements twice: a round goes on by 10240, but the blocks cover 20480: ..": where the rounds of
// a loop overlap. Else empty.
std::string overlapping_rounds(const Recording& run, const std::vector<Load>& loads, std::size_t count);

}  // namespace ladder::reduction
