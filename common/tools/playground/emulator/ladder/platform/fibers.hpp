// The threads of one block, as fibers of WebAssembly: binaryen's asyncify rewrites the functions of a kernel, so that
// they can leave their frames in memory and come back to them. The interface is that of ladder/platform/fibers.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ladder/platform/mapping.hpp"

namespace ladder {

class Fibers {
 public:
  static constexpr std::size_t most_threads = 1024;
  static constexpr std::size_t stack_bytes = 40 * 1024, reserve_bytes = 8 * 1024, saved_bytes = 4 * 1024;

  Fibers();
  Fibers(Fibers&&) = delete;

  void start(unsigned thread, void (*body)(void*), void* argument);
  bool resume(unsigned thread);
  void suspend();
  // resume() goes on with the other one, so nobody else learns of it.
  void switch_to(unsigned thread);
  void end_with(unsigned thread);
  unsigned current() const { return current_; }

  bool on_a_stack(std::uintptr_t address) const { return address >= stacks_.begin() && address < stacks_.end(); }
  bool on_its_stack(std::uintptr_t address) const { return address - stack(current_) < stack_bytes; }
  bool is_below_its_stack(std::uintptr_t) const { return false; }
  // There is no page below that nothing may touch: a frame that is larger than the reserve may have stepped over it.
  bool is_nearly_full(std::uintptr_t stack_pointer) const {
    return stack_pointer < stack(current_) + reserve_bytes && stack_pointer >= stacks_.begin();
  }
  std::uintptr_t spare_stack_top() const { return 0; }

 private:
  // As asyncify wants it: where the frames are saved, and where there is no more room for them. And where the thread's
  // stack ends, which asyncify leaves alone.
  struct Saved {
    std::uintptr_t next, end, stack_pointer;
  };

  std::uintptr_t stack(unsigned thread) const { return stacks_.begin() + thread * stack_bytes; }
  void run(unsigned thread);

  Mapping stacks_, frames_;
  std::vector<Saved> saved_;
  std::vector<bool> has_begun_;
  void (*body_)(void*) = nullptr;
  void* argument_ = nullptr;
  unsigned current_ = 0;
  static constexpr unsigned nobody = most_threads;
  unsigned next_ = nobody;  // who goes on in place of the one that leaves
  bool leaves_ = false, comes_back_ = false;
};

}  // namespace ladder
