// Rows as a table of text.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ladder {

using Row = std::vector<std::string>;

// A line for each row. The first has the headings: "heading", or "group|heading" below a group that neighbours share.
// The first `words` columns are aligned to the left, figures to the right; where a column of figures has none but "-",
// it is left out. What does not fit a line of so many letters goes on in a table below, its first column again; groups
// stay together.
std::string aligned(const std::vector<Row>& rows, std::size_t words, std::size_t letters);

}  // namespace ladder
