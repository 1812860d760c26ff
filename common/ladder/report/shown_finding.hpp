// A finding at a terminal: what is wrong, the line of source that it is about, and the evidence.
#pragma once

#include <cstddef>
#include <string>

#include "ladder/diagnose/finding.hpp"

namespace ladder {

// "   27 | tile[y][x] = in[i];", and below it a mark under what the finding is about, "      | ^~~~~~~~~~": what is
// accessed at its column; where no column is known, the only place in the text that uses its array; else there is none.
// Text that is longer than a line of so many letters is cut off around the mark.
std::string quoted(std::string text, const Finding& finding, std::size_t letters);

// `begin` and the headline, the quoted line where it can be read, and the evidence with `behind`, dim where there is
// colour; in lines of so many letters. Where lines have any number of them, all in one line, without the quoted one.
std::string shown(const Finding& finding, const std::string& begin, const std::string& behind, std::size_t letters,
                  bool colour);

}  // namespace ladder
