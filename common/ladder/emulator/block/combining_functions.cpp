// Atomics; and shuffles, votes, matches and reductions of a warp. Compiled without instrumentation, as
// device_functions.cpp is.
#include <algorithm>
#include <array>
#include <type_traits>

#include "ladder/emulator/block/block.hpp"
#include "ladder/emulator/cuda/atomic_functions.hpp"
#include "ladder/emulator/cuda/small_float2.hpp"
#include "ladder/emulator/cuda/warp_functions.hpp"
#include "ladder/emulator/debuginfo/call_site.hpp"

namespace ladder::emulator {
namespace {

// What an atomic makes of the old value and its own, and a reduction of the values of two lanes.
template <typename T>
T apply(Operation operation, T old, T value) {
  if constexpr (std::is_integral_v<T>) {
    using Bits = std::make_unsigned_t<T>;
    if (operation == Operation::add) return static_cast<T>(static_cast<Bits>(old) + static_cast<Bits>(value));
  }
  switch (operation) {
    case Operation::add: return old + value;
    case Operation::exchange: return value;
    case Operation::minimum: return std::min(old, value);
    case Operation::maximum: return std::max(old, value);
    case Operation::increment: return old >= value ? T{0} : old + T{1};
    case Operation::decrement: return old == T{0} || old > value ? value : old - T{1};
    default: break;
  }
  if constexpr (std::is_integral_v<T>) {
    if (operation == Operation::bit_and) return old & value;
    if (operation == Operation::bit_or) return old | value;
    return old ^ value;
  }
  return old;  // CUDA has no bit operations on floating-point values
}

// Numbers of 16 bits, and pairs of them, are only added.
template <template <typename> typename Small, typename Format>
Small<Format> apply(Operation, Small<Format> old, Small<Format> value) {
  return old + value;
}

// T's bits as an integer of its size, in one atomic step: other blocks run on other cores.
template <typename T>
using BitsOf = std::conditional_t<
    sizeof(T) == 8, std::uint64_t,
    std::conditional_t<sizeof(T) == 4, std::uint32_t, std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint8_t>>>;

template <typename T, typename Update>
T update_in_one_piece(T* address, const Update& update) {
  auto* bits = reinterpret_cast<BitsOf<T>*>(address);
  BitsOf<T> old = __atomic_load_n(bits, __ATOMIC_RELAXED);
  while (true) {
    const auto next = cuda::same_bits<BitsOf<T>>(update(cuda::same_bits<T>(old)));
    if (__atomic_compare_exchange_n(bits, &old, next, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
      return cuda::same_bits<T>(old);
    }
  }
}

// What nvcc makes of an atomic on shared memory: instructions there are for integers of 4 bytes, and to exchange.
template <typename T>
SharedAtomic in_shared(Operation operation) {
  const bool native = operation == Operation::exchange || (std::is_integral_v<T> && sizeof(T) == 4);
  return native ? SharedAtomic::native : SharedAtomic::loop;
}

// The kernel's atomic at that site; or the host's, of cuda::atomic, which nobody sees.
template <typename T, typename Update>
T observed_update(T* address, SharedAtomic in_shared, AtomicOrder order, std::uintptr_t site, std::uint64_t operands,
                  Swap swap, const Update& update) {
  Block* const block = Block::current();
  if (block == nullptr) return update_in_one_piece(address, update);
  return block->atomic(reinterpret_cast<std::uintptr_t>(address), sizeof(T), in_shared, order, site, operands, swap,
                       [&] { return update_in_one_piece(address, update); });
}

constinit bool some_are_made = false;

Swap swap_of(Operation operation) {
  switch (operation) {
    case Operation::exchange: return Swap::overwrites;
    case Operation::minimum:
    case Operation::maximum: return Swap::tests;
    default: return Swap::none;
  }
}

template <typename T>
std::uint64_t combine(Operation operation, std::uint64_t a, std::uint64_t b) {
  return as_bits(apply(operation, static_cast<T>(a), static_cast<T>(b)));
}

}  // namespace

bool atomics_are_made() noexcept { return some_are_made; }
bool note_atomics() noexcept { return some_are_made = true; }

// Whether integers compare these bits in another order than floats. Of two negative numbers signed ones do, and
// unsigned ones of a positive one and a negative that was there. (For a negative value people who know take unsigned
// ones, and the other operation.)
template <typename T>
bool reverses_floats(T old, T value) {
  using Number = std::make_signed_t<T>;
  const bool old_is_negative = static_cast<Number>(old) < 0, value_is_negative = static_cast<Number>(value) < 0;
  return old_is_negative && value_is_negative == std::is_signed_v<T> && old != value;
}

template <typename T>
T atomic(Operation operation, T* address, T value, AtomicOrder order) {
  const T old = observed_update(address, in_shared<T>(operation), order, SITE, as_bits(value), swap_of(operation),
                                [=](T old) { return apply(operation, old, value); });
  if constexpr (std::is_integral_v<T>) {
    if (Block* const block = Block::observed();
        block != nullptr && revalidates(swap_of(operation)) && reverses_floats(old, value)) {
      using Float = std::conditional_t<sizeof(T) == 8, double, float>;
      block->note_order_of_bits(reinterpret_cast<std::uintptr_t>(address), cuda::same_bits<Float>(old),
                                cuda::same_bits<Float>(value), SITE);
    }
  }
  return old;
}

template <typename T>
T atomic_compare_and_swap(T* address, T expected, T value, AtomicOrder order) {
  const std::uint64_t operands = as_bits(expected) * 0x9e3779b97f4a7c15u + as_bits(value);
  return observed_update(address, SharedAtomic::compare_and_swap, order, SITE, operands, Swap::compares, [=](T old) {
    return cuda::same_bits<BitsOf<T>>(old) == cuda::same_bits<BitsOf<T>>(expected) ? value : old;
  });
}

template <typename T>
T atomic_add_parts(T* address, T value, AtomicOrder order) {
  using Parts = std::array<float, sizeof(T) / sizeof(float)>;
  const auto parts = cuda::same_bits<Parts>(value);
  Parts old{};
  Block& block = *Block::current();
  if (block.is_shared(reinterpret_cast<std::uintptr_t>(address))) {
    block.fail("calls atomicAdd() of float2 or float4 in shared memory: it is there for global memory alone", SITE);
  }
  block.atomic(reinterpret_cast<std::uintptr_t>(address), sizeof(T), SharedAtomic::native, order, SITE,
               as_bits(parts[0]), Swap::none, [&] {
                 for (std::size_t i = 0; i < parts.size(); ++i) {
                   old[i] = update_in_one_piece(reinterpret_cast<float*>(address) + i,
                                                [&](float before) { return before + parts[i]; });
                 }
                 return as_bits(old[0]);
               });
  return cuda::same_bits<T>(old);
}

template <typename Bits>
Bits atomic_load(const Bits* address, AtomicOrder order) {
  const auto load = [=] { return __atomic_load_n(address, __ATOMIC_SEQ_CST); };
  Block* const block = Block::current();
  return block == nullptr
             ? load()
             : block->load_in_one_piece(reinterpret_cast<std::uintptr_t>(address), sizeof(Bits), order, SITE, load);
}

template <typename Bits>
void atomic_store(Bits* address, Bits value, Scope scope) {
  const auto store = [=] { __atomic_store_n(address, value, __ATOMIC_SEQ_CST); };
  Block* const block = Block::current();
  if (block == nullptr) return store();
  block->store_in_one_piece(reinterpret_cast<std::uintptr_t>(address), sizeof(Bits), scope, SITE, store);
}

#define LADDER_ONE_PIECE(Bits)                         \
  template Bits atomic_load(const Bits*, AtomicOrder); \
  template void atomic_store(Bits*, Bits, Scope);      \
  template Bits atomic_compare_and_swap(Bits*, Bits, Bits, AtomicOrder);
LADDER_ONE_PIECE(unsigned char)
LADDER_ONE_PIECE(unsigned short)
LADDER_ONE_PIECE(unsigned)
LADDER_ONE_PIECE(unsigned long long)
#undef LADDER_ONE_PIECE
#define LADDER_ATOMIC(T) template T atomic(Operation, T*, T, AtomicOrder);
LADDER_ATOMIC(int)
LADDER_ATOMIC(unsigned)
LADDER_ATOMIC(long long)
LADDER_ATOMIC(unsigned long long)
LADDER_ATOMIC(float)
LADDER_ATOMIC(double)
LADDER_ATOMIC(cuda::SmallFloat<cuda::HalfFormat>)
LADDER_ATOMIC(cuda::SmallFloat<cuda::Bfloat16Format>)
LADDER_ATOMIC(cuda::SmallFloat2<cuda::HalfFormat>)
LADDER_ATOMIC(cuda::SmallFloat2<cuda::Bfloat16Format>)
#undef LADDER_ATOMIC
template int atomic_compare_and_swap(int*, int, int, AtomicOrder);
template float2 atomic_add_parts(float2*, float2, AtomicOrder);
template float4 atomic_add_parts(float4*, float4, AtomicOrder);

unsigned lane_of_this_thread() noexcept { return Block::current()->lane(); }

std::uint64_t exchange(const char* function, std::uint32_t mask, std::uint64_t value, int source) {
  return Block::current()->exchange({function, mask, false, value, source}, SITE);
}

template <typename T>
T reduce_lanes(const char* function, std::uint32_t mask, Operation operation, T value) {
  return static_cast<T>(Block::current()->exchange(
      {function, mask, false, as_bits(value), OfAll::combined, operation, combine<T>}, SITE));
}
template int reduce_lanes(const char*, std::uint32_t, Operation, int);
template unsigned reduce_lanes(const char*, std::uint32_t, Operation, unsigned);

}  // namespace ladder::emulator

static_assert(warpSize == ladder::emulator::warp_lanes);

unsigned __activemask() { return ladder::emulator::Block::current()->meet(SITE); }
