// Device memory of the emulator: which buffers there are, and which thread wrote which element.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "ladder/engine/emulator/hazards.hpp"
#include "ladder/engine/emulator/mapping.hpp"
#include "ladder/engine/emulator/warp_trace.hpp"

namespace ladder::emulator {

// What is known of one granule (an element, or four bytes of it where it is larger).
using Cell = std::uint64_t;
inline constexpr Cell never_written = 0;
inline constexpr Cell written_before_the_launch = 1;
constexpr Cell atomic_bit(Operation operation) { return static_cast<Cell>(operation == Operation::atomic) << 1; }
inline constexpr std::size_t line_bytes = 64;  // of the cache

struct Buffer {
  std::uintptr_t begin, end;  // the payload
  std::string name;
  std::size_t element_bytes;
  unsigned granule_shift;  // a granule has 1 << granule_shift bytes
  std::atomic<Cell>* cells;
  Mapping mapping, cells_mapping;  // where the payload and the cells are

  bool contains(std::uintptr_t address, int bytes) const { return address >= begin && address + bytes <= end; }
  std::size_t granule(std::uintptr_t address) const { return (address - begin) >> granule_shift; }
  std::size_t granules() const { return end == begin ? 0 : granule(end - 1) + 1; }
};

// The buffers of this process. Not for use while a kernel runs, except find().
class GlobalMemory {
 public:
  static GlobalMemory& instance();

  // Bytes of payload with guard_bytes more on either side that kernels may not touch. element_bytes: how finely writes
  // are told apart. Throws std::bad_alloc.
  void* allocate(std::size_t bytes, std::size_t element_bytes, const std::string& name);
  void release(void* payload);
  // Memory that exists already and has been written: a variable of the kernels' file. It stays a buffer to the end.
  void adopt(std::uintptr_t begin, std::size_t bytes, const std::string& name);

  // The host wrote (or made worthless) these bytes of a buffer.
  void mark(const void* begin, std::size_t bytes, Cell state);

  // What earlier launches wrote was written before the next one.
  void begin_launch();

  // The buffer that holds all these bytes, or null.
  const Buffer* find(std::uintptr_t address, int bytes) const;

  // The element at the address, as "global out[5]": of the buffer that it is in, or else of the nearest one.
  std::string name_of(std::uintptr_t address) const;
  // The size of that buffer, as "out has 4096 elements".
  std::string extent_of(std::uintptr_t address) const;

 private:
  Buffer& add_buffer(std::uintptr_t begin, std::size_t bytes, std::size_t element_bytes, const std::string& name);
  const Buffer* nearest(std::uintptr_t address) const;

  std::map<std::uintptr_t, Buffer> buffers_;  // by begin
};

// When a thread of a block does something: barriers that the block has passed, and __syncwarp()s of the thread since.
struct Moment {
  std::uint32_t barriers, warp_time;
};

// One OS thread's view of global memory during a launch.
class GlobalAccess {
 public:
  explicit GlobalAccess(HazardLog& hazards) : hazards_(hazards) {}

  void begin_launch() { last_ = before_last_ = nullptr; }
  // What follows is done by this thread of the block.
  void begin_thread(std::uint64_t block, unsigned thread, Moment now);

  // The buffer that holds all these bytes, if it is one of the last two: most kernels alternate between two.
  const Buffer* recent(std::uintptr_t address, int bytes) {
    if (last_ != nullptr && last_->contains(address, bytes)) return last_;
    std::swap(last_, before_last_);
    return last_ != nullptr && last_->contains(address, bytes) ? last_ : nullptr;
  }
  // The buffer that holds all these bytes, which is a recent one then; or null.
  const Buffer* find(std::uintptr_t address, int bytes) {
    const Buffer* found = GlobalMemory::instance().find(address, bytes);
    if (found != nullptr) last_ = found;  // a load from constant memory does not push out a buffer
    return found;
  }

  // Notes an access to a buffer: a read of what nothing wrote, or a second thread's write, is a hazard, and so is what
  // another thread of the block wrote since the last barrier.
  void access(const Buffer& buffer, std::uintptr_t address, int bytes, Operation operation, Site site) {
    std::atomic<Cell>* cell = buffer.cells + buffer.granule(address);
    std::atomic<Cell>* const last = buffer.cells + buffer.granule(address + static_cast<std::uintptr_t>(bytes) - 1);
    // The next lanes mostly go on from here, and by then what they touch is in the cache.
    __builtin_prefetch(cell + line_bytes / sizeof(Cell), 1);
    __builtin_prefetch(reinterpret_cast<const void*>(address + line_bytes), 1);
    for (; cell <= last; ++cell) {
      const Cell before = visit(*cell, operation);
      const bool unsuspicious =
          before == written_before_the_launch || (before == never_written && operation == Operation::store);
      if (!unsuspicious) return check(before, cell, last, address, operation, site);
    }
  }

 private:
  // What the cell says; then, where the access is a write, it says that this thread wrote.
  Cell visit(std::atomic<Cell>& cell, Operation operation) const {
    if (operation == Operation::load) return cell.load(std::memory_order_relaxed);
    return cell.exchange(this_thread_ | atomic_bit(operation), std::memory_order_relaxed);
  }
  [[gnu::noinline]] void check(Cell before, std::atomic<Cell>* cell, std::atomic<Cell>* last, std::uintptr_t address,
                               Operation operation, Site site);

  HazardLog& hazards_;
  Cell this_thread_ = never_written;  // what a cell says after a write of the running thread
  const Buffer* last_ = nullptr;
  const Buffer* before_last_ = nullptr;
};

}  // namespace ladder::emulator
