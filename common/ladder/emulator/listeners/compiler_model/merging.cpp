#include <algorithm>
#include <bit>

#include "ladder/emulator/listeners/compiler_model/compiler_model.hpp"

namespace ladder::emulator {
namespace {

constexpr int smallest_bytes = 4;  // of what is merged

// In which bits the addresses of the active lanes differ.
std::uintptr_t differing_bits(const memory_model::WarpAccess& access, unsigned some) {
  std::uintptr_t bits = 0;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    const bool active = contains(access.active, lane);
    bits |= active ? access.address[lane] ^ access.address[some] : 0;
  }
  return bits;
}

// What the request costs if each lane takes so many bytes from there in its piece.
int cost_of_part(const Request& request, std::uintptr_t piece_bytes, std::uintptr_t from, int bytes) {
  Request part = request;
  part.access.bytes = bytes;
  for_each_lane(part.access.active, [&](unsigned lane) {
    auto& address = part.access.address[lane];
    address = address / piece_bytes * piece_bytes + from;
  });
  return cost_of(part);
}

}  // namespace

void MergingOfSpace::begin() {
  close_all();
  ++beginnings_;
  loop_ = {};
}

void MergingOfSpace::add(const event::Request& seen, std::uintptr_t alignment) {
  const Request& request = seen.request;
  if (request.access.operation != operation_) close_all();
  operation_ = request.access.operation;
  const auto bytes = static_cast<std::uintptr_t>(request.access.bytes);
  if (bytes < smallest_bytes || bytes >= alignment) return;
  const unsigned some = first_lane(request);
  const std::uintptr_t address = request.access.address[some], apart = differing_bits(request.access, some);
  Neighbours& site = seen.counters.neighbours;
  site.begin(beginnings_, address, apart != 0);
  const std::uintptr_t piece_bytes = apart % 16 == 0 ? alignment : 8;
  if (apart % piece_bytes != 0 || bytes == piece_bytes) return;
  const std::uintptr_t place = address / piece_bytes * piece_bytes + piece_bytes / 16;
  const unsigned words = ((1u << bytes / smallest_bytes) - 1) << address % piece_bytes / smallest_bytes;
  const Member member{&site, seen.cost, words};
  const auto found = std::ranges::find(places_, place);
  if (found != places_.end()) {
    Group& group = groups_[static_cast<std::size_t>(found - places_.begin())];
    if (join(group, request, member)) return;
    close(group);
    *found = 0;
    --open_;
  }
  open(request, member, place, piece_bytes);
}

// False where the request takes a word once more, or its lanes do not all lie alike.
bool MergingOfSpace::join(Group& group, const Request& request, const Member& member) const {
  const memory_model::WarpAccess &first = group.first.access, &access = request.access;
  if ((group.words & member.words) != 0 || access.bytes != first.bytes || access.active != first.active) return false;
  const unsigned some = first_lane(request);
  const std::uintptr_t distance = access.address[some] - first.address[some];
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (contains(access.active, lane) && access.address[lane] - first.address[lane] != distance) return false;
  }
  if (iteration_ > group.iteration + 1) member.site->note_many_iterations();
  group.words |= member.words;
  group.codes[group.count] = step_code(request);
  group.members[group.count++] = member;
  return true;
}

void MergingOfSpace::open(const Request& request, const Member& member, std::uintptr_t place,
                          std::uintptr_t piece_bytes) {
  Group& group = groups_[next_];
  if (places_[next_] != 0) {
    close(group);
    --open_;
  }
  ++open_;
  places_[next_] = place;
  next_ = (next_ + 1) % most_open;
  group = {request, {member}, {step_code(request)}, 1, member.words, piece_bytes, iteration_};
}

// The members in these words become one access of so many bytes, which costs so much.
void MergingOfSpace::merge(const Group& group, unsigned words, int bytes, int cost, MergedOfMembers& counts) {
  int requests = 1;
  for (std::size_t i = 0; i < group.count; ++i) {
    const Member& member = group.members[i];
    if ((member.words & words) == 0) continue;
    counts[i].add({requests - 1, cost - member.cost, bytes});
    requests = cost = 0;
  }
}

// Four words are filled, or nearly, by three loads. Of single words two fill a half: one costs what the other does,
// whose banks and sectors are the same but for a shift.
void MergingOfSpace::close(const Group& group) {
  if (group.count < 2) return;
  constexpr unsigned first_half = 0b0011, second_half = 0b1100, all = 0b1111;
  const bool load = group.first.access.operation == Access::load;
  const bool whole = group.words == all || (load && std::popcount(group.words) == 3);
  MergedSteps& counts = (*merges_)[group.codes];
  if (whole) merge(group, all, 16, cost_of_part(group.first, group.piece_bytes, 0, 16), counts.fours);
  if (group.first.access.bytes != smallest_bytes) return;
  int cost = 0;
  for (const unsigned half : {first_half, second_half}) {
    if ((group.words & half) != half) continue;
    if (cost == 0) cost = cost_of_part(group.first, group.piece_bytes, half == first_half ? 0 : 8, 8);
    merge(group, half, 8, cost, counts.pairs);
    if (!whole) merge(group, half, 8, cost, counts.fours);
  }
}

void MergingOfSpace::next_iteration(const Request& step) {
  constexpr unsigned iterations_together = 4;
  const Loop loop = loop_of(step);
  const bool leaves_inner_loop = loop.contains(loop_);
  if (loop != loop_) iterations_of_loop_ = 0;
  loop_ = loop;
  ++iteration_;
  if (how_it_follows(step) != NextIteration::unrolled_in_part || leaves_inner_loop ||
      ++iterations_of_loop_ % iterations_together == 0) {
    close_all();
  }
}

void MergingOfSpace::close_all() {
  if (open_ == 0) return;
  for (std::size_t i = 0; i < most_open; ++i) {
    if (places_[i] != 0) close(groups_[i]);
  }
  places_.fill(0);
  open_ = 0;
}

void Merging::on(const event::LaunchBegins& launch) {
  kernel_ = &launch.kernel;
  points_to_aligned_structs_ = std::any_of(kernel_->begin(), kernel_->end(), [](const PointerArgument& argument) {
    return argument.struct_alignment > alignof(float);
  });
  for (MergingOfSpace& space : spaces_) space.begin_launch(context_.sites.merges());
}

// nvcc decides where shared arrays lie. Of global memory it knows what the type says to which the parameter points.
std::uintptr_t Merging::known_alignment(const event::Request& seen) const {
  constexpr std::uintptr_t most = 16;
  if (seen.is_asynchronous) return 0;
  if (seen.request.space == Space::shared) return seen.is_volatile ? 0 : most;
  if (!points_to_aligned_structs_) return 0;
  const std::uintptr_t first = seen.request.access.address[first_lane(seen.request)];
  const Buffer* const buffer =
      GlobalMemory::instance().find(first, static_cast<std::size_t>(seen.request.access.bytes));
  for (const PointerArgument& argument : *kernel_) {
    const bool is_here = buffer->contains(reinterpret_cast<std::uintptr_t>(argument.address), 1);
    if (is_here && argument.struct_alignment != 0) return std::min(argument.struct_alignment, most);
  }
  return 0;
}

}  // namespace ladder::emulator
