#include "ladder/engine/emulator/fibers.hpp"

#include <sanitizer/asan_interface.h>
#include <sys/mman.h>

#include <new>

// The address sanitizer's own second stack does not know of fibers. Nobody calls this in other builds.
extern "C" const char* __asan_default_options() { return "detect_stack_use_after_return=0"; }

namespace ladder::emulator {

namespace context = boost::context::detail;

Fibers::Fibers() : saved_(most_threads) {
  void* stacks =
      mmap(nullptr, mapped_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (stacks == MAP_FAILED) throw std::bad_alloc();
  stacks_ = reinterpret_cast<std::uintptr_t>(stacks);
  for (std::size_t thread = 0; thread <= most_threads; ++thread) {
    mprotect(reinterpret_cast<void*>(stacks_ + thread * stack_bytes), guard_bytes, PROT_NONE);
  }
}

Fibers::~Fibers() { munmap(reinterpret_cast<void*>(stacks_), mapped_bytes); }

void Fibers::enter(context::transfer_t from) {
  auto& fibers = *static_cast<Fibers*>(from.data);
  fibers.resumer_ = from.fctx;
  fibers.body_(fibers.argument_);
  fibers.more_ = false;
  context::jump_fcontext(fibers.resumer_, nullptr);  // never returns: nobody resumes a thread that has ended
}

void Fibers::start(unsigned thread, void (*body)(void*), void* argument) {
  body_ = body;
  argument_ = argument;
  // Stacks of neighbouring threads start at different offsets: else they would all compete for the same cache sets.
  const std::uintptr_t bottom = stacks_ + thread * stack_bytes + guard_bytes;
  const std::uintptr_t top = stacks_ + (thread + 1) * stack_bytes - thread % 64 * 64;
  // A thread that was forgotten has left its frames. Nothing where this is not built with the address sanitizer.
  ASAN_UNPOISON_MEMORY_REGION(reinterpret_cast<void*>(bottom), top - bottom);
  saved_[thread] = context::make_fcontext(reinterpret_cast<void*>(top), stack_bytes - guard_bytes - 64 * 64, enter);
}

bool Fibers::resume(unsigned thread) {
  more_ = true;
  saved_[thread] = context::jump_fcontext(saved_[thread], this).fctx;
  return more_;
}

void Fibers::suspend() { resumer_ = context::jump_fcontext(resumer_, nullptr).fctx; }

}  // namespace ladder::emulator
