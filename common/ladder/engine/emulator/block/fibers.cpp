#include "ladder/engine/emulator/block/fibers.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <thread>

// The address sanitizer's own second stack does not know of fibers. Nobody calls this in other builds.
extern "C" const char* __asan_default_options() { return "detect_stack_use_after_return=0"; }
// Null in other builds. (Its header is no part of every compiler.)
extern "C" [[gnu::weak]] void __asan_unpoison_memory_region(const volatile void* begin, std::size_t bytes);

namespace ladder::emulator {

namespace context = boost::context::detail;

namespace {
std::atomic<std::size_t> guards_in_use{0};
}

Fibers::Fibers(std::size_t guard_bytes)
    : guards_(take_guards()),
      guard_bytes_(guard_bytes),
      pitch_(guard_bytes + stack_bytes),
      stacks_(map_with_gaps((most_threads + 1) * pitch_)),
      saved_(most_threads) {
  for (std::size_t stack = 0; stack < guards_; ++stack) {
    void* guard = reinterpret_cast<void*>(stacks_.begin() + stack * pitch_);
    if (mprotect(guard, guard_bytes_, PROT_NONE) != 0) throw std::bad_alloc();
  }
}

// Each guard makes two mappings of one, and Linux allows a process 65530 of them (vm.max_map_count). So on a machine of
// many cores, each of which has its Fibers, only the first threads of a block have one; and of many blocks that wait
// for each other, only the first ones.
std::size_t Fibers::take_guards() {
  constexpr std::size_t most_guards = 24000;
  const std::size_t share =
      std::min<std::size_t>(most_threads + 1, most_guards / std::max(1u, std::thread::hardware_concurrency()));
  if (guards_in_use.fetch_add(share) + share <= most_guards) return share;
  guards_in_use -= share;
  return 0;
}

Fibers::~Fibers() { guards_in_use -= guards_; }

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
  const std::uintptr_t bottom = stack(thread);
  const std::uintptr_t top = bottom + stack_bytes - thread % 64 * 64;
  // A thread that was forgotten has left its frames.
  if (__asan_unpoison_memory_region != nullptr) {
    __asan_unpoison_memory_region(reinterpret_cast<void*>(bottom), top - bottom);
  }
  saved_[thread] = context::make_fcontext(reinterpret_cast<void*>(top), top - bottom, enter);
}

bool Fibers::resume(unsigned thread) {
  more_ = true;
  its_stack_ = stack(thread);
  saved_[thread] = context::jump_fcontext(saved_[thread], this).fctx;
  return more_;
}

void Fibers::suspend() { resumer_ = context::jump_fcontext(resumer_, nullptr).fctx; }

}  // namespace ladder::emulator
