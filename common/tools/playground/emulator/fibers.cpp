#include "ladder/platform/fibers.hpp"

// What binaryen's asyncify puts into the module (its source, src/passes/Asyncify.cpp, says how they are used).
#define IMPORT(name) extern "C" __attribute__((import_module("asyncify"), import_name(#name)))
IMPORT(start_unwind) void asyncify_start_unwind(void* saved);
IMPORT(stop_unwind) void asyncify_stop_unwind();
IMPORT(start_rewind) void asyncify_start_rewind(void* saved);
IMPORT(stop_rewind) void asyncify_stop_rewind();
#undef IMPORT

asm(".globaltype __stack_pointer, i32");

namespace ladder {
namespace {

std::uintptr_t stack_pointer() {
  std::uintptr_t at;
  asm volatile("global.get __stack_pointer\n local.set %0" : "=r"(at));
  return at;
}
void set_stack_pointer(std::uintptr_t at) { asm volatile("local.get %0\n global.set __stack_pointer" ::"r"(at)); }

}  // namespace

Fibers::Fibers()
    : stacks_(most_threads * stack_bytes, 0),
      frames_(most_threads * saved_bytes, 0),
      saved_(most_threads),
      has_begun_(most_threads) {}

void Fibers::start(unsigned thread, void (*body)(void*), void* argument) {
  body_ = body;
  argument_ = argument;
  has_begun_[thread] = false;
}

// Runs until the thread suspends itself, gives way to another one, or ends.
[[gnu::noinline]] void Fibers::run(unsigned thread) {
  current_ = thread;
  Saved& saved = saved_[thread];
  const std::uintptr_t own = stack_pointer();
  if (has_begun_[thread]) {
    comes_back_ = true;
    asyncify_start_rewind(&saved);
  } else {
    has_begun_[thread] = true;
    saved = {frames_.begin() + thread * saved_bytes, frames_.begin() + (thread + 1) * saved_bytes,
             stack(thread) + stack_bytes};
  }
  set_stack_pointer(saved.stack_pointer);
  body_(argument_);
  set_stack_pointer(own);
  if (leaves_) asyncify_stop_unwind();
}

bool Fibers::resume(unsigned thread) {
  do {
    next_ = nobody;
    leaves_ = false;
    run(thread);
    thread = next_;
  } while (next_ != nobody);
  return leaves_;
}

// Called twice: when the thread leaves, and once more when it comes back.
[[gnu::noinline]] void Fibers::suspend() {
  if (comes_back_) {
    comes_back_ = false;
    asyncify_stop_rewind();
    return;
  }
  leaves_ = true;
  saved_[current_].stack_pointer = stack_pointer();
  asyncify_start_unwind(&saved_[current_]);
}

[[gnu::noinline]] void Fibers::switch_to(unsigned thread) {
  if (!comes_back_) next_ = thread;
  suspend();
}

// The body returns next.
void Fibers::end_with(unsigned thread) { next_ = thread; }

}  // namespace ladder
