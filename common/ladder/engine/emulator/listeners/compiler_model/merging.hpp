// Which accesses nvcc may merge: the emulator counts those of the source, and nvcc makes one of 8 or 16 bytes of
// neighbours where it can prove that they are aligned and that nothing is in the way.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "ladder/engine/emulator/events.hpp"

namespace ladder::emulator {

// Of one warp, between two places where its lanes wait for others, and of one of the two spaces:
//
//   accesses of 4 and 8 bytes whose lanes all lie alike in aligned pieces of 16: all four words, of loads three as
//     well, make one access of 16 bytes, two in a half of it one of 8. Where the lanes lie alike in pieces of 8, those;
//   with no store between loads, no load between stores, and no atomic;
//   of a loop that is not unrolled, four rounds, where nvcc can work out how many there are.
//
// So does nvcc 13.0, as its machine code shows.
class MergingOfSpace {
 public:
  void begin_launch(Merges& merges) {
    merges_ = &merges;
    places_.fill(0);
    open_ = 0;
  }
  // A warp's requests follow, which do not go on from where the last ones ended.
  void begin();
  // A load or store, and to how many bytes nvcc knows its addresses to be aligned.
  void add(const event::Request& seen, std::uintptr_t alignment);
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

class Merging : public Listener {
 public:
  using Listener::Listener;

  void on(const event::LaunchBegins& launch);
  void on(const event::RequestsBegin& begin) {
    if (begin.goes_on) return;
    for (MergingOfSpace& space : spaces_) space.begin();
  }
  void on(const event::Request& seen) {
    MergingOfSpace& space = spaces_[static_cast<std::size_t>(seen.request.space)];
    if (seen.request.access.kind == Access::atomic) return space.close_all();
    space.add(seen, known_alignment(seen));
  }
  void on(const event::LoopGoesRound& loop) {
    for (MergingOfSpace& space : spaces_) space.next_round(loop.step);
  }
  void on(const event::RequestsEnd& end) {
    if (end.has_more) return;
    for (MergingOfSpace& space : spaces_) space.close_all();
  }

 private:
  std::uintptr_t known_alignment(const event::Request& seen) const;

  std::array<MergingOfSpace, 2> spaces_;
  const KernelCall* kernel_ = nullptr;
  bool points_to_aligned_structs_ = false;
};

}  // namespace ladder::emulator
