// Where an access stops its thread: what it was about to touch, and what is said of it.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "ladder/emulator/block/accesses.hpp"
#include "ladder/emulator/debuginfo/kernel_facts.hpp"
#include "ladder/emulator/memory/device_variables.hpp"

namespace ladder::emulator {
namespace {

bool is_near_nothing(std::uintptr_t address, const SharedMemory& shared) {
  return !shared.contains(address) && shared.distance(address) == SIZE_MAX &&
         distance_to_constant(address) == SIZE_MAX && GlobalMemory::instance().distance(address) == SIZE_MAX;
}

Miss miss_at(const Wanted& wanted, std::uintptr_t address, const SharedMemory& shared) {
  if (!wanted.is_known || is_near_nothing(address, shared)) return Miss::by_pointer;  // which no index mends
  const bool in_buffer = wanted.space == Space::global && !wanted.in_constant_memory;
  const int bits = in_buffer ? GlobalMemory::instance().lost_bits_at(address) : 0;
  return bits == 32 ? Miss::by_32_bits : bits == 31 ? Miss::by_31_bits : Miss::by_index;
}

// A vector load past the end is reported by its range, not by its first element.
Hazard out_of_bounds(HazardKind kind, const LaneAccess& access, const Actor& actor, const SharedMemory& shared) {
  const Wanted first = wanted_at(access.address, shared);
  const bool is_element = first.is_known && !first.in_constant_memory;
  Hazard hazard{kind, actor, {}, is_element ? first.element : "", first.extent, first.element};
  if (first.space == Space::shared) hazard.wrong_index = 0;  // by which it is told
  if (is_element && access.bytes > 1 && first.space == Space::global) {
    const std::uintptr_t begin = GlobalMemory::instance().nearest(access.address)->begin;
    hazard.wanted = {Space::global, begin, access.address - begin};
  } else if (is_element && access.bytes > 1 && shared.nearest(access.address)->is_dynamic) {
    const std::uintptr_t begin = shared.nearest(access.address)->begin;
    hazard.wanted = {Space::shared, begin, access.address - shared.begin() - begin};
  }
  hazard.miss = miss_at(first, access.address, shared);
  if (kind == HazardKind::misaligned) {
    hazard.detail = fmt::format("{} bytes", access.bytes);
    const ArrayShape shape =
        is_element && first.space == Space::shared ? shared.array_of(access.address).shape : ArrayShape{};
    const std::size_t row = shape.extents.size() < 2 ? 0 : shape.extents.back() * shape.element_bytes;
    if (row % static_cast<std::size_t>(access.bytes) != 0) hazard.row_bytes = row;
    return hazard;
  }
  const std::string last = wanted_at(access.address + static_cast<std::uintptr_t>(access.bytes - 1), shared).element;
  if (first.is_known && last != first.element) hazard.subject += " to " + last.substr(last.find(' ') + 1);
  return hazard;
}

}  // namespace

void Accesses::pass_bound(const std::string& array, std::int64_t index, Site site) {
  const std::string extents = array.substr(array.find('['));
  const auto [known, is_new] = indexed_arrays_.try_emplace({kernel_->kernel(), extents});
  IndexedArray& indexed = known->second;
  if (is_new) {
    off_the_stack([&, kernel = kernel_->kernel()] {
      indexed.is_local = file_facts_of(kernel).is_local_array(extents);
      indexed.is_row = !indexed.is_local && file_facts_of(kernel).is_row_of_an_array(extents);
    });
  }
  const auto [is_local, is_row] = indexed;
  const HazardKind kind = is_local ? HazardKind::beyond_local_array : HazardKind::beyond_row;
  const Actor actor{threads_.block(), threads_.running(), site, Access::load};
  if (hazards_.count(kind)) {
    const std::string subject = fmt::format("index {} of {}", index,
                                            is_local ? "an array of its own"
                                            : is_row ? "a row"
                                                     : "an array");
    const bool is_of_float4 = array.starts_with("Vector");  // the emulator's name of it and of its kin
    const std::string detail = "it is " + (is_of_float4 ? extents : array);
    Hazard hazard{kind, actor, {}, {}, detail, subject, {}, is_row ? std::optional(index) : std::nullopt};
    hazard.wrong_index = -static_cast<int>(std::ranges::count(extents, '['));
    hazards_.keep(hazard);
  }
  if (!is_local) return;
  stop(site);
}

void Accesses::note_stopped(HazardKind kind, const LaneAccess& access) {
  const Actor actor{threads_.block(), threads_.running(), access.site, access.operation};
  went_astray_ = went_astray_ || kind == HazardKind::no_peer_access || is_near_nothing(access.address, shared_);
  if (hazards_.count(kind)) hazards_.keep(out_of_bounds(kind, access, actor, shared_));
  if (actor.block == 0 && recorders_.requests != nullptr) {
    const Wanted wanted = wanted_at(access.address, shared_);
    if (!wanted.in_constant_memory)
      trace_.record_stopped({access.site, access.address, access.bytes, wanted.space, access.operation});
  }
}

void Accesses::stop_before(HazardKind kind, const LaneAccess& access) {
  note_stopped(kind, access);
  stop(access.site);
}

void Accesses::note_refused(const LaneAccess& access) {
  const bool is_closed =
      access.space == Space::global && GlobalMemory::instance().find(access.address, access.bytes) != nullptr;
  const bool is_of_constant = access.operation != Access::load && distance_to_constant(access.address) == 0;
  note_stopped(is_closed        ? HazardKind::no_peer_access
               : is_of_constant ? HazardKind::constant_written
                                : HazardKind::out_of_bounds,
               access);
}

void Accesses::stop(Site site) {
  listeners_.tell(event::ThreadStops{site});
  threads_.wait(State::stopped, site);
}

}  // namespace ladder::emulator
