// The memory model as a page calls it: one request, described by numbers, and what it costs. WebAssembly has no other
// types; memory_model.cpp and atomics.cpp stand beside this file in the module, as the emulator has them.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "ladder/model/atomics.hpp"
#include "ladder/model/memory_model.hpp"

// The rules of atomics keep maps. The library's own operators bring the whole of printing along, to say that there is
// no memory left.
void* operator new(std::size_t bytes) {
  void* const memory = std::malloc(bytes);
  if (memory == nullptr) __builtin_trap();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }

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
EXPORT(request) void request(int bytes, int operation, int atomic, std::uint32_t active) {
  access = {};
  access.bytes = bytes;
  access.operation = static_cast<memory_model::Access>(operation);
  access.atomic = static_cast<memory_model::SharedAtomic>(atomic);
  access.active = active;
}
EXPORT(lane) void lane(int number, std::uint64_t address) { access.address[number] = address; }

// What it costs, in global memory (0) or shared memory (1).
EXPORT(transactions) int transactions(int space) {
  return memory_model::transactions(access, static_cast<Space>(space));
}
EXPORT(leastTransactions) int least_transactions(int space) {
  return memory_model::least_transactions(access, static_cast<Space>(space));
}
EXPORT(lanesServedTogether) int lanes_served_together() { return memory_model::lanes_served_together(access); }
EXPORT(wavefrontsOfGroup) int wavefronts_of_group(int first_lane) {
  return memory_model::transactions(group_of(first_lane), Space::shared);
}
// Of an atomic of shared memory that is a loop: its rounds, each of which loads, and the wavefronts of these loads.
EXPORT(rounds) int rounds() { return memory_model::shared_atomic_cost(access).loads; }
EXPORT(loadWavefronts) int load_wavefronts() { return memory_model::shared_atomic_cost(access).load_wavefronts; }

// The GPU that this is counted for.
EXPORT(warpLanes) int warp_lanes() { return architecture.warp_lanes; }
EXPORT(sectorBytes) int sector_bytes() { return architecture.sector_bytes; }
EXPORT(banks) int banks() { return architecture.banks; }
EXPORT(bankBytes) int bank_bytes() { return architecture.bank_bytes; }
