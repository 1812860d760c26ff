// The threads of one block, as fibers on one OS thread.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ladder/platform/mapping.hpp"

namespace ladder {

// Stacks and saved contexts for the threads of one block. A thread runs until it suspends itself or ends; one that is
// never resumed again is simply forgotten: kernels hold nothing that would need unwinding. (That is why this uses
// Boost.Context's fcontext layer and not boost::context::fiber, which unwinds an unfinished fiber with an exception.)
class Fibers {
 public:
  static constexpr std::size_t most_threads = 1024;
  static constexpr std::size_t stack_bytes = 128 * 1024, reserve_bytes = 8 * 1024;

  // Maps the stacks, far from all else, each with so many inaccessible bytes below it, whole pages. Throws
  // std::bad_alloc.
  explicit Fibers(std::size_t guard_bytes = page_bytes());
  Fibers(Fibers&&) = delete;
  ~Fibers();

  // Makes `thread` ready to run body(argument) from its beginning.
  void start(unsigned thread, void (*body)(void*), void* argument);

  // Runs `thread` until it suspends itself or its body returns. True while it has more to run.
  bool resume(unsigned thread);

  // Called on a fiber: back to whoever resumed it, or the one that it was switched to from.
  void suspend();
  // Or another thread goes on in its place, which has begun or is to begin.
  void switch_to(unsigned thread);
  // The same where the body has nothing more to do. It never returns.
  void end_with(unsigned thread);
  // The one that runs.
  unsigned current() const { return current_; }

  // Whether it is on the stack of any thread.
  bool on_a_stack(std::uintptr_t address) const { return address >= stacks_.begin() && address < stacks_.end(); }
  // Of the thread that was resumed last: whether the address is on its stack, or among the inaccessible bytes below.
  bool on_its_stack(std::uintptr_t address) const { return address - its_stack_ < stack_bytes; }
  bool is_below_its_stack(std::uintptr_t address) const { return its_stack_ - 1 - address < guard_bytes_; }
  // Whether what the thread calls there might find no room: a fault within the C library would leave its locks closed.
  bool is_nearly_full(std::uintptr_t stack_pointer) const { return stack_pointer - its_stack_ < reserve_bytes; }
  // A stack that no thread has.
  std::uintptr_t spare_stack_top() const { return stacks_.end(); }

 private:
  static std::size_t take_guards();
  static void enter(boost::context::detail::transfer_t from);
  void set_current(unsigned thread) {
    current_ = thread;
    its_stack_ = stack(thread);
  }
  void arrive(boost::context::detail::transfer_t from);

  std::uintptr_t stack(unsigned thread) const { return stacks_.begin() + thread * pitch_ + guard_bytes_; }

  std::size_t guards_;  // so many of the stacks have inaccessible bytes below them
  std::size_t guard_bytes_;
  std::size_t pitch_;  // from one stack to the next
  Mapping stacks_;
  std::uintptr_t its_stack_ = 0;  // where that begins
  std::vector<boost::context::detail::fcontext_t> saved_;
  boost::context::detail::fcontext_t resumer_ = nullptr;
  void (*body_)(void*) = nullptr;
  void* argument_ = nullptr;
  bool more_ = false;
  unsigned current_ = 0;
  // Who the running one was switched to from; nobody: it was resumed.
  static constexpr unsigned nobody = most_threads, one_that_has_ended = most_threads + 1;
  unsigned before_ = nobody;
};

}  // namespace ladder
