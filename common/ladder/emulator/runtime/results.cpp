// What becomes of what kernels write: whether anybody reads it.
#include <fmt/format.h>

#include "ladder/emulator/runtime/copies.hpp"

namespace ladder::emulator {

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
