// Turns a thread's stack overflow into a report instead of a crash.
#pragma once

#include <signal.h>

#include <cstddef>
#include <memory>

namespace ladder::emulator {

// While it lives, an access of a kernel's thread to the page below its stack ends up in Block::stack_overflow(), on a
// stack of its own, and not in a crash. One for a launch; every OS thread that runs blocks needs a SignalStack as well.
class StackOverflowHandler {
 public:
  StackOverflowHandler();
  ~StackOverflowHandler();
  StackOverflowHandler(const StackOverflowHandler&) = delete;
  StackOverflowHandler& operator=(const StackOverflowHandler&) = delete;

 private:
  struct sigaction before_;
};

// Where this OS thread's signals are handled: not on the stack that has just overflowed.
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
