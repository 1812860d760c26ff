// An asm statement of a kernel, taken apart.
#pragma once

#include <string>
#include <vector>

namespace ladder::tried {

// "=r"(lane): the C++ expression lane, which a register of that kind stands for.
struct AsmOperand {
  bool is_output = false, is_input = false;  // both: "+r"
  char kind = 'r';                           // h, r, l: integers of 16, 32, 64 bits; f, d: float, double; n: a constant
  std::string expression;
};

// .reg .pred p;
struct PtxRegister {
  std::string type, name;
};

// @!p ld.global.f32 %0, [%1];
struct PtxInstruction {
  std::string guard;  // "", "p" or "!p"
  std::string opcode;
  std::vector<std::string> operands;
};

// What stands between two of them: a brace, registers or an instruction.
struct PtxStatement {
  char brace = 0;
  std::vector<PtxRegister> registers;
  PtxInstruction instruction;
};

struct AsmStatement {
  std::vector<AsmOperand> operands;
  std::vector<PtxStatement> statements;
};

// text: what stands between the parentheses of asm(...). Throws Failure(bad_usage) where that is no such thing.
AsmStatement read_asm(const std::string& text);

}  // namespace ladder::tried
