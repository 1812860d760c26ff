// How a program ends: exit(), _exit(), _Exit() and quick_exit(), which the linker leads here (--wrap). longjmp() ends a
// kernel's thread no better.
#pragma once

namespace ladder::emulator {

// A thread of a kernel that calls one of them fails: it would end the program on its own stack. Host code ends the
// program with the status that ending(status) returns, from this call on.
void at_program_exit(int (*ending)(int status));

}  // namespace ladder::emulator
