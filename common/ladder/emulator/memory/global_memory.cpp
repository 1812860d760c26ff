#include "ladder/emulator/memory/global_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "ladder/base/parallel.hpp"
#include "ladder/emulator/debuginfo/kernel_facts.hpp"
#include "ladder/engine/engine.hpp"

namespace ladder::emulator {
namespace {

std::size_t bytes_of_cells(const Buffer& buffer) { return sizeof(ShadowCell) * std::max(1UL, buffer.granules()); }

// What a launch wrote is written before the next one; of a granule of which it wrote a part, that part.
void age(const Buffer& buffer, std::size_t granule) {
  std::atomic<ShadowCell>& cell = buffer.cells[granule];
  const ShadowCell now = cell.load(std::memory_order_relaxed);
  if (now <= written_before_the_launch) return;
  bool is_whole = true;
  for (std::size_t i = 0; now == in_parts && i < std::size_t{1} << buffer.granule_shift; ++i) {
    std::atomic<ShadowCell>& byte = buffer.byte_cells->get()[(granule << buffer.granule_shift) + i];
    if (byte.load(std::memory_order_relaxed) == never_written) {
      is_whole = false;
    } else {
      byte.store(written_before_the_launch, std::memory_order_relaxed);
    }
  }
  if (is_whole) cell.store(written_before_the_launch, std::memory_order_relaxed);
}

// All that launches have stored.
void age_stored(const Buffer& buffer) {
  constexpr std::size_t piece_bytes = std::size_t{1} << 20, part_bytes = std::size_t{1} << 11;
  if (!buffer.stored.any()) return;
  in_parallel((buffer.end - buffer.begin + piece_bytes - 1) / piece_bytes, [&](std::size_t piece) {
    const std::uintptr_t first = buffer.begin + piece * piece_bytes, end = std::min(first + piece_bytes, buffer.end);
    for (std::uintptr_t begin = first; begin < end; begin += part_bytes) {
      const std::uintptr_t last = std::min(begin + part_bytes, end) - 1;
      if (!buffer.stored.any(begin, last)) continue;
      for (std::size_t i = buffer.granule(begin); i <= buffer.granule(last); ++i) age(buffer, i);
    }
  });
}

}  // namespace

void Buffer::touch(std::uintptr_t address) const {
  pages->touch((address - begin) / element_bytes, [&](std::size_t i, std::uint32_t bits) {
    std::memcpy(reinterpret_cast<void*>(begin + i * element_bytes), &bits, element_bytes);
    cells[i].store(written_before_the_launch, std::memory_order_relaxed);
  });
}

void* GlobalMemory::allocate(std::size_t bytes, std::size_t element_bytes, const std::string& name) {
  Mapping mapping = map_with_gaps(bytes + 2 * guard_bytes);
  mapping.prefer_huge_pages();  // a transpose touches many in turn
  Buffer& buffer = add_buffer(mapping.begin() + guard_bytes, bytes, element_bytes, name);
  buffer.mapping = std::move(mapping);
  return reinterpret_cast<void*>(buffer.begin);
}

void* GlobalMemory::allocate_sparse(std::size_t elements, std::size_t element_bytes, const std::string& name,
                                    InitialBits initial, ArrayUse use) {
  void* payload = allocate(elements * element_bytes, element_bytes, name);
  Buffer& buffer = at(payload);
  buffer.mapping.use_small_pages();
  buffer.cells_mapping.use_small_pages();
  buffer.is_input = initial != nullptr && use == ArrayUse::input;
  buffer.pages = std::make_unique<SparsePages>(elements, std::move(initial));
  return payload;
}

std::vector<WrittenElement> GlobalMemory::written(const void* payload) const {
  const Buffer& buffer = buffers_.at(reinterpret_cast<std::uintptr_t>(payload));
  const ShadowCell unwritten = buffer.pages->has_initial() ? written_before_the_launch : never_written;
  std::vector<WrittenElement> found;
  buffer.pages->for_each([&](std::size_t i) {
    if (buffer.cells[i].load(std::memory_order_relaxed) <= unwritten) return;
    std::uint32_t bits = 0;
    std::memcpy(&bits, static_cast<const std::byte*>(payload) + i * buffer.element_bytes, buffer.element_bytes);
    found.push_back({i, bits});
  });
  std::ranges::sort(found);
  return found;
}

void GlobalMemory::adopt(std::uintptr_t begin, std::size_t bytes, const std::string& name, const StructType& elements) {
  add_buffer(begin, bytes, bytes % 4 == 0 ? 4 : 1, name).elements = elements;
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
  const std::size_t whole_granules = (bytes + 3) / 4 * 4;
  buffer.byte_cells = std::make_unique<ByteCells>(whole_granules);
  buffer.writers = std::make_unique<OnDemand<std::atomic<std::uint64_t>>>(std::max<std::size_t>(1, buffer.granules()));
  buffer.reads = std::make_unique<OnDemand<PlainReads>>(std::max<std::size_t>(1, buffer.granules()));
  buffer.has_reads = std::make_unique<std::atomic<bool>>(false);
  buffer.cells_mapping = Mapping(bytes_of_cells(buffer), 0);
  buffer.cells_mapping.prefer_huge_pages();
  buffer.cells = reinterpret_cast<std::atomic<ShadowCell>*>(buffer.cells_mapping.begin());
  buffer.loaded = TouchedSectors(begin, bytes);
  buffer.stored = TouchedSectors(begin, bytes);
  return buffers_.emplace(begin, std::move(buffer)).first->second;
}

Mapping GlobalMemory::release(void* payload) {
  const auto found = buffers_.find(reinterpret_cast<std::uintptr_t>(payload));
  if (found == buffers_.end()) return {};
  Mapping mapping = std::move(found->second.mapping);
  buffers_.erase(found);
  return mapping;
}

void GlobalMemory::mark(const void* begin, std::size_t bytes, ShadowCell state) {
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  auto next = buffers_.upper_bound(address);
  if (bytes == 0 || next == buffers_.begin()) return;
  Buffer& buffer = std::prev(next)->second;
  const std::uintptr_t end = std::min(address + bytes, buffer.end);
  if (address >= end) return;
  if (state == written_before_the_launch && buffer.is_taken_as_written) return;
  if (std::exchange(buffer.is_taken_as_written, false)) {
    std::for_each_n(buffer.cells, buffer.granules(), &settle);
  }
  for (std::size_t i = buffer.granule(address); i <= buffer.granule(end - 1); ++i) {
    buffer.cells[i].store(state, std::memory_order_relaxed);
  }
}

void GlobalMemory::take_as_written(const void* payload) { at(const_cast<void*>(payload)).is_taken_as_written = true; }

void GlobalMemory::copy_marks(const void* to, const void* from, std::size_t bytes) {
  const auto first = reinterpret_cast<std::uintptr_t>(from), end = first + bytes;
  const Buffer *source = find(first, bytes), *target = find(reinterpret_cast<std::uintptr_t>(to), bytes);
  if (source == nullptr || source->is_taken_as_written) {
    const bool is_whole = target != nullptr && target->end - target->begin == bytes;
    return is_whole ? take_as_written(to) : mark(to, bytes, written_before_the_launch);
  }
  for (std::uintptr_t begin = first; begin < end;) {  // runs of the same mark
    const auto written = [&](std::uintptr_t address) {
      return source->cells[source->granule(address)].load(std::memory_order_relaxed) != never_written;
    };
    std::uintptr_t next = begin;
    do next = source->begin + ((source->granule(next) + 1) << source->granule_shift);
    while (next < end && written(next) == written(begin));
    next = std::min(next, end);
    mark(static_cast<const std::byte*>(to) + (begin - first), next - begin,
         written(begin) ? written_before_the_launch : never_written);
    begin = next;
  }
}

std::size_t GlobalMemory::never_written_bytes(const void* begin, std::size_t bytes) const {
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const Buffer* const buffer = find(address, bytes);
  if (buffer == nullptr || bytes == 0 || buffer->is_taken_as_written) return 0;
  std::size_t granules = 0;
  for (std::size_t i = buffer->granule(address); i <= buffer->granule(address + bytes - 1); ++i) {
    if (buffer->cells[i].load(std::memory_order_relaxed) == never_written) ++granules;
  }
  return std::min(bytes, granules << buffer->granule_shift);
}

void GlobalMemory::begin_run() {
  for (auto& [begin, buffer] : buffers_) {
    if (buffer.pages != nullptr) continue;  // an excerpt: nothing is made of its sectors
    age_stored(buffer);
    buffer.loaded.clear();
    buffer.stored.clear();
  }
}

void GlobalMemory::begin_launch(const KernelCall& kernel) {
  kernel_ = &kernel;
  has_unseen_writes_ = false;
  for (auto& [begin, buffer] : buffers_) {
    if (buffer.pages != nullptr) {
      buffer.pages->for_each([&aged = buffer](std::size_t i) { age(aged, i); });
      continue;
    }
    if (buffer.has_reads->exchange(false)) buffer.reads->clear();
    age_stored(buffer);
    buffer.loaded.add(buffer.stored);
  }
}

bool GlobalMemory::has_open_remote() const {
  return std::ranges::any_of(buffers_, [](const auto& entry) {
    const Remote& remote = entry.second.remote;
    return remote.device != Remote::none && !remote.closed;
  });
}

const Buffer* GlobalMemory::find(std::uintptr_t address, std::size_t bytes) const {
  const auto next = buffers_.upper_bound(address);
  if (next == buffers_.begin()) return nullptr;
  const Buffer& buffer = std::prev(next)->second;
  return buffer.contains(address, bytes) ? &buffer : nullptr;
}

std::size_t GlobalMemory::distance(std::uintptr_t address) const {
  const Buffer* buffer = nearest(address);
  return buffer == nullptr ? SIZE_MAX : buffer->distance(address);
}

const Buffer* GlobalMemory::nearest(std::uintptr_t address) const {
  const auto distance = [=](const auto& entry) { return entry.second.distance(address); };
  const auto nearest = std::ranges::min_element(buffers_, {}, distance);
  // Farther than that, it is some pointer that has nothing to do with a buffer. Beside variables lies what the host
  // has.
  constexpr std::size_t gap_of_variables = std::size_t{1} << 16;
  if (nearest == buffers_.end()) return nullptr;
  const bool is_mapped = nearest->second.mapping.begin() != nearest->second.mapping.end();
  return distance(*nearest) < (is_mapped ? usual_gap_bytes : gap_of_variables) ? &nearest->second : nullptr;
}

// Of the parameters that point into the buffer, the last one before the address; where none does, the buffer itself.
GlobalMemory::Array GlobalMemory::array_at(std::uintptr_t address, const Buffer& buffer) const {
  Array array{buffer.name, buffer.begin, buffer.element_bytes};
  const std::vector<std::string>& names = facts_of(kernel_->kernel()).parameter_names;
  bool found = false;
  for (const PointerArgument& argument : *kernel_) {
    const auto index = static_cast<std::size_t>(&argument - kernel_->begin());
    const auto begin = reinterpret_cast<std::uintptr_t>(argument.address);
    if (begin < buffer.begin || begin >= buffer.end || index >= names.size() || names[index].empty()) continue;
    const bool is_nearer = array.begin > address ? begin < array.begin : begin <= address && begin > array.begin;
    if (!found || is_nearer) array = {names[index], begin, argument.element_bytes};
    found = true;
  }
  return array;
}

std::string GlobalMemory::name_of(std::uintptr_t address) const {
  const Buffer* buffer = nearest(address);
  if (buffer == nullptr) return fmt::format("address {:#x}", address);
  const Array array = array_at(address, *buffer);
  const auto bytes = static_cast<std::int64_t>(address - array.begin);
  const auto element = static_cast<std::int64_t>(array.element_bytes);
  const std::int64_t index = bytes >= 0 ? bytes / element : (bytes - element + 1) / element;
  return fmt::format("global {}[{}]", array.name, index);
}

std::string GlobalMemory::extent_of(std::uintptr_t address) const {
  const Buffer* buffer = nearest(address);
  if (buffer == nullptr) {
    constexpr std::uintptr_t first_page_bytes = 4096;
    if (address < first_page_bytes) return "the pointer is null: was the array allocated?";
    const std::string known = describe_ == nullptr ? "" : describe_(address);
    return known.empty() ? "no buffer is near: the pointer is wrong, or the index far too large" : known;
  }
  const Array array = array_at(address, *buffer);
  const std::string origin = buffer->origin.empty() ? "" : fmt::format(" ({})", buffer->origin);
  if (buffer->remote.closed && buffer->contains(address, 1)) {
    return fmt::format("{} is memory of device {}{}", array.name, buffer->remote.device, origin);
  }
  const std::size_t elements = (buffer->end - array.begin) / array.element_bytes;
  return fmt::format("{} has {} element{}{}", array.name, elements, elements == 1 ? "" : "s", origin);
}

int GlobalMemory::lost_bits_at(std::uintptr_t address) const {
  constexpr std::uintptr_t just_before = std::uintptr_t{1} << 24;  // elements: such an index is wrong by itself
  const Buffer* const buffer = nearest(address);
  if (buffer == nullptr || address >= buffer->begin) return 0;
  const Array array = array_at(address, *buffer);
  const std::uintptr_t back = (array.begin - address) / array.element_bytes;
  for (const int bits : {32, 31}) {
    const std::uintptr_t lost = std::uintptr_t{1} << bits;  // of what has a sign the half at most is left
    const bool leads_back = buffer->contains(address + lost * array.element_bytes, array.element_bytes);
    if (back > just_before && back <= lost / 2 && leads_back) return bits;
  }
  return 0;
}

}  // namespace ladder::emulator
