// Why the output of a kernel is wrong: the first element that is, followed back to where its value came from, and held
// against where it should have come from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ladder/diagnose/finding.hpp"
#include "ladder/engine/recording.hpp"

namespace ladder {

// An array that a recorded run read or wrote, as words of four bytes, or of as many as each step of the run has.
struct WatchedArray {
  std::string name;
  std::uintptr_t begin;
  std::vector<std::uint32_t> words;  // of the input, what it held; of the output, what is due
  std::vector<std::size_t> extents;  // of elements: {rows, cols}, or as many as there are
  std::size_t words_of_an_element = 1;
  std::size_t word_bytes = sizeof(std::uint32_t);

  std::string element(std::size_t word) const;  // "out[5][3]"
};

// moved: each word of the output has to be one of the input, and no two of that are alike. Computed: it has not.
enum class Content { moved, computed };

// What the output has to be, of an input. Of a computed output it tells which elements each one depends on.
using Reference = std::function<std::vector<std::uint32_t>(const std::vector<std::uint32_t>& in)>;

// The first word of the output that is wrong: which line is to blame, and the paths of the values that show it. Nothing
// where none is wrong, where nothing was stored, or where the recording is not complete. reference: may be null.
Finding cause_of_wrong_output(Recording recording, const WatchedArray& in, const WatchedArray& out, Content content,
                              const Reference& reference = nullptr);

}  // namespace ladder
