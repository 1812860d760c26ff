#include "ladder/engine/emulator/global_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <new>

#include "ladder/base/parallel.hpp"
#include "ladder/engine/engine.hpp"

namespace ladder::emulator {
namespace {

// So many addresses on either side of a buffer belong to nothing else, so that an access far out of its bounds is not
// taken for an access to its neighbour. They cost no memory, and there are 2^47 of them, unless `ulimit -v` allows
// less.
constexpr std::size_t usual_gap_bytes = std::size_t{1} << 35;
constexpr std::size_t small_gap_bytes = std::size_t{1} << 24;

Mapping map_with_gaps(std::size_t bytes) {
  try {
    return Mapping(bytes, usual_gap_bytes);
  } catch (const std::bad_alloc&) {
    Mapping mapping(bytes, small_gap_bytes);
    static std::once_flag said;
    std::call_once(said, [] {
      fmt::print(stderr,
                 "note: addresses are scarce here (ulimit -v): an access far beyond a buffer may be taken for "
                 "one to another buffer\n");
    });
    return mapping;
  }
}

std::size_t bytes_of_cells(const Buffer& buffer) { return std::max<std::size_t>(1, buffer.granules()) * sizeof(Cell); }

}  // namespace

void Buffer::touch(std::uintptr_t address) const {
  auto* const elements = reinterpret_cast<std::uint32_t*>(begin);
  pages->touch((address - begin) / sizeof(std::uint32_t), [&](std::size_t i, std::uint32_t bits) {
    elements[i] = bits;
    cells[i].store(written_before_the_launch, std::memory_order_relaxed);
  });
}

GlobalMemory& GlobalMemory::instance() {
  static GlobalMemory memory;
  return memory;
}

void* GlobalMemory::allocate(std::size_t bytes, std::size_t element_bytes, const std::string& name) {
  Mapping mapping = map_with_gaps(bytes + 2 * guard_bytes);
  Buffer& buffer = add_buffer(mapping.begin() + guard_bytes, bytes, element_bytes, name);
  buffer.mapping = std::move(mapping);
  return reinterpret_cast<void*>(buffer.begin);
}

void* GlobalMemory::allocate_sparse(std::size_t elements, const std::string& name, InitialBits initial) {
  void* payload = allocate(elements * sizeof(std::uint32_t), sizeof(std::uint32_t), name);
  Buffer& buffer = buffers_.at(reinterpret_cast<std::uintptr_t>(payload));
  buffer.mapping.use_small_pages();
  buffer.cells_mapping.use_small_pages();
  buffer.pages = std::make_unique<SparsePages>(elements, std::move(initial));
  return payload;
}

std::vector<WrittenElement> GlobalMemory::written(const void* payload) const {
  const Buffer& buffer = buffers_.at(reinterpret_cast<std::uintptr_t>(payload));
  std::vector<WrittenElement> found;
  buffer.pages->for_each([&](std::size_t i) {
    if (buffer.cells[i].load(std::memory_order_relaxed) == never_written) return;
    found.push_back({i, static_cast<const std::uint32_t*>(payload)[i]});
  });
  std::sort(found.begin(), found.end());
  return found;
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
  buffer.cells_mapping = Mapping(bytes_of_cells(buffer), 0);
  buffer.cells = reinterpret_cast<std::atomic<Cell>*>(buffer.cells_mapping.begin());
  return buffers_.emplace(begin, std::move(buffer)).first->second;
}

void GlobalMemory::release(void* payload) { buffers_.erase(reinterpret_cast<std::uintptr_t>(payload)); }

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
  const auto age = [](std::atomic<Cell>& cell) {
    if (cell.load(std::memory_order_relaxed) > written_before_the_launch) {
      cell.store(written_before_the_launch, std::memory_order_relaxed);
    }
  };
  for (auto& entry : buffers_) {
    const Buffer& buffer = entry.second;
    if (buffer.pages != nullptr) {
      buffer.pages->for_each([&](std::size_t i) { age(buffer.cells[i]); });
      continue;
    }
    const std::size_t granules = buffer.granules();
    in_parallel((granules + piece_granules - 1) / piece_granules, [&](std::size_t piece) {
      std::atomic<Cell>* const end = buffer.cells + std::min((piece + 1) * piece_granules, granules);
      for (std::atomic<Cell>* cell = buffer.cells + piece * piece_granules; cell != end; ++cell) age(*cell);
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
  return nearest != nullptr && distance(*nearest) < usual_gap_bytes ? nearest : nullptr;
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
