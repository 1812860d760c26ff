// Which instructions of PTX there are on the emulator, and what each becomes.
#pragma once

#include <string>

#include "tools/try/ptx_text.hpp"

namespace ladder::tried {

// C++ with @0, @1, ... for the operands, and P:: for ::ladder::ptx::. Empty where there is no such instruction. An
// opcode that ends in | has a predicate as its second operand.
std::string words_for(const PtxInstruction& instruction);

// The C++ expression for a special register, such as %laneid; empty where there is none of that name.
std::string special_register(const std::string& name);

}  // namespace ladder::tried
