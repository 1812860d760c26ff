// Whether the launch is what is wrong, and not the kernel: tried out.
#pragma once

#include <functional>
#include <string>

#include "ladder/chapter/transpose/traced_run.hpp"
#include "ladder/report/result.hpp"

namespace ladder::transpose {

// Launches the variant's kernel otherwise: in the other order of blocks, with other tiles, with other blocks. Where it
// then does all that it has to, and nothing twice, says so: "variants.cu:17: the tile is {8, 256}, but a block does 8 x
// 128". Where rows and columns are exchanged between grid and kernel, and no other launch of the same kernel shows that
// the kernel is right, the line is the kernel's. Empty where no other launch is right.
std::string wrong_launch(Engine& engine, const Variant& variant, const Placed& placed);

// Of a variant that is right and breaks its contract: the block that its name has, if it keeps the contract with that
// one on the emulator: "variants.cu:19: the block has {32, 16} threads, but ..". Empty elsewhere.
std::string costly_launch(const Variant& variant, const std::function<bool(const Result&)>& keeps_contract);

}  // namespace ladder::transpose
