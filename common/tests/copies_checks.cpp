// Copies of structs: their accesses are as wide as the type is aligned, whatever the host's compiler makes of them.
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "ladder/base/files.hpp"
#include "ladder/engine/engine.hpp"
#include "tools/profile/runs.hpp"

using namespace ladder;
using memory_model::Access;
using memory_model::Space;

namespace {

// Requests of one kind of access, all of that width.
struct Pieces {
  unsigned number;
  int bytes;
};

struct Expected {
  Pieces loads, stores;
  Pieces shared = {0, 0};  // loads, and as many stores
};

// What nvcc makes of them: `nvcc -ptx` says it, and the GPU's counters where accesses to shared memory become wider.
const std::map<std::string, Expected> expected = {
    {"Point", {{3, 4}, {3, 4}}},
    {"Row4", {{4, 4}, {4, 4}}},
    {"Row6", {{6, 4}, {6, 4}}},
    {"Row8", {{8, 4}, {8, 4}}},
    {"Row50", {{50, 4}, {50, 4}}},
    {"Aligned4", {{1, 16}, {1, 16}}},
    {"Aligned6", {{3, 8}, {3, 8}}},
    {"Aligned8", {{2, 16}, {2, 16}}},
    {"FarAligned8", {{2, 16}, {2, 16}}},
    {"Padded", {{1, 16}, {1, 16}}},
    {"Colour", {{3, 1}, {3, 1}}},
    {"Pixel", {{4, 1}, {4, 1}}},
    {"AlignedPixel", {{1, 4}, {1, 4}}},
    {"Halves", {{3, 2}, {3, 2}}},
    {"Pair", {{2, 4}, {2, 4}}},
    {"AlignedPair", {{1, 8}, {1, 8}}},
    {"Flagged", {{2, 4}, {2, 4}}},
    {"Doubles", {{2, 8}, {2, 8}}},
    {"Entry", {{2, 8}, {2, 8}}},
    {"Segment", {{6, 4}, {6, 4}}},
    {"Particle", {{2, 16}, {2, 16}}},
    {"Box", {{6, 4}, {6, 4}}},
    {"Bits", {{4, 4}, {4, 4}}},
    {"Derived", {{3, 4}, {3, 4}}},
    {"Point in shared memory", {{3, 4}, {3, 4}, {3, 4}}},
    {"Row4 in shared memory", {{4, 4}, {4, 4}, {1, 16}}},
    {"Row8 in shared memory", {{8, 4}, {8, 4}, {2, 16}}},
    {"Aligned4 in shared memory", {{1, 16}, {1, 16}, {1, 16}}},
    {"Aligned6 in shared memory", {{3, 8}, {3, 8}, {3, 8}}},
    {"Halves in shared memory", {{3, 2}, {3, 2}, {3, 2}}},
    {"Pixel in shared memory", {{4, 1}, {4, 1}, {4, 1}}},
    {"Pair in shared memory", {{2, 4}, {2, 4}, {1, 8}}},
    {"AlignedPair in shared memory", {{1, 8}, {1, 8}, {1, 8}}},
    {"Doubles in shared memory", {{2, 8}, {2, 8}, {1, 16}}},
    {"Segment in shared memory", {{6, 4}, {6, 4}, {3, 8}}},
    {"Particle in shared memory", {{2, 16}, {2, 16}, {2, 16}}},
    {"Point by a cast", {{3, 4}, {3, 4}}},
    {"Row8 by a cast", {{8, 4}, {8, 4}}},
    {"Aligned8 by a cast", {{2, 16}, {2, 16}}},
    {"Point in a view", {{3, 4}, {3, 4}}},
    {"Aligned6 in a view", {{3, 8}, {3, 8}}},
    {"Point, cleared", {{0, 0}, {3, 4}}},
    {"Row8, cleared", {{0, 0}, {8, 4}}},
    {"Row8 by way of a variable", {{8, 4}, {8, 4}}},
    {"a part of a Segment", {{3, 4}, {3, 4}}},
    {"a part of a Segment in shared memory", {{6, 4}, {3, 4}}},  // in shared memory: see below
    {"a member by reference", {{1, 4}, {1, 4}}},
    {"Point in a __device__ array", {{6, 4}, {6, 4}}},
    {"Point, filled", {{0, 0}, {3, 4}}},
    {"Row8 by memcpy()", {{32, 1}, {32, 1}}},
    {"float by memcpy()", {{4, 1}, {1, 4}}},
    {"Row8 by memset()", {{0, 0}, {32, 1}}},
};

// Of all widths; `bytes` is -1 where there are several.
Pieces pieces_of(const std::vector<LineCounters>& lines, Space space, Access operation) {
  Pieces pieces{0, 0};
  for (const LineCounters& line : lines) {
    if (line.space != space || line.operation != operation) continue;
    pieces.bytes = pieces.number == 0 || pieces.bytes == line.bytes ? line.bytes : -1;
    pieces.number += static_cast<unsigned>(line.requests);
  }
  return pieces;
}

void check(const Pieces& found, const Pieces& due) {
  CHECK(found.number == due.number);
  CHECK(found.bytes == due.bytes);
}

}  // namespace

TEST_CASE("a struct is copied by accesses as wide as its type is aligned") {
  const auto copies = emulator::copies();
  CHECK(copies.size() == expected.size());
  for (const probe::Copy& copy : copies) {
    INFO(copy.name);
    const Expected& due = expected.at(copy.name);
    const Observation seen = profile::emulate(copy);
    CHECK(seen.messages == std::vector<std::string>());
    const auto lines = seen.lines();
    check(pieces_of(lines, Space::global, Access::load), due.loads);
    check(pieces_of(lines, Space::global, Access::store), due.stores);
    if (copy.name == std::string("a part of a Segment in shared memory")) {
      check(pieces_of(lines, Space::shared, Access::store), {3, 8});
      check(pieces_of(lines, Space::shared, Access::load), {2, -1});
    } else {
      check(pieces_of(lines, Space::shared, Access::store), due.shared);
      check(pieces_of(lines, Space::shared, Access::load), due.shared);
    }
  }
}

TEST_CASE("the copies of structs cost what was recorded of them on GPUs") {
  std::size_t compared = 0;
  for (const auto& gpu : std::filesystem::directory_iterator(SOURCES "/docs/measured")) {
    const auto file = gpu.path() / "copies.json";
    if (!std::filesystem::exists(file)) continue;
    const auto measured = profile::variants_from_json(contents(file));
    const auto copies = emulator::copies();
    REQUIRE(measured.size() == copies.size());
    for (std::size_t i = 0; i < copies.size(); ++i) {
      INFO(file.string() << ": " << copies[i].name);
      CHECK(measured[i].variant == copies[i].name);
      for (const auto& [counter, counted, read] :
           profile::differences(profile::emulate(copies[i]).counters, measured[i].measured)) {
        FAIL_CHECK(counter << ": " << counted << " emulated, " << read << " measured");
      }
      ++compared;
    }
  }
  CHECK(compared >= expected.size());
}
