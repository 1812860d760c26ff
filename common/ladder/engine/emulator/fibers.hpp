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

  // Maps the stacks, each with an inaccessible page below it. Throws std::bad_alloc.
  Fibers();
  ~Fibers();
  Fibers(const Fibers&) = delete;
  Fibers& operator=(const Fibers&) = delete;

  // Makes `thread` ready to run body(argument) from its beginning.
  void start(unsigned thread, void (*body)(void*), void* argument);

  // Runs `thread` until it suspends itself or its body returns. True while it has more to run.
  bool resume(unsigned thread);

  // Called on a fiber: back to whoever resumed it.
  void suspend();

  bool on_a_stack(std::uintptr_t address) const { return address - stacks_ < mapped_bytes; }
  // In one of the inaccessible pages.
  bool is_below_a_stack(std::uintptr_t address) const {
    return on_a_stack(address) && (address - stacks_) % stack_bytes < guard_bytes;
  }
  // A stack that no thread has.
  std::uintptr_t spare_stack_top() const { return stacks_ + mapped_bytes; }

 private:
  static constexpr std::size_t guard_bytes = 4096;
  static constexpr std::size_t mapped_bytes = (most_threads + 1) * stack_bytes;
  static void enter(boost::context::detail::transfer_t from);

  std::uintptr_t stacks_;
  std::vector<boost::context::detail::fcontext_t> saved_;
  boost::context::detail::fcontext_t resumer_ = nullptr;
  void (*body_)(void*) = nullptr;
  void* argument_ = nullptr;
  bool more_ = false;
};

}  // namespace ladder::emulator
