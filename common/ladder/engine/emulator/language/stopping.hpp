// What ends a launch from within a kernel.
#pragma once

namespace ladder::emulator {

// The launch fails, and it is said of the thread what it does: "calls __trap()". In host code, the program ends.
[[noreturn]] void fail_launch(const char* what_the_thread_does);
// The thread ends here, as by returning from its kernel.
[[noreturn]] void end_thread();
// What assert() calls where the condition does not hold.
[[noreturn]] void fail_assertion(const char* condition);

}  // namespace ladder::emulator

[[noreturn]] void __trap();
// (With a debugger, it would stop there.)
[[noreturn]] void __brkpt();
