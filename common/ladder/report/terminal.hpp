// Text for a terminal: colour, lines that fit, tables; and a finding: what is wrong, the line of source that it is
// about, and the evidence.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#include "ladder/diagnose/finding.hpp"

namespace ladder {

// True on a terminal, also where standard output is shown on one later (see letters_of()), unless the environment asks
// for plain text: NO_COLOR (https://no-color.org), TERM=dumb.
bool shows_colour(FILE* stream);

enum class Colour { dim = 2, red = 31, green = 32, yellow = 33, magenta = 35 };  // as ECMA-48 numbers them

// The text in that colour, if a terminal shows it, or as it is.
std::string coloured(const std::string& text, Colour colour, bool is_shown);

// How many letters fit a line of the terminal; elsewhere as many as LADDER_COLUMNS says, which ./learn sets where it
// shows standard output later, or any number.
std::size_t letters_of(FILE* stream);

// The text, lines of more letters broken between words; what goes on is indented by four more.
std::string wrapped(const std::string& text, std::size_t letters);

// A table of results with its verdicts in colour, WRONG and HAZARD in red and "yes" in green, or as it is where the
// stream shows none.
std::string with_coloured_verdicts(const std::string& table, FILE* stream);

using Row = std::vector<std::string>;

// A line for each row. The first has the headings: "heading", or "group|heading" below a group that neighbours share.
// The first `words` columns are aligned to the left, figures to the right; where a column of figures has none but "-",
// it is left out. What does not fit a line of so many letters goes on in a table below, its first column again; groups
// stay together.
std::string aligned(const std::vector<Row>& rows, std::size_t words, std::size_t letters);

// "   27 | tile[y][x] = in[i];", and below it a mark under what the finding is about, "      | ^~~~~~~~~~": what is
// accessed at its column; where no column is known, the only place in the text that uses its array; else there is none.
// Text that is longer than a line of so many letters is cut off around the mark.
std::string quoted(std::string text, const Finding& finding, std::size_t letters);

// `begin` and the headline, the quoted line where it can be read, and the evidence with `behind`, dim where there is
// colour; in lines of so many letters. Where lines have any number of them, all in one line, without the quoted one.
std::string shown(const Finding& finding, const std::string& begin, const std::string& behind, std::size_t letters,
                  bool colour);

}  // namespace ladder
