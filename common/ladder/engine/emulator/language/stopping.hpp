// What ends a launch from within a kernel.
#pragma once

namespace ladder::emulator {

// What assert() calls where the condition does not hold: the launch fails.
[[noreturn]] void fail_assertion(const char* condition);

}  // namespace ladder::emulator

// The launch fails. (With a debugger, __brkpt() would stop there.)
[[noreturn]] void __trap();
[[noreturn]] void __brkpt(int code = 0);
