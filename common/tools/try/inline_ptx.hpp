// Inline PTX as C++ for the emulator.
#pragma once

#include <string>
#include <vector>

namespace ladder::tried {

// The C++ statement, of one line and without its semicolon, that takes the place of asm(TEXT) or asm volatile(TEXT) in
// a kernel. Its file includes ladder/emulator/cuda/inline_ptx.hpp. Throws Failure(bad_usage) with the
// instruction's name where that is not supported: "inline PTX: mma.sync.aligned.m16n8k16 is not supported".
std::string translate_ptx(const std::string& text);

// --- Which instructions there are, and what each becomes: ptx_instructions.cpp

// @!p ld.global.f32 %0, [%1];
struct PtxInstruction {
  std::string guard;  // "", "p" or "!p"
  std::string opcode;
  std::vector<std::string> operands;
};

// C++ with @0, @1, ... for the operands, and P:: for ::ladder::ptx::. Empty where there is no such instruction. An
// opcode that ends in | has a predicate as its second operand; in {0 or {1, the parts of a register as that operand.
std::string words_for(const PtxInstruction& instruction);

// The C++ expression for a special register, such as %laneid; empty where there is none of that name.
std::string special_register(const std::string& name);

}  // namespace ladder::tried
