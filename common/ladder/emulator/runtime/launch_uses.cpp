// Which allocations a launch has used; and what becomes of what it wrote: whether anybody reads it.
#include <fmt/format.h>

#include <utility>
#include <vector>

#include "ladder/emulator/memory/global_memory.hpp"
#include "ladder/emulator/runtime/copies.hpp"

namespace ladder::emulator {
namespace {

// The sectors that a launch has touched, but for those in the middle of which an argument points: they count as those
// of its neighbour in front. Who has a part of an array may begin anywhere.
SectorSet sectors_used(const TouchedSectors& touched, const Buffer& buffer, const KernelCall& call) {
  constexpr auto sector_bytes = static_cast<std::uintptr_t>(memory_model::architecture.sector_bytes);
  SectorSet sectors = touched.sectors();
  for (const PointerArgument& argument : call) {
    const auto address = reinterpret_cast<std::uintptr_t>(argument.address);
    if (address % sector_bytes == 0 || !buffer.contains(address, 1)) continue;
    sectors.remove(TouchedSectors::bit_of(address, buffer.begin));
  }
  return sectors;
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
    Use use{work, site, writes};
    if (sectors || allocation.kind != MemoryKind::device) {
      use.loaded = sectors_used(buffer->loaded, *buffer, call);
      use.stored = sectors_used(buffer->stored, *buffer, call);
      use.knows_sectors = true;
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
      Allocations::instance().use(*allocation, {work, site, !argument.is_const});
      allocation->result = {};
    }
  }
}

void note_launch(Allocation& allocation, std::uintptr_t site, bool reads, bool writes) {
  const Result before = allocation.result;
  allocation.result = {.launch = writes ? site : 0,
                       .read_by = reads ? site : before.read_by,
                       .is_upload = before.is_upload && !writes,
                       .is_reset = before.is_reset || before.lost_by != 0};
}

void note_copy(const Copy& copy) {
  const auto of_device = [](const void* address) {
    Allocation* const found = Allocations::instance().find(address);
    return found == nullptr || is_of_host(*found) ? nullptr : found;
  };
  Allocation* const from = copy.value ? nullptr : of_device(copy.from.begin);
  Allocation* const to = of_device(copy.to.begin);
  if (from != nullptr) {
    from->result.launch = 0;
    for (auto& [begin, other] : Allocations::instance().all()) {
      const bool is_of_launch = other.result.launch != 0 && other.result.launch == from->result.read_by;
      if (to == nullptr && from->result.is_upload && is_of_launch) other.result.left_for = copy.call.site;
    }
  }
  if (to == nullptr) return;
  const bool is_upload = from == nullptr && !copy.value, is_lost = is_upload && !to->result.is_reset;
  to->result = {.launch = is_lost ? to->result.launch : 0,
                .lost_by = is_lost && to->result.launch != 0 ? copy.call.site : 0,
                .is_upload = is_upload,
                .is_reset = to->result.is_reset};
}

void judge_result(const Allocation& allocation) {
  const auto& [launch, lost_by, left_for, read_by, is_upload, is_reset] = allocation.result;
  const std::uintptr_t site = lost_by != 0 ? lost_by : left_for;
  if (allocation.kind != MemoryKind::device || launch == 0 || site == 0) return;
  note_mistake(MistakeKind::never_read, site,
               fmt::format("what {} wrote to {}: this copy {}", place_of(launch), allocation.name,
                           lost_by != 0 ? "overwrites it, and nobody uses what it brings: is the other direction meant?"
                                        : "brings another array, as the host had filled it: is that one meant?"));
}

}  // namespace ladder::emulator
