// Shuffles, votes, matches and reductions of a warp. Compiled without instrumentation, as device_functions.cpp is.
#include "ladder/engine/emulator/language/warp_functions.hpp"

#include "ladder/engine/emulator/block/block.hpp"
#include "ladder/engine/emulator/block/operations.hpp"
#include "ladder/engine/emulator/executable/call_site.hpp"

using ladder::emulator::Block;

static_assert(warpSize == ladder::emulator::warp_lanes);

unsigned __activemask() { return Block::current()->meet(SITE); }

namespace ladder::emulator {

unsigned lane_of_this_thread() noexcept { return Block::current()->lane(); }

std::uint64_t exchange_with_lane(const char* function, std::uint32_t mask, std::uint64_t value, int source_lane) {
  return Block::current()->exchange({function, mask, false, value, source_lane}, SITE);
}

// Each lane gets what is made of the values of all: one exchange.

std::uint32_t ballot(const char* function, std::uint32_t mask, bool vote) {
  return static_cast<std::uint32_t>(
      Block::current()->exchange({function, mask, false, vote, Exchange::all_votes}, SITE));
}

std::uint32_t match_any(const char* function, std::uint32_t mask, std::uint64_t value) {
  return static_cast<std::uint32_t>(Block::current()->exchange({function, mask, false, value, Exchange::alike}, SITE));
}

std::uint32_t match_all(const char* function, std::uint32_t mask, std::uint64_t value) {
  return static_cast<std::uint32_t>(
      Block::current()->exchange({function, mask, false, value, Exchange::all_alike}, SITE));
}

namespace {

template <typename T, Operation operation>
std::uint64_t combine(std::uint64_t a, std::uint64_t b) {
  return bits_of(apply(operation, static_cast<T>(a), static_cast<T>(b)));
}

template <typename T>
Exchange::Combine* combination(Operation operation) {
  switch (operation) {
    case Operation::add: return combine<T, Operation::add>;
    case Operation::minimum: return combine<T, Operation::minimum>;
    case Operation::maximum: return combine<T, Operation::maximum>;
    case Operation::bit_and: return combine<T, Operation::bit_and>;
    case Operation::bit_or: return combine<T, Operation::bit_or>;
    default: return combine<T, Operation::bit_xor>;
  }
}

}  // namespace

template <typename T>
T reduce_lanes(const char* function, std::uint32_t mask, Operation operation, T value) {
  return static_cast<T>(Block::current()->exchange(
      {function, mask, false, bits_of(value), Exchange::combined, combination<T>(operation)}, SITE));
}
template int reduce_lanes(const char*, std::uint32_t, Operation, int);
template unsigned reduce_lanes(const char*, std::uint32_t, Operation, unsigned);

}  // namespace ladder::emulator
