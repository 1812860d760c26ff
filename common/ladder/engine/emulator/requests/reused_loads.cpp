#include "ladder/engine/emulator/requests/reused_loads.hpp"

#include <algorithm>
#include <utility>

namespace ladder::emulator {
namespace {

constexpr int chunk_bytes = 16;  // the widest load of a lane

// Of the active lanes' addresses, each rounded down to a multiple of `unit`: their sum, each times an odd number of its
// own. Two different requests hardly ever have the same.
std::uint64_t signature_of(const memory_model::WarpAccess& access, std::uintptr_t unit) {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15u;
  std::uint64_t signature = access.active, factor = odd;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    const bool active = contains(access.active, lane);
    signature += (active ? access.address[lane] & ~(unit - 1) : 0) * factor;
    factor += 2 * odd;
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

ReusedLoads::Saved ReusedLoads::saved(const Request& load, int wavefronts, unsigned warp) {
  Warp& w = warps_[warp];
  const Signature signature = signature_of(load);
  const std::uint64_t stores = w.stores[static_cast<std::size_t>(load.space)];
  const Known now{stores, load.site};
  if (Known* const before = w.known.find(signature)) return {wavefronts, std::exchange(*before, now) == now};
  w.known.add(signature) = now;
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

void ReusedLoads::store(const Request& store, unsigned warp) {
  Warp& w = warps_[warp];
  const Signature signature = signature_of(store);
  Known now{++w.stores[static_cast<std::size_t>(store.space)]};
  if (Known* const before = w.known.find(signature)) {
    now.loaded_at = before->loaded_at;
    *before = now;
  }
  w.known.add(signature) = now;
}

void ReusedLoads::expect_stores(unsigned warp) {
  for (std::uint64_t& stores : warps_[warp].stores) ++stores;
}

void ReusedLoads::forget() {
  for (Warp& warp : warps_) {
    warp.known.clear();
    warp.chunks.clear();
  }
}

}  // namespace ladder::emulator
