#include "ladder/engine/emulator/runtime/launch_uses.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include "ladder/engine/emulator/memory/global_memory.hpp"
#include "ladder/engine/emulator/runtime/allocations.hpp"

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
    const std::uintptr_t sector = address / sector_bytes - buffer.begin / sector_bytes;
    bits[sector / 64] &= ~(std::uint64_t{1} << sector % 64);
  }
  return bits;
}

}  // namespace

void note_uses(const Work& work, const KernelCall& call, std::uintptr_t site) {
  Allocations& allocations = Allocations::instance();
  const bool sectors = Order::instance().several_streams();
  for (auto& [begin, allocation] : allocations.all()) {
    const Buffer* buffer = GlobalMemory::instance().find(begin, 0);
    if (buffer == nullptr) continue;
    const bool writes = buffer->stored.any();
    if (!writes && !buffer->loaded.any()) continue;
    Use use{work, site, writes, {}, {}};
    if (sectors) {
      use.loaded = sectors_used(buffer->loaded, *buffer, call);
      use.stored = sectors_used(buffer->stored, *buffer, call);
    }
    allocations.use(allocation, std::move(use));
  }
}

void assume_written() {
  for (auto& [begin, allocation] : Allocations::instance().all()) {
    GlobalMemory::instance().mark(reinterpret_cast<const void*>(begin), allocation.bytes, written_before_the_launch);
  }
}

void assume_uses(const Work& work, const KernelCall& call, std::uintptr_t site) {
  for (const PointerArgument& argument : call) {
    if (Allocation* allocation = Allocations::instance().find(argument.address)) {
      Allocations::instance().use(*allocation, {work, site, true, {}, {}});
    }
  }
}

}  // namespace ladder::emulator
