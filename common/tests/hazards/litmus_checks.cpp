// Whether docs/emulator.md says of every litmus test what the emulator says of it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/hazards/litmus.hpp"
#include "tests/hazards/said_of.hpp"

using hazards::Litmus;

namespace {

// A row of the table: what it is for, each a list of words or "any", and the verdict.
struct Row {
  std::vector<std::string> cells;
  bool is_used = false;
};

std::vector<Row> table() {
  std::ifstream file(SOURCES "/docs/emulator.md");
  std::vector<Row> rows;
  bool is_inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("| litmus test |")) {
      is_inside = std::getline(file, line).good();  // and what is under the heads
    } else if (is_inside && line.starts_with("| ")) {
      std::vector<std::string> cells;
      std::istringstream text(line.substr(2));
      for (std::string cell; std::getline(text, cell, '|');) {
        const auto end = cell.find_last_not_of(' ');
        cells.push_back(cell.substr(std::min(cell.find_first_not_of(' '), cell.size()), end + 1));
        cells.back().erase(std::min(cells.back().find_last_not_of(' ') + 1, cells.back().size()));
      }
      rows.push_back({cells});
    } else {
      is_inside = false;
    }
  }
  return rows;
}

// Whether the cell, "volatile, atomic", has the word.
bool names(const std::string& cell, const std::string& word, const std::string& between = ", ") {
  return cell == "any" || (between + cell + between).find(between + word + between) != std::string::npos;
}

bool is_for(const Row& row, const Litmus& litmus) {
  return names(row.cells.at(0), litmus.test, "; ") && names(row.cells.at(1), litmus.apart) &&
         names(row.cells.at(2), litmus.kind) && names(row.cells.at(3), litmus.fence);
}

}  // namespace

TEST_CASE("what orders two threads is in the table of docs/emulator.md, and nothing else does") {
  std::vector<Row> rows = table();
  REQUIRE(!rows.empty());
  for (const Litmus& litmus : hazards::litmus_tests()) {
    INFO(fmt::format("{}: {}, {}, fence {}, {} memory", litmus.test, litmus.apart, litmus.kind, litmus.fence,
                     litmus.memory));
    const auto is_its = [&](const Row& row) { return is_for(row, litmus); };
    REQUIRE(std::count_if(rows.begin(), rows.end(), is_its) == 1);
    Row& row = *std::find_if(rows.begin(), rows.end(), is_its);
    row.is_used = true;
    const auto launch = [&](hazards::Buffers buffers) { litmus.launch(buffers, litmus); };
    // The order of the blocks decides whether a plain read comes before another block's plain write, which is not seen.
    for (const bool reordered : {false, true}) {
      if (reordered && litmus.kind == "plain" && litmus.apart == "blocks" && litmus.test != "lock") continue;
      const auto lines = hazards::said_of(launch, reordered).lines;
      INFO((reordered ? "in another order: " : "") << fmt::format("{}", fmt::join(lines, "\n")));
      CHECK(row.cells.at(4) == (lines.empty() ? "accepted" : "hazard"));
    }
  }
  for (const Row& row : rows) {
    INFO(fmt::format("{}", fmt::join(row.cells, " | ")));
    CHECK(row.is_used);
  }
}
