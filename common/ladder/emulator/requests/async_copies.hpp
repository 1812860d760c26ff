// Asynchronous copies from global to shared memory (cp.async): those that threads of the running block have started and
// that have not arrived. A thread makes all that it has started since then a group, and waits for all of its groups but
// the newest. (PTX ISA, "cp.async", "cp.async.commit_group", "cp.async.wait_group".)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "ladder/emulator/requests/warp_trace.hpp"

namespace ladder::emulator {

struct AsyncCopy {
  unsigned thread = 0;
  Site site = 0;
  std::uintptr_t to = 0, from = 0;
  int bytes = 0, loaded = 0;            // loaded: so many of the bytes come from memory; the others become 0
  std::array<std::byte, 16> data = {};  // what it copies
  std::uint32_t barriers = 0;           // that the block had passed when it was started
  std::uint32_t group = 0;              // of its thread's, from 0 on
  bool is_passed_by = false;            // by a wait of its thread, which left that many groups on the way
  unsigned left_on_the_way = 0;

  LaneAccess store() const { return {site, to, bytes, Space::shared, Access::store}; }
  bool touches(std::uintptr_t address, int size) const {
    return address < to + static_cast<unsigned>(bytes) && to < address + static_cast<unsigned>(size);
  }
  // Where memory differs from what was loaded there; 0: nowhere.
  std::uintptr_t changed_source() const {
    for (int i = 0; i < loaded; ++i) {
      const std::uintptr_t at = from + static_cast<unsigned>(i);
      if (*reinterpret_cast<const std::byte*>(at) != data[static_cast<std::size_t>(i)]) return at;
    }
    return 0;
  }
};

class AsyncCopies {
 public:
  void begin_block() { of_threads_.clear(); }

  void add(AsyncCopy copy) {
    OfThread& own = of(copy.thread);
    copy.group = own.groups;
    own.copies.push_back(copy);
  }
  void commit(unsigned thread) { ++of(thread).groups; }
  // The thread waits for its groups but the newest `left`: arrive(const AsyncCopy&) is called for each copy in them.
  void wait(unsigned thread, unsigned left, const auto& arrive) {
    OfThread& own = of(thread);
    for (; !own.copies.empty() && own.copies.front().group + left < own.groups; own.copies.pop_front())
      arrive(own.copies.front());
    for (AsyncCopy& copy : own.copies) {
      copy.is_passed_by = true;
      copy.left_on_the_way = left;
    }
  }

  // One that is on its way to some of these bytes; null where there is none.
  const AsyncCopy* on_the_way_to(std::uintptr_t address, int bytes) const {
    for (const OfThread& own : of_threads_) {
      for (const AsyncCopy& copy : own.copies) {
        if (copy.touches(address, bytes)) return &copy;
      }
    }
    return nullptr;
  }
  // Whether the thread has waited for its own group of that number.
  bool has_waited_for(std::uint32_t group, unsigned thread) const {
    if (thread >= of_threads_.size() || of_threads_[thread].groups <= group) return false;
    const std::deque<AsyncCopy>& left = of_threads_[thread].copies;
    return left.empty() || left.front().group > group;
  }
  bool is_committed(const AsyncCopy& copy) const { return copy.group < of_threads_[copy.thread].groups; }
  void for_each(const auto& visit) const {
    for (const OfThread& own : of_threads_) {
      for (const AsyncCopy& copy : own.copies) visit(copy);
    }
  }

 private:
  struct OfThread {
    std::deque<AsyncCopy> copies;  // the oldest first
    std::uint32_t groups = 0;      // that are committed
  };
  OfThread& of(unsigned thread) {
    if (thread >= of_threads_.size()) of_threads_.resize(thread + 1);
    return of_threads_[thread];
  }

  std::vector<OfThread> of_threads_;
};

}  // namespace ladder::emulator
