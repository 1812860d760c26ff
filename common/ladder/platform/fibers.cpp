#include "ladder/platform/fibers.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <thread>

// The address sanitizer's own second stack does not know of fibers. Nobody calls this in other builds.
extern "C" const char* __asan_default_options() { return "detect_stack_use_after_return=0"; }
// Null in other builds. (Its header is no part of every compiler.)
extern "C" [[gnu::weak]] void __asan_unpoison_memory_region(const volatile void* begin, std::size_t bytes);

namespace ladder {

namespace context = boost::context::detail;

#if defined(__x86_64__)
// As Boost's, which also saves the control words of floating-point numbers: no kernel changes them, and they take as
// long as all else. A stack that waits has r15, r14, r13, r12, rbx, rbp, and where it goes on.
extern "C" context::transfer_t ladder_jump(context::fcontext_t to, void* data);
asm(R"(
.text
.globl ladder_jump
.hidden ladder_jump
.type ladder_jump, @function
ladder_jump:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, %rax
  movq %rdi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  popq %r8
  movq %rsi, %rdx
  movq %rax, %rdi
  jmp *%r8
.size ladder_jump, .-ladder_jump
)");
#endif

namespace {

std::atomic<std::size_t> guards_in_use{0};

#if defined(__x86_64__)
constexpr auto jump = ladder_jump;

// A stack on which enter() begins, as if it had been called from nowhere.
context::fcontext_t make(std::uintptr_t top, std::size_t, void (*enter)(context::transfer_t)) {
  constexpr std::size_t registers = 6;
  auto** const stack = reinterpret_cast<void**>(top / 16 * 16);
  stack[-1] = nullptr;
  stack[-2] = reinterpret_cast<void*>(enter);
  return stack - 2 - registers;
}
#else
constexpr auto jump = context::jump_fcontext;

context::fcontext_t make(std::uintptr_t top, std::size_t bytes, void (*enter)(context::transfer_t)) {
  return context::make_fcontext(reinterpret_cast<void*>(top), bytes, enter);
}
#endif

}  // namespace

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
  fibers.arrive(from);
  fibers.body_(fibers.argument_);
  fibers.more_ = false;
  jump(fibers.resumer_, nullptr);  // never returns: nobody resumes a thread that has ended
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
  saved_[thread] = make(top, top - bottom, enter);
}

bool Fibers::resume(unsigned thread) {
  more_ = true;
  before_ = nobody;
  set_current(thread);
  const context::fcontext_t left = jump(saved_[thread], this).fctx;
  saved_[current_] = left;
  return more_;
}

// Whoever gave way to the running thread can go on from there.
void Fibers::arrive(context::transfer_t from) {
  if (before_ == nobody) resumer_ = from.fctx;
  if (before_ < most_threads) saved_[before_] = from.fctx;
}

void Fibers::suspend() { arrive(jump(resumer_, nullptr)); }

void Fibers::switch_to(unsigned thread) {
  before_ = current_;
  set_current(thread);
  arrive(jump(saved_[thread], this));
}

void Fibers::end_with(unsigned thread) {
  before_ = one_that_has_ended;
  set_current(thread);
  jump(saved_[thread], this);
}

}  // namespace ladder
