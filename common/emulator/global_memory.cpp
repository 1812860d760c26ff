#include "emulator/global_memory.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "engine.hpp"

namespace ladder::emulator {
namespace {

// In a cell, from the top: block + 1 (32 bits), thread (10), epoch (20), whether it was an atomic (1), one spare bit.
// Block + 1 keeps it apart from the two states in engine.hpp; the epoch wraps, which only forgets a hazard after 2^20
// barriers.
Cell written_by(const Actor& actor, std::uint32_t epoch, Operation operation) {
  return (actor.block + 1) << 32 | static_cast<Cell>(actor.thread) << 22 | static_cast<Cell>(epoch & 0xfffffu) << 2 |
         static_cast<Cell>(operation == Operation::atomic) << 1;
}
std::uint64_t block_of(Cell cell) { return (cell >> 32) - 1; }
unsigned thread_of(Cell cell) { return static_cast<unsigned>(cell >> 22 & 0x3ffu); }
unsigned epoch_of(Cell cell) { return static_cast<unsigned>(cell >> 2 & 0xfffffu); }
bool is_atomic(Cell cell) { return (cell >> 1 & 1u) != 0; }

// Two writes of one element, with nothing to say which comes last.
bool collide(Cell before, Cell now) {
  if (before <= written_before_the_launch || (is_atomic(before) && is_atomic(now))) return false;
  if (block_of(before) != block_of(now)) return true;
  return thread_of(before) != thread_of(now) && epoch_of(before) == epoch_of(now);
}

}  // namespace

GlobalMemory& GlobalMemory::instance() {
  static GlobalMemory memory;
  return memory;
}

void* GlobalMemory::allocate(std::size_t bytes, std::size_t element_bytes, const std::string& name) {
  Buffer buffer;
  buffer.name = name;
  buffer.granule_shift = element_bytes >= 4 ? 2 : element_bytes >= 2 ? 1 : 0;
  const auto map = [](std::size_t size) {
    void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    return memory;
  };
  buffer.mapping_bytes = bytes + 2 * guard_bytes;
  buffer.mapping = reinterpret_cast<std::uintptr_t>(map(buffer.mapping_bytes));
  buffer.begin = buffer.mapping + guard_bytes;
  buffer.end = buffer.begin + bytes;
  buffer.cells = static_cast<std::atomic<Cell>*>(map(std::max<std::size_t>(1, buffer.granules()) * sizeof(Cell)));
  const auto payload = reinterpret_cast<void*>(buffer.begin);
  buffers_.emplace(buffer.begin, std::move(buffer));
  return payload;
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

std::string GlobalMemory::describe(std::uintptr_t address, int bytes) const {
  const Buffer* nearest = nullptr;
  for (const auto& [begin, buffer] : buffers_) {
    if (address + guard_bytes >= buffer.begin && address < buffer.end + guard_bytes) nearest = &buffer;
  }
  if (nearest == nullptr) return fmt::format("{} bytes at {:#x}, which no buffer holds", bytes, address);
  const auto offset = static_cast<std::int64_t>(address - nearest->begin);
  return fmt::format("global {}, byte {} of {}", nearest->name, offset, nearest->end - nearest->begin);
}

void GlobalAccess::access(const Buffer& buffer, const Actor& actor, std::uint32_t epoch, std::uintptr_t address,
                          int bytes, Operation operation) {
  // The next lanes mostly go on from here, and by then their cells are in the cache.
  constexpr std::size_t cells_of_a_line = 64 / sizeof(Cell);
  __builtin_prefetch(&buffer.cells[buffer.granule(address)] + cells_of_a_line, 1);
  const std::size_t last = buffer.granule(address + bytes - 1);
  for (std::size_t i = buffer.granule(address); i <= last; ++i) {
    if (operation != Operation::store && buffer.cells[i].load(std::memory_order_relaxed) == never_written &&
        hazards_.count(HazardKind::uninitialized_read)) {
      hazards_.keep({HazardKind::uninitialized_read, actor, {}, GlobalMemory::instance().describe(address, bytes)});
    }
    if (operation == Operation::load) continue;
    const Cell now = written_by(actor, epoch, operation);
    const Cell before = buffer.cells[i].exchange(now, std::memory_order_relaxed);
    if (collide(before, now) && hazards_.count(HazardKind::race)) {
      const Actor other{block_of(before), thread_of(before), 0};
      hazards_.keep({HazardKind::race, actor, other, GlobalMemory::instance().describe(address, bytes)});
    }
  }
}

}  // namespace ladder::emulator
