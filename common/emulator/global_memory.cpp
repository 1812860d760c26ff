#include "emulator/global_memory.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "engine.hpp"

namespace ladder::emulator {
namespace {

// In a cell, from the top: block + 1 (32 bits), thread (10), barriers passed (10), warp time (10), whether it was an
// atomic (1), one spare bit. Block + 1 keeps it apart from the two states of before the launch. The two times wrap,
// which can only forget a hazard: of two that lie 2^10 barriers apart.
Cell written_by(const Actor& actor, Moment now) {
  return (actor.block + 1) << 32 | static_cast<Cell>(actor.thread) << 22 |
         static_cast<Cell>(now.barriers & 0x3ffu) << 12 | static_cast<Cell>(now.warp_time & 0x3ffu) << 2 |
         static_cast<Cell>(actor.operation == Operation::atomic) << 1;
}
std::uint64_t block_of(Cell cell) { return (cell >> 32) - 1; }
unsigned thread_of(Cell cell) { return static_cast<unsigned>(cell >> 22 & 0x3ffu); }
unsigned barriers_of(Cell cell) { return static_cast<unsigned>(cell >> 12 & 0x3ffu); }
unsigned warp_time_of(Cell cell) { return static_cast<unsigned>(cell >> 2 & 0x3ffu); }
bool is_atomic(Cell cell) { return (cell >> 1 & 1u) != 0; }

// Two threads of one block, with no barrier between, and in one warp no __syncwarp() either.
bool unordered_in_block(Cell before, Cell now) {
  if (block_of(before) != block_of(now) || thread_of(before) == thread_of(now)) return false;
  if (barriers_of(before) != barriers_of(now)) return false;
  return thread_of(before) / 32 != thread_of(now) / 32 || warp_time_of(before) == warp_time_of(now);
}

// Two writes of one element, with nothing to say which comes last.
bool writes_collide(Cell before, Cell now) {
  if (before <= written_before_the_launch || (is_atomic(before) && is_atomic(now))) return false;
  return block_of(before) != block_of(now) || unordered_in_block(before, now);
}

// A read of what another thread of the block has just written. (What another block wrote may be known to be there, by
// way of an atomic counter and __threadfence(): that is not judged.)
bool read_collides(Cell before, Cell now) {
  return before > written_before_the_launch && unordered_in_block(before, now);
}

void* map_memory(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  madvise(memory, bytes, MADV_HUGEPAGE);  // a transpose touches many pages in turn
  return memory;
}

}  // namespace

GlobalMemory& GlobalMemory::instance() {
  static GlobalMemory memory;
  return memory;
}

void* GlobalMemory::allocate(std::size_t bytes, std::size_t element_bytes, const std::string& name) {
  const std::size_t mapping_bytes = bytes + 2 * guard_bytes;
  const auto mapping = reinterpret_cast<std::uintptr_t>(map_memory(mapping_bytes));
  Buffer& buffer = add_buffer(mapping + guard_bytes, bytes, element_bytes, name);
  buffer.mapping = mapping;
  buffer.mapping_bytes = mapping_bytes;
  return reinterpret_cast<void*>(buffer.begin);
}

void GlobalMemory::adopt(std::uintptr_t begin, std::size_t bytes, const std::string& name) {
  add_buffer(begin, bytes, bytes % 4 == 0 ? 4 : 1, name);
  mark(reinterpret_cast<const void*>(begin), bytes, written_before_the_launch);
}

Buffer& GlobalMemory::add_buffer(std::uintptr_t begin, std::size_t bytes, std::size_t element_bytes,
                                 const std::string& name) {
  Buffer buffer{};
  buffer.begin = begin;
  buffer.end = begin + bytes;
  buffer.name = name;
  buffer.element_bytes = std::max<std::size_t>(1, element_bytes);
  buffer.granule_shift = element_bytes >= 4 ? 2 : element_bytes >= 2 ? 1 : 0;
  buffer.cells =
      static_cast<std::atomic<Cell>*>(map_memory(std::max<std::size_t>(1, buffer.granules()) * sizeof(Cell)));
  return buffers_.emplace(begin, std::move(buffer)).first->second;
}

void GlobalMemory::release(void* payload) {
  const auto found = buffers_.find(reinterpret_cast<std::uintptr_t>(payload));
  if (found == buffers_.end()) return;
  const Buffer& buffer = found->second;
  munmap(reinterpret_cast<void*>(buffer.mapping), buffer.mapping_bytes);
  munmap(buffer.cells, std::max<std::size_t>(1, buffer.granules()) * sizeof(Cell));
  buffers_.erase(found);
}

void GlobalMemory::mark(const void* begin, std::size_t bytes, Cell state) {
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  auto next = buffers_.upper_bound(address);
  if (bytes == 0 || next == buffers_.begin()) return;
  const Buffer& buffer = std::prev(next)->second;
  const std::uintptr_t end = std::min(address + bytes, buffer.end);
  if (address >= end) return;
  for (std::size_t i = buffer.granule(address); i <= buffer.granule(end - 1); ++i) {
    buffer.cells[i].store(state, std::memory_order_relaxed);
  }
}

void GlobalMemory::begin_launch() {
  for (auto& [begin, buffer] : buffers_) {
    for (std::size_t i = 0; i < buffer.granules(); ++i) {
      if (buffer.cells[i].load(std::memory_order_relaxed) > written_before_the_launch) {
        buffer.cells[i].store(written_before_the_launch, std::memory_order_relaxed);
      }
    }
  }
}

const Buffer* GlobalMemory::find(std::uintptr_t address, int bytes) const {
  const auto next = buffers_.upper_bound(address);
  if (next == buffers_.begin()) return nullptr;
  const Buffer& buffer = std::prev(next)->second;
  return buffer.contains(address, bytes) ? &buffer : nullptr;
}

const Buffer* GlobalMemory::nearest(std::uintptr_t address) const {
  const Buffer* nearest = nullptr;
  const auto distance = [address](const Buffer& buffer) {
    return address < buffer.begin ? buffer.begin - address : address >= buffer.end ? address - buffer.end + 1 : 0;
  };
  for (const auto& [begin, buffer] : buffers_) {
    if (nearest == nullptr || distance(buffer) < distance(*nearest)) nearest = &buffer;
  }
  // Farther than that, it is some pointer that has nothing to do with a buffer.
  constexpr std::uintptr_t near = std::uintptr_t{1} << 32;
  return nearest != nullptr && distance(*nearest) < near ? nearest : nullptr;
}

std::string GlobalMemory::name_of(std::uintptr_t address) const {
  const Buffer* buffer = nearest(address);
  if (buffer == nullptr) return fmt::format("address {:#x}", address);
  const auto bytes = static_cast<std::int64_t>(address - buffer->begin);
  const auto element = static_cast<std::int64_t>(buffer->element_bytes);
  const std::int64_t index = bytes >= 0 ? bytes / element : (bytes - element + 1) / element;
  return fmt::format("global {}[{}]", buffer->name, index);
}

std::string GlobalMemory::extent_of(std::uintptr_t address) const {
  const Buffer* buffer = nearest(address);
  if (buffer == nullptr) return "no buffer is near";
  return fmt::format("{} has {} elements", buffer->name, (buffer->end - buffer->begin) / buffer->element_bytes);
}

void GlobalAccess::access(const Buffer& buffer, const Actor& actor, Moment moment, std::uintptr_t address, int bytes) {
  __builtin_prefetch(&buffer.cells[buffer.granule(address)] + cells_of_a_line, 1);
  const auto report = [&](HazardKind kind, const Actor& other) {
    if (hazards_.count(kind)) hazards_.keep({kind, actor, other, GlobalMemory::instance().name_of(address), {}});
  };
  const auto writer = [](Cell cell) {
    return Actor{block_of(cell), thread_of(cell), 0, is_atomic(cell) ? Operation::atomic : Operation::store};
  };
  const Cell now = written_by(actor, moment);
  const std::size_t last = buffer.granule(address + static_cast<std::uintptr_t>(bytes) - 1);
  for (std::size_t i = buffer.granule(address); i <= last; ++i) {
    const Cell before = actor.operation == Operation::load ? buffer.cells[i].load(std::memory_order_relaxed)
                                                           : buffer.cells[i].exchange(now, std::memory_order_relaxed);
    if (actor.operation != Operation::store && before == never_written) report(HazardKind::uninitialized_read, {});
    if (actor.operation == Operation::load) {
      if (read_collides(before, now)) report(HazardKind::race, writer(before));
    } else if (writes_collide(before, now)) {
      report(HazardKind::written_twice, writer(before));
    }
  }
}

}  // namespace ladder::emulator
