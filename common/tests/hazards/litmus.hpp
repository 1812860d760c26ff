// Litmus tests: two threads, and whether what one tells the other orders what both do. All of them that there are, by
// what they are made of; docs/emulator.md has the verdicts in a table.
#pragma once

#include <string>
#include <vector>

#include "tests/hazards/cases.hpp"

namespace hazards {

struct Litmus {
  std::string test;    // "message passing"
  std::string apart;   // the two threads are "lanes" of a warp, "warps" of a block, or of two "blocks"
  std::string kind;    // of the accesses that tell: "plain", "volatile", "atomic", "released"..
  std::string fence;   // "none", "block", "device"
  std::string memory;  // "shared", "global"
  void (*launch)(Buffers, const Litmus&);
};

std::vector<Litmus> litmus_tests();  // litmus.cu

}  // namespace hazards
