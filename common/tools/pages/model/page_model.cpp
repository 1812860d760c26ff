// The memory model as a page calls it: one request, described by numbers, and what it costs. WebAssembly has no other
// types; memory_model.cpp stands beside this file in the module, as the emulator has it.
#include <cstdint>

#include "ladder/model/memory_model.hpp"

namespace {

using memory_model::architecture;
using memory_model::Space;

memory_model::WarpAccess access;

// The lanes of one group that are served together, alone.
memory_model::WarpAccess group_of(int first_lane) {
  const int lanes = memory_model::lanes_served_together(access);
  memory_model::WarpAccess group = access;
  group.active &= (UINT32_MAX >> (memory_model::most_lanes - lanes)) << first_lane;
  return group;
}

}  // namespace

#define EXPORT(name) extern "C" [[clang::export_name(#name)]]

// What is asked: a request of such lanes, then the address of each.
EXPORT(request) void request(int bytes, int kind, std::uint32_t active) {
  access = {};
  access.bytes = bytes;
  access.kind = static_cast<memory_model::Access>(kind);
  access.active = active;
}
EXPORT(lane) void lane(int number, std::uint64_t address) { access.address[number] = address; }

// What it costs.
EXPORT(sectors) int sectors() { return memory_model::global_sectors(access); }
EXPORT(wavefronts) int wavefronts() { return memory_model::shared_wavefronts(access); }
EXPORT(lanesServedTogether) int lanes_served_together() { return memory_model::lanes_served_together(access); }
EXPORT(wavefrontsOfGroup) int wavefronts_of_group(int first_lane) {
  return memory_model::shared_wavefronts(group_of(first_lane));
}
EXPORT(sectorsSideBySide) int sectors_side_by_side() { return transactions_side_by_side(access, Space::global); }
EXPORT(wavefrontsSideBySide) int wavefronts_side_by_side() { return transactions_side_by_side(access, Space::shared); }

// The GPU that this is counted for.
EXPORT(warpLanes) int warp_lanes() { return architecture.warp_lanes; }
EXPORT(sectorBytes) int sector_bytes() { return architecture.sector_bytes; }
EXPORT(banks) int banks() { return architecture.banks; }
EXPORT(bankBytes) int bank_bytes() { return architecture.bank_bytes; }
