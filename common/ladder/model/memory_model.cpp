#include "ladder/model/memory_model.hpp"

#include <algorithm>

namespace memory_model {
namespace {

bool is_active(const WarpAccess& access, int lane) { return (access.active >> lane & 1u) != 0; }

// Every active lane has the same address as its partner lane^distance, where that partner is active.
bool lanes_agree(const WarpAccess& access, int distance) {
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const int partner = lane ^ distance;
    if (is_active(access, lane) && is_active(access, partner) && access.address[lane] != access.address[partner]) {
      return false;
    }
  }
  return true;
}

// All lanes, each where the one before it ends.
bool side_by_side(const WarpAccess& access) {
  if (access.active != 0xffffffffu) return false;
  std::uint64_t strays = 0;
  for (int lane = 0; lane < warp_lanes; ++lane) {
    strays |= access.address[lane] ^ (access.address[0] + static_cast<std::uint64_t>(lane * access.bytes));
  }
  return strays == 0;
}

// At most a word for each active lane, and no two of those words in one bank.
bool a_bank_for_each_lane(const WarpAccess& access) {
  if (access.bytes > bank_bytes) return false;
  std::uint32_t taken = 0;
  const auto offset_bits = static_cast<std::uint64_t>(access.bytes - 1);
  for (int lane = 0; lane < warp_lanes; ++lane) {
    if (!is_active(access, lane)) continue;
    if ((access.address[lane] & offset_bits) != 0) return false;
    const std::uint32_t bank = 1u << access.address[lane] / bank_bytes % banks;
    if ((taken & bank) != 0) return false;
    taken |= bank;
  }
  return taken != 0;
}

int lanes_served_together(const WarpAccess& access) {
  if (access.bytes <= bank_bytes) return warp_lanes;
  const int lanes = warp_lanes * bank_bytes / access.bytes;
  const bool paired = access.kind == Access::load && (lanes_agree(access, 1) || lanes_agree(access, 2));
  return paired ? 2 * lanes : lanes;
}

// The different words that a group of lanes asks for, in one chain per bank.
class BankQueues {
 public:
  BankQueues() { head_.fill(none); }

  void add(std::uint64_t word) {
    const auto bank = word % banks;
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
  // A group moves at most 32 lanes of 4 bytes, or, when doubled, 64 words; unaligned lanes add one word each.
  static constexpr int most_words = 3 * warp_lanes;
  std::array<int, banks> head_;
  std::array<int, most_words> next_;
  std::array<std::uint64_t, most_words> word_;
  int size_ = 0;
  int longest_ = 0;
};

}  // namespace

int global_sectors(const WarpAccess& access) {
  if (side_by_side(access)) {  // the common case, quickly
    const std::uint64_t last_byte = access.address[0] + static_cast<std::uint64_t>(warp_lanes * access.bytes) - 1;
    return static_cast<int>(last_byte / sector_bytes - access.address[0] / sector_bytes + 1);
  }
  std::array<std::uint64_t, 2 * warp_lanes> seen;  // an unaligned lane may touch two
  std::uint64_t highest = 0;
  int count = 0;
  for (int lane = 0; lane < warp_lanes; ++lane) {
    if (!is_active(access, lane)) continue;
    const std::uint64_t first = access.address[lane] / sector_bytes;
    const std::uint64_t last = (access.address[lane] + access.bytes - 1) / sector_bytes;
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

int shared_wavefronts(const WarpAccess& access) {
  if (a_bank_for_each_lane(access)) return 1;  // the common case, quickly
  const int group = lanes_served_together(access);
  int wavefronts = 0;
  for (int first = 0; first < warp_lanes; first += group) {
    BankQueues queues;
    for (int lane = first; lane < first + group; ++lane) {
      if (!is_active(access, lane)) continue;
      const std::uint64_t last_word = (access.address[lane] + access.bytes - 1) / bank_bytes;
      for (std::uint64_t word = access.address[lane] / bank_bytes; word <= last_word; ++word) queues.add(word);
    }
    wavefronts += queues.longest();
  }
  return wavefronts;
}

}  // namespace memory_model
