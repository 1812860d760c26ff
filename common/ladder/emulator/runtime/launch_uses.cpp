// Which allocations a launch has used.
#include <algorithm>
#include <utility>
#include <vector>

#include "ladder/emulator/memory/global_memory.hpp"
#include "ladder/emulator/runtime/allocations.hpp"

namespace ladder::emulator {
namespace {

// The sectors that a launch has touched, but for those in the middle of which an argument points: they count as those
// of its neighbour in front. Who has a part of an array may begin anywhere.
std::vector<std::uint64_t> sectors_used(const TouchedSectors& touched, const Buffer& buffer, const KernelCall& call) {
  constexpr auto sector_bytes = static_cast<std::uintptr_t>(memory_model::architecture.sector_bytes);
  std::vector<std::uint64_t> bits = touched.bits();
  for (const PointerArgument& argument : call) {
    const auto address = reinterpret_cast<std::uintptr_t>(argument.address);
    if (address % sector_bytes == 0 || !buffer.contains(address, 1)) continue;
    const std::size_t sector = TouchedSectors::bit_of(address, buffer.begin);
    bits[sector / 64] &= ~(std::uint64_t{1} << sector % 64);
  }
  return bits;
}

// Which words of each sector of the buffer the newest launch has stored.
std::vector<std::uint8_t> words_stored(const Buffer& buffer) {
  constexpr std::size_t words_of_a_sector = memory_model::architecture.sector_bytes / sizeof(float);
  if (std::size_t{1} << buffer.granule_shift != sizeof(float)) return {};
  std::vector<std::uint8_t> words((buffer.granules() + words_of_a_sector - 1) / words_of_a_sector);
  for (std::size_t i = 0; i < buffer.granules(); ++i) {
    if (buffer.cells[i].load(std::memory_order_relaxed) <= written_before_the_launch) continue;
    words[i / words_of_a_sector] |= static_cast<std::uint8_t>(1 << i % words_of_a_sector);
  }
  return words;
}

}  // namespace

void note_uses(const Work& work, const KernelCall& call, std::uintptr_t site, bool all_blocks) {
  Allocations& allocations = Allocations::instance();
  const bool sectors = Order::instance().several_streams();
  const bool words = sectors && all_blocks && Devices::instance().count() > 1;
  for (auto& [begin, allocation] : allocations.all()) {
    if (!all_blocks) allocation.result = {};  // others may have read it
    const Buffer* buffer = GlobalMemory::instance().find(begin, 0);
    if (buffer == nullptr) continue;
    const bool writes = buffer->stored.any();
    if (!writes && !buffer->loaded.any()) continue;
    Use use{work, site, writes, {}, {}};
    if (sectors || allocation.kind != MemoryKind::device) {
      use.loaded = sectors_used(buffer->loaded, *buffer, call);
      use.stored = sectors_used(buffer->stored, *buffer, call);
    }
    if (words && writes) use.words_stored = words_stored(*buffer);
    if (all_blocks) note_launch(allocation, site, buffer->loaded.any(), writes);
    allocations.use(allocation, std::move(use));
  }
}

void assume_written() {
  for (const auto& [begin, allocation] : Allocations::instance().all()) {
    GlobalMemory::instance().take_as_written(reinterpret_cast<const void*>(begin));
  }
}

void assume_uses(const Work& work, const KernelCall& call, std::uintptr_t site) {
  for (const PointerArgument& argument : call) {
    if (Allocation* allocation = Allocations::instance().find(argument.address)) {
      Allocations::instance().use(*allocation, {work, site, !argument.is_const, {}, {}});
      allocation->result = {};
    }
  }
}

}  // namespace ladder::emulator
