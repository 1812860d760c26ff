#include "ladder/model/memory_model.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

// The functions that take an architecture are compiled into those that know theirs, as constants: the emulator calls
// these for every request.

namespace memory_model {
namespace {

constexpr int widest_access = 16;  // bytes of a lane
static_assert(architecture.warp_lanes <= most_lanes && architecture.banks <= 64 && architecture.bank_bytes >= 4 &&
              architecture.sector_bytes >= widest_access &&
              architecture.banks * architecture.bank_bytes >= 2 * widest_access);

bool is_active(const WarpAccess& access, int lane) { return (access.active >> lane & 1u) != 0; }

// Every active lane has the same address as its partner lane^distance, where that partner is active.
[[gnu::always_inline]] inline bool lanes_agree(const WarpAccess& access, int distance, const Architecture& gpu) {
  for (int lane = 0; lane < gpu.warp_lanes; ++lane) {
    const int partner = lane ^ distance;
    if (is_active(access, lane) && is_active(access, partner) && access.address[lane] != access.address[partner]) {
      return false;
    }
  }
  return true;
}

// All lanes, each where the one before it ends.
[[gnu::always_inline]] inline bool side_by_side(const WarpAccess& access, const Architecture& gpu) {
  if (access.active != UINT32_MAX >> (most_lanes - gpu.warp_lanes)) return false;
  std::uint64_t strays = 0;
  for (int lane = 0; lane < gpu.warp_lanes; ++lane) {
    strays |= access.address[lane] ^ (access.address[0] + static_cast<std::uint64_t>(lane * access.bytes));
  }
  return strays == 0;
}

// At most a word for each active lane, and no two of those words in one bank.
[[gnu::always_inline]] inline bool a_bank_for_each_lane(const WarpAccess& access, const Architecture& gpu) {
  if (access.bytes > gpu.bank_bytes) return false;
  std::uint64_t taken = 0;
  const auto offset_bits = static_cast<std::uint64_t>(access.bytes - 1);
  for (int lane = 0; lane < gpu.warp_lanes; ++lane) {
    if (!is_active(access, lane)) continue;
    if ((access.address[lane] & offset_bits) != 0) return false;
    const auto bank_bytes = static_cast<unsigned>(gpu.bank_bytes), banks = static_cast<unsigned>(gpu.banks);
    const std::uint64_t bank = std::uint64_t{1} << access.address[lane] / bank_bytes % banks;
    if ((taken & bank) != 0) return false;
    taken |= bank;
  }
  return taken != 0;
}

[[gnu::always_inline]] inline int lanes_served_together(const WarpAccess& access, const Architecture& gpu) {
  if (access.bytes <= gpu.bank_bytes) return gpu.warp_lanes;
  const int lanes = std::min(gpu.warp_lanes, gpu.banks * gpu.bank_bytes / access.bytes);
  const bool paired = gpu.pairs_double_the_group && access.operation == Access::load &&
                      (lanes_agree(access, 1, gpu) || lanes_agree(access, 2, gpu));
  return paired ? std::min(gpu.warp_lanes, 2 * lanes) : lanes;
}

// The different words that a group of lanes asks for, in one chain per bank.
class BankQueues {
 public:
  BankQueues() { head_.fill(none); }

  [[gnu::always_inline]] inline void add(std::uint64_t word, const Architecture& gpu) {
    const auto bank = word % static_cast<unsigned>(gpu.banks);
    int length = 1;
    for (int i = head_[bank]; i != none; i = next_[i], ++length) {
      if (word_[i] == word) return;
    }
    word_[size_] = word;
    next_[size_] = head_[bank];
    head_[bank] = size_++;
    longest_ = std::max(longest_, length);
  }

  int longest() const { return longest_; }

