// A hazard in a line of words: what, where and why.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ladder/emulator/cuda/special_registers.hpp"
#include "ladder/emulator/hazards/hazards.hpp"

namespace ladder::emulator {

// Where a thread or a block lies in its block or grid, by its linear index there.
dim3 place_in(const dim3& size, std::uint64_t linear);

// The index of a block in a grid, or of a thread in a block, of that size: "(3, 0)" or "(3, 0, 1)".
std::string index_in(const dim3& size, std::uint64_t linear);

// What to do about a hazard, a part of its words (advice.cpp; of an index index_advice.cpp).

// Whether it is known that both did it in one line, and in the same call of it. (Of what was written twice the first
// writer's line may not be known: mostly it is the second one's.)
bool in_one_line(const Hazard& hazard);

// What would have to be different for the two threads not to collide.
std::string how_to_part_them(const Hazard& hazard);

// "tile" of "shared tile[3][4]".
std::string array_of(const Hazard& hazard);

// Where the source gives its value to the index of the access: "y = threadIdx.y + i at kernel.cuh:33".
std::string definitions_of(const Hazard& hazard);

// Of two threads that have one index in one line: what of it comes out the same for both, where the source shows it.
std::string alike_in_index(const Hazard& hazard);

// The nearest test that should have kept the index in bounds: "if (row < rows) at kernel.cuh:34". Empty where there is
// none.
std::string test_before(const Hazard& hazard);

// "; parts of the index: y = threadIdx.y + i at kernel.cuh:33", of an index that is wrong, where they stand in other
// lines.
std::string parts_of_index(const Hazard& hazard);

// What would have to be different for the access to lie in its array.
std::string how_to_keep_in(const Hazard& hazard);

// The same for an access that is misaligned.
std::string how_to_align(const Hazard& hazard);

// Of a barrier: the test before it that keeps some threads away.
std::string what_not_all_pass(const Hazard& hazard);

// Of what is read and nothing wrote: the line that would, and what keeps threads from it.
std::string where_it_is_written(const Hazard& hazard);
const char* how_to_begin(const Hazard& hazard);

// A line for each, by their kinds and lines, and where they are, also in what was traced, as traced_place() tells: one
// where several are of one kind at the same lines, and the first two of a kind.
using TracedPlaceOf = std::function<std::optional<TracedPlace>(const ArrayByte&)>;
std::vector<PlacedHazard> placed(std::vector<Hazard> hazards, const TracedPlaceOf& traced_place);

}  // namespace ladder::emulator
