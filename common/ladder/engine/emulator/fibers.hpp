// The threads of one block, as fibers on one OS thread.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ladder::emulator {

// Stacks and saved contexts for the threads of one block. A thread runs until it suspends itself or ends; one that is
// never resumed again is simply forgotten: kernels hold nothing that would need unwinding. (That is why this uses
// Boost.Context's fcontext layer and not boost::context::fiber, which unwinds an unfinished fiber with an exception.)
class Fibers {
 public:
  static constexpr std::size_t most_threads = 1024;
  static constexpr std::size_t stack_bytes = 64 * 1024;

  // Of this machine: 4 KiB, or 16 or 64 on some of the ARM family.
  static std::size_t page_bytes();

  // Maps the stacks, each with so many inaccessible bytes below it, whole pages. Throws std::bad_alloc.
  explicit Fibers(std::size_t guard_bytes = page_bytes());
  ~Fibers();
  Fibers(const Fibers&) = delete;
  Fibers& operator=(const Fibers&) = delete;

  // Makes `thread` ready to run body(argument) from its beginning.
  void start(unsigned thread, void (*body)(void*), void* argument);

  // Runs `thread` until it suspends itself or its body returns. True while it has more to run.
  bool resume(unsigned thread);

  // Called on a fiber: back to whoever resumed it.
  void suspend();

  bool on_a_stack(std::uintptr_t address) const { return address - stacks_ < mapped_bytes_; }
  // Among the inaccessible bytes.
  bool is_below_a_stack(std::uintptr_t address) const {
    return on_a_stack(address) && (address - stacks_) % pitch_ < guard_bytes_;
  }
  // A stack that no thread has.
  std::uintptr_t spare_stack_top() const { return stacks_ + mapped_bytes_; }

 private:
  static std::size_t guarded_stacks();
  static void enter(boost::context::detail::transfer_t from);

  std::uintptr_t stacks_;
  std::size_t guard_bytes_;
  std::size_t pitch_;  // from one stack to the next
  std::size_t mapped_bytes_;
  std::vector<boost::context::detail::fcontext_t> saved_;
  boost::context::detail::fcontext_t resumer_ = nullptr;
  void (*body_)(void*) = nullptr;
  void* argument_ = nullptr;
  bool more_ = false;
};

}  // namespace ladder::emulator
