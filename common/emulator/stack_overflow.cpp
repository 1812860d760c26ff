#include "emulator/stack_overflow.hpp"

#include <cstdint>

#include "emulator/block.hpp"
#include "emulator/interrupted_thread.hpp"

namespace ladder::emulator {
namespace {

// What the thread goes on with after the signal: on another stack, as its own has no room left.
[[noreturn]] void leave_the_thread() {
  Block::current()->stack_overflow();
  __builtin_unreachable();
}

void on_fault(int signal, siginfo_t* info, void* context) {
  Block* block = Block::current();
  if (block != nullptr && block->is_below_a_stack(reinterpret_cast<std::uintptr_t>(info->si_addr))) {
    auto& interrupted = *static_cast<ucontext_t*>(context);
    block->note_fault(instruction(interrupted));
    go_on_with(interrupted, leave_the_thread, block->spare_stack_top());
  } else {
    ::signal(signal, SIG_DFL);  // not ours: let it happen again
  }
}

}  // namespace

StackOverflowHandler::StackOverflowHandler() {
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &action, &before_);
}

StackOverflowHandler::~StackOverflowHandler() { sigaction(SIGSEGV, &before_, nullptr); }

SignalStack::SignalStack() {
  constexpr std::size_t bytes = 64 * 1024;
  memory_ = std::make_unique<std::byte[]>(bytes);
  stack_t stack{};
  stack.ss_sp = memory_.get();
  stack.ss_size = bytes;
  sigaltstack(&stack, nullptr);
}

SignalStack::~SignalStack() {
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, nullptr);
}

}  // namespace ladder::emulator
