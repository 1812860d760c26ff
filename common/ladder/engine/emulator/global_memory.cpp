#include "ladder/engine/emulator/global_memory.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "ladder/base/parallel.hpp"
#include "ladder/engine/engine.hpp"

namespace ladder::emulator {
namespace {

// So many addresses on either side of a buffer belong to nothing else, so that an access far out of its bounds is not
// taken for an access to its neighbour. They cost no memory, and there are 2^47 of them.
constexpr std::size_t gap_bytes = std::size_t{1} << 35;

// Memory with so many bytes of addresses before and after it that nothing else uses.
std::uintptr_t map_memory(std::size_t bytes, std::size_t gap) {
  void* addresses = mmap(nullptr, bytes + 2 * gap, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (addresses == MAP_FAILED) throw std::bad_alloc();
  void* memory = static_cast<std::byte*>(addresses) + gap;
  if (mprotect(memory, bytes, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
  madvise(memory, bytes, MADV_HUGEPAGE);  // a transpose touches many pages in turn
  return reinterpret_cast<std::uintptr_t>(memory);
}

std::size_t bytes_of_cells(const Buffer& buffer) { return std::max<std::size_t>(1, buffer.granules()) * sizeof(Cell); }

}  // namespace

GlobalMemory& GlobalMemory::instance() {
  static GlobalMemory memory;
  return memory;
}

void* GlobalMemory::allocate(std::size_t bytes, std::size_t element_bytes, const std::string& name) {
  const std::size_t opened_bytes = bytes + 2 * guard_bytes;
  const std::uintptr_t opened = map_memory(opened_bytes, gap_bytes);
  Buffer& buffer = add_buffer(opened + guard_bytes, bytes, element_bytes, name);
  buffer.mapping = opened - gap_bytes;
  buffer.mapping_bytes = opened_bytes + 2 * gap_bytes;
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
  buffer.cells = reinterpret_cast<std::atomic<Cell>*>(map_memory(bytes_of_cells(buffer), 0));
  return buffers_.emplace(begin, std::move(buffer)).first->second;
}

void GlobalMemory::release(void* payload) {
  const auto found = buffers_.find(reinterpret_cast<std::uintptr_t>(payload));
  if (found == buffers_.end()) return;
  const Buffer& buffer = found->second;
  munmap(reinterpret_cast<void*>(buffer.mapping), buffer.mapping_bytes);
  munmap(buffer.cells, bytes_of_cells(buffer));
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
  constexpr std::size_t piece_granules = std::size_t{1} << 18;
  for (auto& entry : buffers_) {
    const Buffer& buffer = entry.second;
    const std::size_t granules = buffer.granules();
    in_parallel((granules + piece_granules - 1) / piece_granules, [&](std::size_t piece) {
      std::atomic<Cell>* cell = buffer.cells + piece * piece_granules;
      std::atomic<Cell>* const end = buffer.cells + std::min((piece + 1) * piece_granules, granules);
      for (; cell != end; ++cell) {
        if (cell->load(std::memory_order_relaxed) > written_before_the_launch) {
          cell->store(written_before_the_launch, std::memory_order_relaxed);
        }
      }
    });
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
  return nearest != nullptr && distance(*nearest) < gap_bytes ? nearest : nullptr;
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

}  // namespace ladder::emulator
