#include "ladder/engine/emulator/block/thread_faults.hpp"

#include <signal.h>

#include <cerrno>
#include <cstdint>
#include <optional>
#include <system_error>

#include "ladder/engine/emulator/block/block.hpp"
#include "ladder/engine/emulator/block/interrupted_thread.hpp"

namespace ladder::emulator {
namespace {

// What the thread goes on with after the signal: on another stack, as its own may have no room left.
[[noreturn]] void leave_after_fault() {
  Block::current()->leave_after_fault();
  __builtin_unreachable();
}

// What the running thread of the block did; nothing where it was not the thread.
std::optional<Fault> fault_of(const Block& block, const siginfo_t& info, const ucontext_t& context) {
  if (info.si_signo == SIGSEGV && block.fibers().is_below_its_stack(reinterpret_cast<std::uintptr_t>(info.si_addr))) {
    return Fault::stack_overflow;
  }
  const bool raised_by_an_instruction = info.si_code > 0;
  if (!raised_by_an_instruction || !block.fibers().on_its_stack(stack_pointer(context))) return std::nullopt;
  if (info.si_signo == SIGSEGV) return Fault::bad_address;
  return is_division(info.si_signo, context) ? std::optional(Fault::division) : std::nullopt;
}

// Who handled these signals before.
struct sigaction segmentation_before, arithmetic_before;

// Not ours: back to who handled it before. A fault comes again by itself, a signal that somebody sent does not.
void pass_on(int signal, const siginfo_t& info) {
  sigaction(signal, signal == SIGSEGV ? &segmentation_before : &arithmetic_before, nullptr);
  if (info.si_code <= 0) raise(signal);
}

void on_signal(int signal, siginfo_t* info, void* context) {
  auto& interrupted = *static_cast<ucontext_t*>(context);
  Block* block = Block::current();
  const auto fault = block == nullptr ? std::nullopt : fault_of(*block, *info, interrupted);
  if (fault) {
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    block->interruptions().note(*fault, instruction(interrupted), {address, is_store(interrupted)});
    go_on_with(interrupted, leave_after_fault, block->fibers().spare_stack_top());
  } else {
    pass_on(signal, *info);
  }
}

}  // namespace

FaultHandler::FaultHandler() {
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &action, &segmentation_before);
  sigaction(division_signal, &action, &arithmetic_before);
}

FaultHandler::~FaultHandler() {
  sigaction(SIGSEGV, &segmentation_before, nullptr);
  sigaction(division_signal, &arithmetic_before, nullptr);
}

SignalStack::SignalStack() {
  constexpr std::size_t bytes = 64 * 1024;
  memory_ = std::make_unique<std::byte[]>(bytes);
  stack_t stack{};
  stack.ss_sp = memory_.get();
  stack.ss_size = bytes;
  if (sigaltstack(&stack, nullptr) != 0) {
    throw std::system_error(errno, std::generic_category(), "the stack for signals");
  }
}

SignalStack::~SignalStack() {
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, nullptr);
}

}  // namespace ladder::emulator