 private:
  static constexpr int none = -1;
  static constexpr int most_words = most_lanes * (widest_access / 4 + 1);  // unaligned lanes touch one word more
  std::array<int, architecture.banks> head_;
  std::array<int, most_words> next_;
  std::array<std::uint64_t, most_words> word_;
  int size_ = 0;
  int longest_ = 0;
};

[[gnu::always_inline]] inline int sectors(const WarpAccess& access, const Architecture& gpu) {
  const auto sector_bytes = static_cast<unsigned>(gpu.sector_bytes);
  if (side_by_side(access, gpu)) {  // the common case, quickly
    const std::uint64_t last_byte = access.address[0] + static_cast<std::uint64_t>(gpu.warp_lanes * access.bytes) - 1;
    return static_cast<int>(last_byte / sector_bytes - access.address[0] / sector_bytes + 1);
  }
  std::array<std::uint64_t, 2 * most_lanes> seen;  // an unaligned lane may touch two
  std::uint64_t highest = 0;
  int count = 0;
  for (int lane = 0; lane < gpu.warp_lanes; ++lane) {
    if (!is_active(access, lane)) continue;
    const std::uint64_t first = access.address[lane] / sector_bytes;
    const std::uint64_t last = (access.address[lane] + static_cast<unsigned>(access.bytes) - 1) / sector_bytes;
    for (std::uint64_t sector = first; sector <= last; ++sector) {
      // Addresses mostly rise from lane to lane: beyond the highest sector so far there is nothing to search.
      const bool beyond = count == 0 || sector > highest;
      if (!beyond && std::find(seen.begin(), seen.begin() + count, sector) != seen.begin() + count) continue;
      seen[count++] = sector;
      if (beyond) highest = sector;
    }
  }
  return count;
}

[[gnu::always_inline]] inline int wavefronts(const WarpAccess& access, const Architecture& gpu) {
  if (a_bank_for_each_lane(access, gpu)) return 1;  // the common case, quickly
  const auto bank_bytes = static_cast<unsigned>(gpu.bank_bytes);
  const int group = lanes_served_together(access, gpu);
  int sum = 0;
  for (int first = 0; first < gpu.warp_lanes; first += group) {
    BankQueues queues;
    for (int lane = first; lane < first + group; ++lane) {
      if (!is_active(access, lane)) continue;
      const std::uint64_t last_word = (access.address[lane] + static_cast<unsigned>(access.bytes) - 1) / bank_bytes;
      for (std::uint64_t word = access.address[lane] / bank_bytes; word <= last_word; ++word) queues.add(word, gpu);
    }
    sum += queues.longest();
  }
  return sum;
}

// All lanes side by side, in whole sectors.
bool fills_sectors(const WarpAccess& access) {
  constexpr auto bytes = static_cast<unsigned>(architecture.sector_bytes);
  return side_by_side(access, architecture) && access.address[0] % bytes == 0 &&
         static_cast<unsigned>(architecture.warp_lanes * access.bytes) % bytes == 0;
}

}  // namespace

const char* in_words(Space space) { return space == Space::global ? "global" : "shared"; }

const char* in_words(Access operation) {
  static constexpr const char* words[] = {"load", "store", "atomic"};
  return words[static_cast<int>(operation)];
}

const char* in_words(SharedAtomic atomic) {
  static constexpr const char* words[] = {"native", "compare_and_swap", "loop"};
  return words[static_cast<int>(atomic)];
}

bool side_by_side(const WarpAccess& access) { return side_by_side(access, architecture); }
int global_sectors(const WarpAccess& access) { return sectors(access, architecture); }
int shared_wavefronts(const WarpAccess& access) { return wavefronts(access, architecture); }
int lanes_served_together(const WarpAccess& access) { return lanes_served_together(access, architecture); }

int transactions_side_by_side(const WarpAccess& access, Space space) {
  constexpr int bytes_at_once = architecture.banks * architecture.bank_bytes;
  const int bytes = std::popcount(access.active) * access.bytes;
  const int unit = space == Space::global ? architecture.sector_bytes : bytes_at_once;
  return (bytes + unit - 1) / unit;
}

int global_lines(const WarpAccess& access) {
  std::array<std::uint64_t, most_lanes> seen;
  int count = 0;
  for (int lane = 0; lane < architecture.warp_lanes; ++lane) {
    if (!is_active(access, lane)) continue;
    const std::uint64_t line = access.address[lane] / static_cast<std::uint64_t>(architecture.line_bytes);
    // Lanes next to each other are mostly in one line.
    if (std::find(std::reverse_iterator(seen.begin() + count), seen.rend(), line) == seen.rend()) seen[count++] = line;
  }
  return count;
}

int load_wavefronts(const WarpAccess& access) {
  constexpr int lines_at_once = 4;
  constexpr int bytes_at_once = architecture.banks * architecture.bank_bytes;
  if (side_by_side(access, architecture) && access.address[0] % bytes_at_once == 0) {  // the common case, quickly
    return std::max(1, architecture.warp_lanes * access.bytes / bytes_at_once);
  }
  return std::max(shared_wavefronts(access), (global_lines(access) + lines_at_once - 1) / lines_at_once);
}

int PartialSectors::add(const WarpAccess& store) {
  constexpr auto sector_bytes = static_cast<unsigned>(architecture.sector_bytes);
  static_assert(sector_bytes == 32, "a bit of a mask for each byte");
  if (fills_sectors(store)) return end();
  const auto first_sector = store.address[std::countr_zero(store.active)] / sector_bytes;
  const bool goes_on = std::find(sector_.begin(), sector_.begin() + count_, first_sector) != sector_.begin() + count_;
  const int before = goes_on && count_ <= most - 2 * most_lanes ? 0 : end();
  for (int lane = 0; lane < architecture.warp_lanes; ++lane) {
    if (!is_active(store, lane)) continue;
    const std::uint64_t sector = store.address[lane] / sector_bytes;
    const std::uint64_t bytes = ((std::uint64_t{1} << store.bytes) - 1) << store.address[lane] % sector_bytes;
    touch(sector, static_cast<std::uint32_t>(bytes));
    if (bytes >> sector_bytes != 0) touch(sector + 1, static_cast<std::uint32_t>(bytes >> sector_bytes));
  }
  return before;
}

void PartialSectors::touch(std::uint64_t sector, std::uint32_t bytes) {
  for (int i = count_ - 1; i >= 0; --i) {  // lanes next to each other mostly touch the same one
    if (sector_[i] != sector) continue;
    bytes_[i] |= bytes;
    return;
  }
  sector_[count_] = sector;
  bytes_[count_++] = bytes;
}

int PartialSectors::end() {
  const auto incomplete =
      std::count_if(bytes_.begin(), bytes_.begin() + count_, [](std::uint32_t bytes) { return bytes != UINT32_MAX; });
  count_ = 0;
  return static_cast<int>(incomplete);
}

int global_sectors(const WarpAccess& access, const Architecture& gpu) { return sectors(access, gpu); }
int shared_wavefronts(const WarpAccess& access, const Architecture& gpu) { return wavefronts(access, gpu); }

}  // namespace memory_model
