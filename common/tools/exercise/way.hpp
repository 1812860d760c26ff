// What became of the element that belongs where an answer's output is wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ladder/engine/recording.hpp"

namespace ladder::exercise {

// The arrays of an answer as words of four bytes; an element may have several of them. Names are of elements.
struct Words {
  struct Array {
    std::uintptr_t begin;
    std::vector<std::uint32_t> bits;  // of the input; of the output, those that are due
    std::function<std::string(std::size_t element)> name;
  };
  Array in, out;
  std::size_t of_an_element = 1;
};

// "exercise.cuh:24: in[1][0] ends in ..": of the first word of the output that is wrong. Empty where all are right, or
// nothing was stored.
std::string way_of_wrong_word(Recording recording, const Words& words);

}  // namespace ladder::exercise
