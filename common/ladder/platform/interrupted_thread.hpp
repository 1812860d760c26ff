// What a signal handler can do with the thread that it interrupted.
#pragma once

#include <signal.h>
#include <ucontext.h>

#include <cstddef>
#include <cstdint>

namespace ladder {

// instruction(): that the thread was about to execute, or could not complete.
// is_division(): whether the thread was about to divide an integer by 0.
// is_store(): whether the access that the memory refused was a store.
// go_on_with(): after the handler the thread goes on with this function, on this stack.
#if defined(__x86_64__)
inline constexpr int division_signal = SIGFPE;

inline std::uintptr_t instruction(const ucontext_t& context) {
  return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
}
inline std::uintptr_t stack_pointer(const ucontext_t& context) {
  return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RSP]);
}
inline bool is_division(int signal, const ucontext_t&) { return signal == division_signal; }
inline bool is_store(const ucontext_t& context) {
  constexpr greg_t write = 2;  // of the error code of a page fault
  return (context.uc_mcontext.gregs[REG_ERR] & write) != 0;
}
inline void go_on_with(ucontext_t& context, void (*function)(), std::uintptr_t stack_top) {
  context.uc_mcontext.gregs[REG_RSP] = static_cast<greg_t>(stack_top - 8);  // as after a call
  context.uc_mcontext.gregs[REG_RIP] = reinterpret_cast<greg_t>(function);
}
#elif defined(__aarch64__)
inline constexpr int division_signal = SIGTRAP;

inline std::uintptr_t instruction(const ucontext_t& context) { return context.uc_mcontext.pc; }
inline std::uintptr_t stack_pointer(const ucontext_t& context) { return context.uc_mcontext.sp; }
// Processors of the ARM family refuse no division: the trap is that of check_divisions.sh, brk 0xd.
inline bool is_division(int signal, const ucontext_t& context) {
  constexpr std::uint32_t trap = 0xd42001a0;
  return signal == division_signal && *reinterpret_cast<const std::uint32_t*>(instruction(context)) == trap;
}
inline bool is_store(const ucontext_t& context) {
  constexpr std::uint64_t write = 1 << 6;  // of the exception syndrome
  const auto* record = reinterpret_cast<const _aarch64_ctx*>(context.uc_mcontext.__reserved);
  while (record->magic != 0 && record->magic != ESR_MAGIC) {
    record = reinterpret_cast<const _aarch64_ctx*>(reinterpret_cast<const std::byte*>(record) + record->size);
  }
  return record->magic == ESR_MAGIC && (reinterpret_cast<const esr_context*>(record)->esr & write) != 0;
}
inline void go_on_with(ucontext_t& context, void (*function)(), std::uintptr_t stack_top) {
  context.uc_mcontext.sp = stack_top;
  context.uc_mcontext.pc = reinterpret_cast<std::uintptr_t>(function);
}
#endif

}  // namespace ladder
