#include <algorithm>
#include <bit>

#include "ladder/emulator/listeners/compiler_model/compiler_model.hpp"

namespace ladder::emulator {
namespace {

constexpr int chunk_bytes = 16;  // the widest load of a lane

// Of the active lanes' addresses, each rounded down to a multiple of `unit`: their sum, each times an odd number of its
// own. Two different requests hardly ever have the same.
std::uint64_t signature_of(const memory_model::WarpAccess& access, std::uintptr_t unit) {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15u;
  std::uint64_t signature = access.active;
  const auto add = [&](unsigned lane) { signature += (access.address[lane] & ~(unit - 1)) * (odd + 2 * odd * lane); };
  if (access.active != UINT32_MAX) {
    for_each_lane(access.active, add);
  } else {
    for (unsigned lane = 0; lane < warp_lanes; ++lane) add(lane);
  }
  return signature;
}

// Of the addresses and the width.
std::uint64_t signature_of(const Request& request) {
  const auto width = static_cast<std::uintptr_t>(request.access.bytes);
  return signature_of(request.access, 1) * 32 + width;
}

// What a load of the whole chunks costs, of which this one loads parts.
int wavefronts_of_chunks(const Request& load) {
  memory_model::WarpAccess whole = load.access;
  whole.bytes = chunk_bytes;
  for_each_lane(whole.active, [&](unsigned lane) { whole.address[lane] &= ~std::uintptr_t{chunk_bytes - 1}; });
  return load.space == Space::shared ? memory_model::shared_wavefronts(whole) : memory_model::load_wavefronts(whole);
}

}  // namespace

template <typename Value>
Value* ReusedLoads::Newest<Value>::find(Signature signature) {
  const auto end = signatures_.begin() + static_cast<std::ptrdiff_t>(std::min(count_, most));
  const auto at = std::find(signatures_.begin(), end, signature);
  return at == end ? nullptr : &values_[static_cast<std::size_t>(at - signatures_.begin())];
}

template <typename Value>
Value& ReusedLoads::Newest<Value>::add(Signature signature) {
  const std::size_t at = count_++ % most;
  signatures_[at] = signature;
  return values_[at] = {};
}

void ReusedLoads::on(const event::Request& seen) {
  Warp& warp = warps_[seen.warp];
  const Access operation = seen.request.access.operation;
  if (operation == Access::atomic) return expect_others(warp);
  const Saved saved = operation == Access::load ? loaded(seen.request, seen.wavefronts, warp)
                                                : stored(seen.request, seen.wavefronts, warp);
  if (seen.is_volatile) return;
  seen.counters.wavefronts_kept_by_compiler -= static_cast<std::uint64_t>(saved.wavefronts);
  if (saved.is_repeated) seen.counters.note_repeated(seen.cost);
}

ReusedLoads::Saved ReusedLoads::loaded(const Request& load, int wavefronts, Warp& w) {
  const Signature signature = signature_of(load);
  const std::uint64_t stores = w.stores[static_cast<std::size_t>(load.space)];
  std::uint64_t& loads = w.loads[static_cast<std::size_t>(load.space)];
  if (Known* const known = w.known.find(signature)) {
    const bool is_repeated = known->stores == stores && known->loaded_at == load.site;
    if (known->loads == loads) ++known->loads;
    ++loads;
    known->stores = stores;
    known->loaded_at = load.site;
    return {wavefronts, is_repeated};
  }
  w.known.add(signature) = {stores, load.site, 0, ++loads};
  if (load.access.bytes == chunk_bytes) return {};
  const Signature of_chunks = signature_of(load.access, chunk_bytes);
  Chunks* chunks = w.chunks.find(of_chunks);
  if (chunks == nullptr) {
    w.chunks.add(of_chunks) = {wavefronts, 0};
    return {};
  }
  if (chunks->whole == 0) chunks->whole = wavefronts_of_chunks(load);
  const int counted = std::clamp(chunks->whole - chunks->counted, 0, wavefronts);
  chunks->counted += counted;
  return {wavefronts - counted};
}

ReusedLoads::Saved ReusedLoads::stored(const Request& store, int wavefronts, Warp& w) {
  const Signature signature = signature_of(store);
  std::uint64_t& stores = w.stores[static_cast<std::size_t>(store.space)];
  const std::uint64_t loads = w.loads[static_cast<std::size_t>(store.space)];
  Known* known = w.known.find(signature);
  const bool is_repeated =
      known != nullptr && known->stored_at == store.site && known->stores == stores && known->loads == loads;
  if (known == nullptr) known = &w.known.add(signature);
  known->stores = ++stores;
  known->stored_at = store.site;
  known->loads = loads;
  return {is_repeated ? wavefronts : 0, is_repeated};
}

void ReusedLoads::expect_others(Warp& warp) {
  for (std::uint64_t& stores : warp.stores) ++stores;
  for (std::uint64_t& loads : warp.loads) ++loads;
}

void ReusedLoads::forget() {
  for (Warp& warp : warps_) {
    warp.known.clear();
    warp.chunks.clear();
  }
}

void SkippedSteps::on(const event::Request& seen) {
  const Request& request = seen.request;
  is_short_ = is_short_ && request.space == Space::shared && request.access.operation != Access::atomic;
  if (!is_short_) return;
  const std::uint32_t bit = std::uint32_t{1} << seen.warp;
  const StepCode code = step_code(request);
  const auto end = steps_.begin() + static_cast<std::ptrdiff_t>(count_);
  const auto known = std::find_if(steps_.begin(), end, [&](const Step& step) { return step.code == code; });
  if (known == end) {
    is_short_ = count_ < steps_.size();
    if (is_short_) steps_[count_++] = {code, request.access.operation, bit};
  } else {
    is_short_ = (known->warps & bit) == 0;  // else it is a loop
    known->warps |= bit;
  }
}

void SkippedSteps::count(std::uint32_t waiting) const {
  const auto loads = std::ranges::count_if(steps_, [](auto& step) { return step.operation == Access::load; });
  const bool together = std::ranges::all_of(steps_, [&](auto& step) { return step.warps == steps_[0].warps; });
  if (loads != 2 || !together) return;
  const int skipped = std::popcount(waiting & ~steps_[0].warps);
  for (const Step& step : steps_) context_.sites.add_skipped(step.code, skipped);
}

}  // namespace ladder::emulator
