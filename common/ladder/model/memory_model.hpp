// What one warp's memory instruction costs. Pure functions: the emulator, the checks and the lessons use these.
//
// Source of the rules: readings of an H200's hardware counters, one warp alone, 468 patterns of addresses and active
// lanes (strides, permutations, broadcasts, random), 238 of them at 1 and 2 bytes and the others at 4, 8 and 16, loads
// and stores: these rules equal all 4,664 readings (docs/measured/h200/probe.json). The banks themselves are described
// in NVIDIA's CUDA C++ Programming Guide ("Shared Memory", compute capability 5.x and later), the sectors in the Nsight
// Compute documentation ("Memory Tables").
#pragma once

#include <array>
#include <cstdint>

#include "ladder/model/architecture.hpp"

namespace memory_model {

enum class Space : std::uint8_t { global, shared };
enum class Access : std::uint8_t { load, store, atomic };

// What an atomic on shared memory is made of: see atomics.hpp.
enum class SharedAtomic : std::uint8_t { native, compare_and_swap, loop };

const char* in_words(Space space);          // "global" or "shared"
const char* in_words(Access operation);     // "load", "store" or "atomic"
const char* in_words(SharedAtomic atomic);  // "native", "compare_and_swap" or "loop"

inline constexpr int most_lanes = 32;  // of any architecture's warp: a bit of a mask each

// One request: one warp executing one memory instruction.
struct WarpAccess {
  std::array<std::uint64_t, most_lanes> address{};  // byte address per lane
  std::uint32_t active = 0xffffffffu;               // bit l set: lane l takes part
  int bytes = 4;                                    // per lane: 1, 2, 4, 8 or 16
  Access operation = Access::load;
  SharedAtomic atomic = SharedAtomic::native;  // where it is one
};

// Whether all lanes are active, each at the address where the one before it ends: the pattern that most requests have.
bool side_by_side(const WarpAccess& access);

// The number of distinct aligned 32-byte sectors of global memory that the active lanes touch: 0 to 32 for naturally
// aligned lanes. Contiguous and aligned: 4 for 4-byte lanes, 8 for 8, 16 for 16. A column of floats: 32.
int global_sectors(const WarpAccess& access);

// The number of wavefronts that the 32 four-byte banks of shared memory need; bank = (address / 4) mod 32.
//
// Lanes are served in groups: 32 lanes for accesses of up to 4 bytes, 16 for 8, 8 for 16. A group costs the largest
// number of different words that fall in one bank, at least 1 where it has an active lane; the groups add up. Lanes
// that name the same word share it: it is broadcast (loads) or written once (stores).
//
// Exception, loads of 8 and 16 bytes only: where every active lane has the address of lane^1, or every active lane
// that of lane^2 (an inactive partner agrees with anything), the group is twice as large.
int shared_wavefronts(const WarpAccess& access);

// The size of those groups: lanes 0 to n - 1 are the first one, lanes n to 2n - 1 the next. 32, 16 or 8 of them.
int lanes_served_together(const WarpAccess& access);

// What as many lanes of that width cost where they lie side by side: their bytes in whole sectors, or in whole passes
// over the banks. Lanes that share elements may cost less.
int transactions_side_by_side(const WarpAccess& access, Space space);

// The number of wavefronts that a load of global memory takes in the L1 cache, as if all of it were there. Its data lie
// in the same 32 banks as shared memory, so that the rule above counts for their addresses too; and of at most four
// lines of 128 bytes the cache looks up the tags at once. Source: `lookups` in docs/measured/h200/rates.json.
int load_wavefronts(const WarpAccess& access);

// The number of lines of 128 bytes of global memory that the active lanes begin in. A row of floats: 1, a column: 32.
int global_lines(const WarpAccess& access);

// Sectors that stores leave incomplete. Stores of one warp that follow each other to the same sectors are put together
// first, as the four scalars are that one thread stores side by side. Lanes 4 bytes apart, aligned: 0 of them. A column
// of floats: 32 with each store.
class PartialSectors {
 public:
  // The warp's next store. The number of sectors that are now known to stay incomplete: of the stores before it.
  int add(const WarpAccess& store);
  // No store follows. The number of those that stay incomplete.
  int end();

 private:
  static constexpr int most = 128;
  void touch(std::uint64_t sector, std::uint32_t bytes);
  std::array<std::uint64_t, most> sector_;
  std::array<std::uint32_t, most> bytes_;  // that are stored, a bit each
  int count_ = 0;
};

// The same by the rules of another architecture, with no more banks than that.
int global_sectors(const WarpAccess& access, const Architecture& architecture);
int shared_wavefronts(const WarpAccess& access, const Architecture& architecture);

}  // namespace memory_model
