#include "ladder/engine/emulator/block/accesses.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "ladder/engine/emulator/executable/kernel_facts.hpp"
#include "ladder/engine/emulator/memory/device_variables.hpp"
#include "ladder/model/side_by_side.hpp"

namespace ladder::emulator {

constinit thread_local Site Accesses::newest_block_ = 0;
constinit thread_local LoopRounds* Accesses::loops_ = nullptr;

void Accesses::begin_launch(const KernelCall& kernel, const std::vector<SharedArray>& arrays,
                            const Recorders& recorders) {
  kernel_ = &kernel;
  recorders_ = recorders;
  grid_threads_ = threads_.along_grid();
  points_to_aligned_structs_ = std::any_of(kernel.begin(), kernel.end(), [](const PointerArgument& argument) {
    return argument.struct_alignment > alignof(float);
  });
  sites_.clear();
  rounds_.begin_launch(facts_of(kernel.kernel()).restricts_pointers);
  atomic_turns_.clear();
  loaded_sectors_ = loaded_lines_ = stored_sectors_ = idle_blocks_ = 0;
  has_volatile_loads_ = false;
  shared_.begin_launch(arrays);
  buffers_.clear();
  atomics_.clear();
  remote_ = {};
  has_remote_ = GlobalMemory::instance().has_open_remote();
  copies_.begin_launch(kernel);
  for (Merging& merging : merging_) merging.begin_launch(sites_.merges());
  arms_.begin_launch(sites_.joined_arms());
  volatile_sites_.clear();
  trace_.clear();  // a launch that failed may have left something
  checks_.begin_launch();
}

LaneMask Accesses::count_requests(unsigned first, LaneMask unfinished, bool others, std::uint32_t barriers) {
  TraceRecorder* const recorder = threads_.block() == 0 ? recorders_.requests : nullptr;
  const unsigned warp = warp_of(first);
  memory_model::PartialSectors partial;
  Request newest_store;
  LaneMask met = 0;
  const bool goes_on = std::exchange(unfinished_warp_, no_warp) == warp;
  for (Merging& merging : merging_) merging.begin(goes_on);
  if (!goes_on) arms_.forget();
  trace_.drain(unfinished, others, [&](const Request& request) {
    if (is_meeting(request)) {
      met = request.access.active;
      return arms_.forget();
    }
    if (is_next_round(request)) {
      for (Merging& merging : merging_) merging.next_round(request);
      arms_.next_round(request.access.active);
      return rounds_.next_round(request, warp, by_one_.contains(request.site));
    }
    if (request.access.active == 0) return recorder->add(as_executed(request), warp, barriers, shared_);
    is_idle_ = false;
    const Access operation = request.access.kind;
    const NewSectors anew = request.space == Space::global ? touch_sectors(request) : NewSectors{};
    if (has_remote_ && request.space == Space::global) remote_.add(request, buffers_);
    (operation == Access::load ? loaded_sectors_ : stored_sectors_) += anew.sectors;
    if (operation == Access::load) loaded_lines_ += anew.lines;
    rounds_.add(request, warp, anew.sectors > 0, anew.buffer);
    if (request.space == Space::global && operation == Access::store) {
      if (const int sectors = partial.add(request.access); sectors > 0)
        sites_.add_partial_sectors(newest_store, sectors);
      newest_store = request;
    }
    if (recorder != nullptr) recorder->add(as_executed(request), warp, barriers, shared_);
    if (operation == Access::atomic) {
      merging_of(request).atomic();
      arms_.add(request, 0);
      reused_.expect_others(warp);
      skipped_.add_other();
      if (request.space == Space::global) atomic_turns_.add(as_executed(request));
      return sites_.add_atomic(as_executed(request));
    }
    skipped_.add(request, warp);
    SiteCounters& site = sites_.counters_of(request);
    const int cost = cost_of(request), wavefronts = site.add(request, 1, cost);
    merging_of(request).add(request, cost, known_alignment(request), site.neighbours);
    const ReusedLoads::Saved saved = operation == Access::load ? reused_.saved(request, wavefronts, warp)
                                                               : reused_.stored(request, wavefronts, warp);
    const bool is_volatile = volatile_sites_.contains(request.site);
    arms_.add(request, cost);
    site.kept_wavefronts -= static_cast<std::uint64_t>(is_volatile ? 0 : saved.wavefronts);
    if (saved.is_repeated && !is_volatile) site.note_repeated(cost);
  });
  if (const int sectors = partial.end(); sectors > 0) sites_.add_partial_sectors(newest_store, sectors);
  if (unfinished != 0) {
    unfinished_warp_ = warp;
  } else {
    for (Merging& merging : merging_) merging.close_all();
  }
  return met;
}

// nvcc decides where shared arrays lie. Of global memory it knows what the type says to which the parameter points.
std::uintptr_t Accesses::known_alignment(const Request& request) {
  constexpr std::uintptr_t most = 16;
  if (request.space == Space::shared) return volatile_sites_.contains(request.site) ? 0 : most;
  if (!points_to_aligned_structs_) return 0;
  const Buffer* const buffer = buffers_.find(request.access.address[first_lane(request)], request.access.bytes);
  for (const PointerArgument& argument : *kernel_) {
    const bool is_here = buffer != nullptr && buffer->contains(reinterpret_cast<std::uintptr_t>(argument.address), 1);
    if (is_here && argument.struct_alignment != 0) return std::min(argument.struct_alignment, most);
  }
  return 0;
}

// The lanes of a request are mostly in one buffer, and several of them in one sector.
Accesses::NewSectors Accesses::touch_sectors(const Request& request) {
  constexpr auto sector_bytes = static_cast<std::uintptr_t>(memory_model::architecture.sector_bytes);
  constexpr auto line_bytes = static_cast<std::uintptr_t>(memory_model::architecture.line_bytes);
  const bool load = request.access.kind == Access::load;
  const auto touch = [&](const Buffer& buffer, std::uintptr_t first, std::uintptr_t last) {
    return (load ? buffer.loaded : buffer.stored).touch(first, last);
  };
  if (memory_model::side_by_side(request.access)) {  // the common case, quickly
    const std::uintptr_t first = request.access.address[0];
    const int bytes = static_cast<int>(warp_lanes) * request.access.bytes;
    const Buffer* const buffer = buffers_.find(first, bytes);
    if (buffer != nullptr) {
      const std::uintptr_t last = first + static_cast<std::uintptr_t>(bytes) - 1;
      const unsigned sectors = touch(*buffer, first, last);
      return {sectors, std::min<std::uint64_t>(sectors, last / line_bytes - first / line_bytes + 1), buffer};
    }
  }
  NewSectors anew;
  std::array<std::uintptr_t, warp_lanes> lines;
  std::uintptr_t before = 0;
  const Buffer*& buffer = anew.buffer;
  for_each_lane(request.access.active, [&](unsigned lane) {
    const std::uintptr_t address = request.access.address[lane];
    if (address / sector_bytes == before) return;
    before = address / sector_bytes;
    if (buffer == nullptr || !buffer->contains(address, request.access.bytes)) {
      buffer = buffers_.recent(address, request.access.bytes);
      if (buffer == nullptr) buffer = buffers_.find(address, request.access.bytes);
    }
    if (touch(*buffer, address, address) == 0) return;
    ++anew.sectors;
    const auto end = lines.begin() + static_cast<std::ptrdiff_t>(anew.lines);
    if (std::find(lines.begin(), end, address / line_bytes) == end) lines[anew.lines++] = address / line_bytes;
  });
  return anew;
}

Request Accesses::as_executed(Request atomic) const {
  const auto found = atomics_.find(atomic.site);
  if (found != atomics_.end()) atomic.access.atomic = found->second;
  return atomic;
}

void Accesses::access_volatile(std::uintptr_t address, int bytes, Access operation, Site site) {
  has_volatile_loads_ = has_volatile_loads_ || operation == Access::load;
  volatile_sites_.insert(site);
  const Buffer* const buffer = shared_.contains(address) ? nullptr : buffers_.find(address, bytes);
  if (buffer == nullptr) return access(address, bytes, operation, site);
  make_room(site);
  checks_.begin_volatile(address, *buffer);
  access(address, bytes, operation, site);
  checks_.end_volatile();
  if (operation == Access::load) {
    order_.volatile_load(running_.thread, address);
  } else {
    order_.before_volatile_store(running_.thread, address);
  }
}

void Accesses::fence() {
  order_.fence(running_.thread, running_.barriers);
  checks_.begin_thread(running_);
}

void Accesses::access(std::uintptr_t address, int bytes, Access operation, Site site) {
  const bool aligned = (address & static_cast<std::uintptr_t>(bytes - 1)) == 0;
  if (shared_.contains(address)) {
    if (!aligned || !shared_.recent(address, bytes)) return find_and_access(address, bytes, operation, site);
    return record_or_follow({site, address, bytes, Space::shared, operation}, nullptr);
  }
  const Buffer* const buffer = buffers_.recent(address, bytes);
  const bool is_to_stay = operation != Access::load && buffer != nullptr && buffer->is_input;
  if (!aligned || buffer == nullptr || is_to_stay) return find_and_access(address, bytes, operation, site);
  record_or_follow({site, address, bytes, Space::global, operation}, buffer);
}

void Accesses::find_and_access(std::uintptr_t address, int bytes, Access operation, Site site) {
  const bool aligned = (address & static_cast<std::uintptr_t>(bytes - 1)) == 0;
  const bool in_shared = shared_.contains(address);
  const Buffer* const buffer = in_shared ? nullptr : buffers_.find(address, bytes);
  if (aligned && buffer != nullptr && buffer->is_input && operation != Access::load)
    return stop_before(HazardKind::input_written, {site, address, bytes, Space::global, operation});
  if (aligned && buffer != nullptr && buffer->pages != nullptr) {
    buffer->touch(address);
    return record_or_follow({site, address, bytes, Space::global, operation}, buffer);
  }
  const bool found = in_shared ? shared_.find(address, bytes) : buffer != nullptr;
  if (aligned && found) return access(address, bytes, operation, site);
  // Constant memory has a cache and counters of its own.
  if (operation == Access::load && (kernel_->is_argument(address) || in_constant_memory(address, bytes))) return;
  const Space space = in_shared ? Space::shared : Space::global;
  const bool is_closed =
      !in_shared && GlobalMemory::instance().find(address, static_cast<std::size_t>(bytes)) != nullptr;
  stop_before(!aligned    ? HazardKind::misaligned
              : is_closed ? HazardKind::no_peer_access
                          : HazardKind::out_of_bounds,
              {site, address, bytes, space, operation});
}

// Where the thread's own variables are not meant: those are in no memory that is watched.
void Accesses::misaligned(std::uintptr_t address, int bytes, Access operation, Site site) {
  const bool in_shared = shared_.contains(address);
  if (!in_shared && buffers_.find(address, 1) == nullptr) return;
  stop_before(HazardKind::misaligned, {site, address, bytes, in_shared ? Space::shared : Space::global, operation});
}

// By pieces; the first of them that leads out of bounds ends the thread.
void Accesses::copy(std::uintptr_t address, std::size_t bytes, Access operation, Site site) {
  std::size_t width = copies_.width(site, operation, address, bytes);
  for (; bytes != 0; address += width, bytes -= width) {
    while (width > bytes) width /= 2;
    access(address, static_cast<int>(width), operation, site);
  }
}

void Accesses::record_or_follow(const LaneAccess& access, const Buffer* buffer) {
  if (!trace_.follow(access)) return record_access(access, buffer);
  see_access(access, buffer);
}

void Accesses::record_access(const LaneAccess& access, const Buffer* buffer) {
  if (copies_.is_in_pieces(access, buffer == nullptr ? shared_.elements_at(access.address) : buffer->elements))
    return copy(access.address, static_cast<std::size_t>(access.bytes), access.operation, access.site);
  while (!trace_.record(access, reach_of(access, buffer))) threads_.wait(State::trace_full, access.site);
  see_access(access, buffer);
}

void Accesses::see_access(const LaneAccess& access, const Buffer* buffer) {
  if (recorders_.values != nullptr) {
    recorders_.values->access({running_.block, running_.thread, running_.barriers, running_.warp_time}, access,
                              shared_);
  }
  checks_.access(access, buffer);
}

// Not known of a buffer with pages, which has to be told of each access, nor where values are recorded of each.
Reach Accesses::reach_of(const LaneAccess& access, const Buffer* buffer) const {
  const auto within = [&](std::uintptr_t begin, std::size_t bytes) {
    return Reach{begin, bytes - static_cast<std::size_t>(access.bytes), buffer, true};
  };
  if (recorders_.values != nullptr) return {};
  if (buffer != nullptr) return buffer->pages != nullptr ? Reach{} : within(buffer->begin, buffer->end - buffer->begin);
  const SharedArray& array = shared_.array_of(access.address);
  return within(shared_.begin() + array.begin, array.end - array.begin);
}

void Accesses::record_block(Site site) {
  while (!trace_.record(site)) threads_.wait(State::trace_full, site);
}

void Accesses::jump_back(Site site) {
  rounds_of_threads_.next_round(running_.thread, running_.barriers);
  NextRound how = loops_->jump_back(site, grid_threads_);
  const LoopPragma pragma = pragma_of(site);
  if (pragma == LoopPragma::kept_rolled) how = NextRound::kept_apart;
  if (pragma == LoopPragma::unroll && how != NextRound::one_by_one) how = NextRound::unrolled;
  if (loops_->by_one() && newest_by_one_ != site) by_one_.insert(newest_by_one_ = site);
  if (how != NextRound::unrolled) record_step(next_round({site, newest_block_}, how));
  go_on_with(site);
}

LoopPragma Accesses::look_for_pragma(Site loop) {
  auto known = pragmas_.find(loop);
  if (known == pragmas_.end()) {
    LoopPragma pragma = LoopPragma::none;
    off_the_stack([&, end = loops_->newest_comparison()] { pragma = loop_pragma(end); });
    known = pragmas_.emplace(loop, pragma).first;
  }
  newest_loop_ = *known;
  return newest_loop_.second;
}

// One that asks for nothing.
void Accesses::record_step(const LaneAccess& step) {
  if (trace_.follow(step)) return;
  while (!trace_.record(step)) threads_.wait(State::trace_full, step.site);
}

}  // namespace ladder::emulator
