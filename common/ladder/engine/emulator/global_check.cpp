#include "ladder/engine/emulator/global_check.hpp"

#include <bit>

namespace ladder::emulator {
namespace {

// What a cell says of a write, from the top: block + 1 (32 bits), thread (10), barriers passed (10), warp time (10),
// whether it was an atomic (1), one spare bit. Block + 1 keeps it apart from the two states of before the launch. The
// two times wrap, which can only forget a hazard: of two that lie 2^10 barriers apart.
constexpr int time_bits = 10, thread_bits = std::bit_width(most_threads - 1);
constexpr int warp_time_at = 2, barriers_at = warp_time_at + time_bits, thread_at = barriers_at + time_bits,
              block_at = thread_at + thread_bits;
static_assert(block_at <= 32, "the index of a block takes what is left of 64 bits");

constexpr unsigned field(Cell cell, int at, int bits) { return static_cast<unsigned>(cell >> at) & ((1u << bits) - 1); }

constexpr Cell written_by(const Running& running) {
  constexpr std::uint32_t times = (1u << time_bits) - 1;
  return (running.block + 1) << block_at | static_cast<Cell>(running.thread) << thread_at |
         static_cast<Cell>(running.barriers & times) << barriers_at |
         static_cast<Cell>(running.warp_time & times) << warp_time_at;
}
std::uint64_t block_of(Cell cell) { return (cell >> block_at) - 1; }
unsigned thread_of(Cell cell) { return field(cell, thread_at, thread_bits); }
unsigned barriers_of(Cell cell) { return field(cell, barriers_at, time_bits); }
unsigned warp_time_of(Cell cell) { return field(cell, warp_time_at, time_bits); }

// Two threads of one block, with no barrier between, and in one warp no __syncwarp() either.
bool unordered_in_block(Cell before, Cell now) {
  if (block_of(before) != block_of(now) || thread_of(before) == thread_of(now)) return false;
  if (barriers_of(before) != barriers_of(now)) return false;
  return warp_of(thread_of(before)) != warp_of(thread_of(now)) || warp_time_of(before) == warp_time_of(now);
}

// Two writes of one element, with nothing to say which comes last.
bool writes_collide(Cell before, Cell now, bool both_atomic) {
  if (before <= written_before_the_launch || both_atomic) return false;
  return block_of(before) != block_of(now) || unordered_in_block(before, now);
}

// A read of what another thread of the block has just written. (What another block wrote may be known to be there, by
// way of an atomic counter and __threadfence(): that is not judged.)
bool read_collides(Cell before, Cell now) {
  return before > written_before_the_launch && unordered_in_block(before, now);
}

}  // namespace

void GlobalCheck::begin_thread(const Running& running) { this_thread_ = written_by(running); }

// The cell, of which `before` is known already, and those after it.
void GlobalCheck::check(Cell before, std::atomic<Cell>* cell, std::atomic<Cell>* last, std::uintptr_t address,
                        Access operation, Site site) {
  const auto operation_of = [](Cell c) {
    return (c & atomic_bit(Access::atomic)) != 0 ? Access::atomic : Access::store;
  };
  const auto report = [&](HazardKind kind, const Actor& other) {
    const Actor actor{block_of(this_thread_), thread_of(this_thread_), site, operation};
    if (!hazards_.count(kind, actor, other)) return;
    hazards_.keep({kind, actor, other, GlobalMemory::instance().name_of(address), {}});
  };
  const auto writer = [&](Cell c) { return Actor{block_of(c), thread_of(c), 0, operation_of(c)}; };
  while (true) {
    if (operation != Access::store && before == never_written) report(HazardKind::uninitialized_read, {});
    if (operation == Access::load) {
      if (read_collides(before, this_thread_)) report(HazardKind::race, writer(before));
    } else {
      const bool both_atomic = operation == Access::atomic && operation_of(before) == Access::atomic;
      if (writes_collide(before, this_thread_, both_atomic)) report(HazardKind::written_twice, writer(before));
    }
    if (cell++ == last) return;
    before = visit(*cell, operation);
  }
}

}  // namespace ladder::emulator
