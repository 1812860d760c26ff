// What to do about a hazard: a part of its words.
#pragma once

#include <string>

#include "ladder/emulator/hazards/hazards.hpp"

namespace ladder::emulator {

// Whether it is known that both did it in one line, and in the same call of it. (Of what was written twice the first
// writer's line may not be known: mostly it is the second one's.)
bool in_one_line(const Hazard& hazard);

// What would have to be different for the two threads not to collide.
std::string how_to_part_them(const Hazard& hazard);

// "; parts of the index: y = threadIdx.y + i at kernel.cuh:33", of an index that is wrong, where they stand in other
// lines.
std::string parts_of_index(const Hazard& hazard);

// What would have to be different for the access to lie in its array.
std::string how_to_keep_in(const Hazard& hazard);

}  // namespace ladder::emulator
