// Turns what would end the process, a thread's stack overflow, its division of an integer by 0 or a wrong address, into
// a report.
#pragma once

#include <cstddef>
#include <memory>

namespace ladder::emulator {

// While it lives, a kernel's thread that touches the page below its stack or an address at which there is nothing, or
// whose integer division is refused, ends up in Block::leave_after_fault(), on a stack of its own, and not in a crash.
// Any other such signal goes to who handled it before.
// One for a launch; every OS thread that runs blocks needs a SignalStack as well.
class FaultHandler {
 public:
  FaultHandler();
  ~FaultHandler();
  FaultHandler(const FaultHandler&) = delete;
  FaultHandler& operator=(const FaultHandler&) = delete;
};

// Where this OS thread's signals are handled: not on the stack that has just overflowed. Throws std::system_error.
class SignalStack {
 public:
  SignalStack();
  ~SignalStack();
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

 private:
  std::unique_ptr<std::byte[]> memory_;
};

}  // namespace ladder::emulator
