// Which accesses nvcc may merge: the emulator counts those of the source, and nvcc makes one of 8 or 16 bytes of
// neighbours where it can prove that they are aligned and that nothing is in the way.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "ladder/engine/emulator/requests/merges.hpp"
#include "ladder/engine/emulator/requests/neighbours.hpp"
#include "ladder/engine/emulator/requests/warp_trace.hpp"

namespace ladder::emulator {

// Of one warp, between two places where its lanes wait for others, and of one of the two spaces:
//
//   accesses of 4 and 8 bytes whose lanes all lie alike in aligned pieces of 16: all four words, of loads three as
//     well, make one access of 16 bytes, two in a half of it one of 8. Where the lanes lie alike in pieces of 8, those;
//   with no store between loads, no load between stores, and no atomic;
//   of a loop that is not unrolled, four rounds, where nvcc can work out how many there are.
//
// So does nvcc 13.0, as its machine code shows.
class Merging {
 public:
  // merges: outlives this one.
  void begin_launch(Merges& merges) {
    merges_ = &merges;
    places_.fill(0);
    open_ = 0;
  }
  // A warp's requests follow. goes_on: from where the last ones ended.
  void begin(bool goes_on);
  // A load or store, what it costs, and to how many bytes nvcc knows its addresses to be aligned. site: stays where it
  // is during the launch.
  void add(const Request& request, int cost, std::uintptr_t alignment, Neighbours& site);
  void atomic() { close_all(); }
  // A loop goes round again: see next_round() of requests.
  void next_round(const Request& step);
  // What comes is not merged with what was.
  void close_all();

 private:
  struct Member {
    Neighbours* site;
    int cost;
    unsigned words;  // of the piece, a bit each
  };
  // Requests for parts of the same pieces.
  struct Group {
    Request first;
    std::array<Member, Merges::most_members> members;
    Merges::Members codes{};
    std::size_t count = 0;
    unsigned words = 0;  // of all members
    std::uintptr_t piece_bytes = 16;
    std::uint64_t round = 0;
  };
  void close(const Group& group);
  using MergedOfMembers = std::array<MergedCounts, Merges::most_members>;
  static void merge(const Group& group, unsigned words, int bytes, int cost, MergedOfMembers& counts);
  bool join(Group& group, const Request& request, const Member& member) const;
  void open(const Request& request, const Member& member, std::uintptr_t place, std::uintptr_t piece_bytes);

  static constexpr std::size_t most_open = 32;
  // Of each group: where the first lane's piece begins, and 1 more where it has 16 bytes; 0 where it is closed.
  std::array<std::uintptr_t, most_open> places_{};
  std::array<Group, most_open> groups_;
  std::size_t next_ = 0, open_ = 0;
  Access operation_ = Access::load;  // of the open groups

  Merges* merges_ = nullptr;
  std::uint64_t beginnings_ = 0, round_ = 0;
  Loop loop_;  // that went round last, and how often
  unsigned times_round_ = 0;
};

}  // namespace ladder::emulator
