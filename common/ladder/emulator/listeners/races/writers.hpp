// Who wrote an element of global memory: what its cell says, which line it was, and whether he runs now.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "ladder/emulator/memory/global_memory.hpp"
#include "ladder/emulator/order/block_order.hpp"
#include "ladder/emulator/requests/warp_trace.hpp"

namespace ladder::emulator {

// What the cell of a granule says of a write of the running launch, from the top: block + 1 (28 bits), thread (10),
// barriers passed (10), fences since then (4), warp time (10), whether it was an atomic (1), or a volatile store that
// may be a flag (1). Block + 1 keeps it apart from the states of before the launch. The two times wrap, which can only
// forget a hazard: of two that lie 2^10 barriers apart. A cooperative launch has few blocks: above their number stands
// how often all of them have met.
namespace cell {

inline constexpr int time_bits = 10, thread_bits = std::bit_width(most_threads - 1);
inline constexpr int warp_time_at = 2, fences_at = warp_time_at + time_bits,
                     barriers_at = fences_at + Moment::fence_bits, thread_at = barriers_at + Moment::barrier_bits,
                     block_at = thread_at + thread_bits;
static_assert(block_at <= 36, "the index of a block takes what is left of 64 bits");

inline constexpr ShadowCell atomic_flag = 2, volatile_flag = 1;
inline constexpr ShadowCell block_atomic = atomic_flag | volatile_flag;  // one that is in one piece for its block alone

// Of a cooperative launch.
inline constexpr int block_bits = 13, met_bits = 64 - block_at - block_bits;
static_assert(memory_model::architecture.multiprocessors * memory_model::architecture.most_resident_blocks <
              1 << block_bits);

constexpr unsigned field(ShadowCell cell, int at, int bits) {
  return static_cast<unsigned>(cell >> at) & ((1u << bits) - 1);
}
constexpr unsigned thread_of(ShadowCell cell) { return field(cell, thread_at, thread_bits); }
constexpr unsigned barriers_of(ShadowCell cell) { return field(cell, barriers_at, Moment::barrier_bits); }
constexpr unsigned warp_time_of(ShadowCell cell) { return field(cell, warp_time_at, time_bits); }
constexpr std::uint64_t block_of(ShadowCell cell, std::uint64_t met) { return (cell >> block_at) - 1 - met; }
// Whatever else they say.
constexpr bool are_of_one_thread(ShadowCell a, ShadowCell b) { return (a ^ b) >> thread_at == 0; }
constexpr Access operation_of(ShadowCell cell) { return (cell & atomic_flag) != 0 ? Access::atomic : Access::store; }

// Makes the cells of a granule's bytes those that count. (Two cores that do so at once may forget a hazard.)
inline void split(std::atomic<ShadowCell>& whole, std::atomic<ShadowCell>* parts, std::size_t bytes) {
  ShadowCell state = whole.load(std::memory_order_acquire);
  while (state != in_parts) {
    for (std::size_t i = 0; i < bytes; ++i) parts[i].store(state, std::memory_order_relaxed);
    if (whole.compare_exchange_weak(state, in_parts, std::memory_order_acq_rel)) return;
  }
}

}  // namespace cell

// Which instruction wrote each element of global memory last, in a launch that notes it.
class WrittenLines {
 public:
  void note(const LaneAccess& write, const Buffer& buffer);
  // Who wrote last there, in this launch; and who had, before the write that was noted here last. 0: it is not known.
  static Site now_at(std::uintptr_t address);
  Site before(std::uintptr_t address) const;

 private:
  static Site site_of(std::uint64_t writer);

  std::array<std::uint64_t, 16> before_{};  // of the granules of the last write: as many as it may have
  std::uintptr_t first_ = 0;                // where they begin
};

// Which thread of the GPU a block runs on its core at this moment (any number that no other has), and what it wrote
// last, or is about to write. For use by several OS threads.
class RunningThread {
 public:
  static constexpr std::uint64_t none = UINT64_MAX;

  RunningThread();
  ~RunningThread();
  RunningThread(RunningThread&&) = delete;

  void set(std::uint64_t thread) { now_.store(thread, std::memory_order_release); }
  void writes(std::uintptr_t address) { written_.store(address, std::memory_order_release); }
  // Whether a block runs that thread, and it may still be about to write there.
  static bool is_writing(std::uint64_t thread, std::uintptr_t address);

 private:
  std::atomic<std::uint64_t> now_{none};
  std::atomic<std::uintptr_t> written_{0};
};

}  // namespace ladder::emulator
