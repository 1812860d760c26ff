#include "ladder/engine/emulator/requests/merging.hpp"

#include <algorithm>
#include <bit>

namespace ladder::emulator {
namespace {

constexpr int word_bytes = 4;

// Which of a piece's words the access of this lane takes.
unsigned words_at(std::uintptr_t address, int bytes) {
  const auto first = static_cast<unsigned>(address % 16 / word_bytes);
  return ((1u << bytes / word_bytes) - 1) << first;
}

// What the request costs if each lane takes so many bytes from there in its piece.
int cost_of_part(const Request& request, std::uintptr_t from, int bytes) {
  Request part = request;
  part.access.bytes = bytes;
  for_each_lane(part.access.active, [&](unsigned lane) {
    std::uintptr_t& address = part.access.address[lane];
    address = address / 16 * 16 + from;
  });
  return cost_of(part);
}

}  // namespace

void Merging::begin(bool goes_on) {
  if (goes_on) return;
  close_all();
  ++beginnings_;
}

void Merging::add(const Request& request, SiteCounters& site, int cost, int alignment) {
  if (request.access.kind != operation_) close_all();
  operation_ = request.access.kind;
  const int bytes = request.access.bytes;
  if (bytes < word_bytes || bytes >= alignment) return;
  const std::uintptr_t address = request.access.address[first_lane(request)];
  site.neighbours.begin(beginnings_, address);
  const Member member{&site, cost, words_at(address, bytes)};
  const std::uintptr_t piece = address / piece_bytes;
  const auto found = std::find(pieces_.begin(), pieces_.end(), piece);
  if (found == pieces_.end()) return open(request, member, piece);
  Group& group = groups_[static_cast<std::size_t>(found - pieces_.begin())];
  if (join(group, request, member)) return;
  close(group);
  *found = 0;
  open(request, member, piece);
}

// False where the request takes a word once more, or its lanes do not all lie alike.
bool Merging::join(Group& group, const Request& request, const Member& member) const {
  const memory_model::WarpAccess &first = group.first.access, &access = request.access;
  if ((group.words & member.words) != 0 || access.bytes != first.bytes || access.active != first.active) return false;
  const unsigned some = first_lane(request);
  std::uintptr_t apart = 0, unlike = 0;
  for_each_lane(access.active, [&](unsigned lane) {
    apart |= first.address[lane] ^ first.address[some];
    unlike |= (access.address[lane] - first.address[lane]) ^ (access.address[some] - first.address[some]);
  });
  if (apart % piece_bytes != 0 || unlike != 0) return false;
  Neighbours& neighbours = group.members[0].site->neighbours;
  if (apart != 0) neighbours.note_lanes_apart();
  if (round_ > group.round + 1) neighbours.note_many_rounds();
  group.words |= member.words;
  group.members[group.count++] = member;
  return true;
}

void Merging::open(const Request& request, const Member& member, std::uintptr_t piece) {
  Group& group = groups_[next_];
  if (pieces_[next_] != 0) close(group);
  pieces_[next_] = piece;
  next_ = (next_ + 1) % most_open;
  group = {request, {member}, 1, member.words, round_};
}

void Merging::close(const Group& group) {
  if (group.count < 2) return;
  const bool load = group.first.access.kind == Access::load;
  // The members in these words become one access of so many bytes, where they fill them or, of three loads, nearly.
  const auto merge = [&](unsigned words, int bytes, MergedCounts Neighbours::*counts) {
    const int taken = std::popcount(group.words & words);
    const bool merged = taken * word_bytes == bytes || (load && taken == 3);
    if (!merged) return false;
    int cost = cost_of_part(group.first, static_cast<std::uintptr_t>(std::countr_zero(words)) * word_bytes, bytes);
    int requests = 1;
    for (std::size_t i = 0; i < group.count; ++i) {
      const Member& member = group.members[i];
      if ((member.words & words) == 0) continue;
      (member.site->neighbours.*counts).add(requests - 1, cost - member.cost, bytes);
      requests = cost = 0;
    }
    return true;
  };
  const auto merge_halves = [&](MergedCounts Neighbours::*counts) {
    if (group.first.access.bytes == 2 * word_bytes) return;
    merge(0b0011, 8, counts);
    merge(0b1100, 8, counts);
  };
  merge_halves(&Neighbours::pairs);
  if (!merge(0b1111, 16, &Neighbours::fours)) merge_halves(&Neighbours::fours);
}

void Merging::next_round(const Request& step) {
  constexpr unsigned rounds_together = 4;
  const bool leaves_inner_loop = step.site < loop_;
  if (step.site != loop_) times_round_ = 0;
  loop_ = step.site;
  ++round_;
  if (how_it_follows(step) != NextRound::unrolled_by_four || leaves_inner_loop ||
      ++times_round_ % rounds_together == 0) {
    close_all();
  }
}

void Merging::close_all() {
  for (std::size_t i = 0; i < most_open; ++i) {
    if (pieces_[i] != 0) close(groups_[i]);
  }
  pieces_.fill(0);
}

}  // namespace ladder::emulator
