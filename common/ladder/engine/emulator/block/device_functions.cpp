// What CUDA's device functions do on the emulator. Compiled without instrumentation: the emulator is told of each
// access here, under the address of the kernel's instruction that called.
#include "ladder/engine/emulator/language/device_functions.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#include "ladder/engine/emulator/block/block.hpp"
#include "ladder/engine/emulator/language/small_float2.hpp"

#define SITE reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

using ladder::emulator::Block;

static_assert(warpSize == ladder::emulator::warp_lanes);

void __syncthreads() { Block::current()->barrier(false, SITE); }

void __syncwarp(unsigned mask) { Block::current()->exchange({"__syncwarp()", mask, true}, SITE); }

void __threadfence() {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  Block::current()->fence(SITE);
}

// Within a block, barriers are what orders: it costs time, and counts as a fence of none.
void __threadfence_block() {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  Block::current()->note_fence(SITE);
}

namespace ladder::emulator {

unsigned special_register(Register name, int axis) noexcept {
  const dim3& value = Block::current()->special_register(name, axis);
  return axis == 0 ? value.x : axis == 1 ? value.y : value.z;
}

unsigned lane_of_this_thread() noexcept { return Block::current()->lane(); }

std::uint64_t exchange_with_lane(const char* function, std::uint32_t mask, std::uint64_t value, int source_lane) {
  return Block::current()->exchange({function, mask, false, value, source_lane}, SITE);
}

// Every lane takes the votes in its turn: one from each lane of the mask, as one exchange of all.
std::uint32_t ballot(const char* function, std::uint32_t mask, bool vote) {
  return static_cast<std::uint32_t>(
      Block::current()->exchange({function, mask, false, vote, Exchange::all_votes}, SITE));
}

unsigned barrier_with_votes(bool vote) { return Block::current()->barrier(vote, SITE); }

void fail_assertion(const char* condition) {
  if (Block* block = Block::current()) block->fail(fmt::format("finds that assert({}) does not hold", condition), SITE);
  std::abort();  // in host code of the same file
}

namespace {

// The system reads the text for us, and says where it cannot.
bool is_readable_text(std::uintptr_t text) {
  return access(reinterpret_cast<const char*>(text), F_OK) == 0 || errno != EFAULT;
}

}  // namespace

// A conversion is %, flags and numbers, a length and a letter; each * takes an argument too. (C17, 7.21.6.1.)
void check_printed(const char* format, const std::uintptr_t* pointers, int count) {
  Block* block = Block::current();
  if (block == nullptr) return;
  if (!is_readable_text(reinterpret_cast<std::uintptr_t>(format))) {
    block->fail("calls printf() with a format that is no text", SITE);
  }
  int argument = 0;
  for (const char* at = std::strchr(format, '%'); at != nullptr; at = std::strchr(at + 1, '%')) {
    const char* letter = at + 1;
    for (; *letter != '\0' && std::strchr("-+ #0123456789.*hlLqjzt", *letter) != nullptr; ++letter) {
      argument += *letter == '*' ? 1 : 0;
    }
    at = letter;
    if (*at == '\0') return;
    if (*at == '%') continue;
    if (*at == 's' && argument < count && !is_readable_text(pointers[argument])) {
      block->fail(fmt::format("prints %s of {:#x}, which is no text that can be read", pointers[argument]), SITE);
    }
    ++argument;
  }
}

namespace {

template <typename T>
T apply(Atomic operation, T old, T value) {
  switch (operation) {
    case Atomic::add: return old + value;
    case Atomic::exchange: return value;
    case Atomic::minimum: return std::min(old, value);
    case Atomic::maximum: return std::max(old, value);
    case Atomic::increment: return old >= value ? T{0} : old + T{1};
    case Atomic::decrement: return old == T{0} || old > value ? value : old - T{1};
    default: break;
  }
  if constexpr (std::is_integral_v<T>) {
    if (operation == Atomic::bit_and) return old & value;
    if (operation == Atomic::bit_or) return old | value;
    return old ^ value;
  }
  return old;  // CUDA has no bit operations on floating-point values
}

// Numbers of 16 bits, and pairs of them, are only added.
template <template <typename> typename Small, typename Format>
Small<Format> apply(Atomic, Small<Format> old, Small<Format> value) {
  return old + value;
}

// T's bits as an integer of its size, in one atomic step: other blocks run on other cores.
template <typename T>
using BitsOf =
    std::conditional_t<sizeof(T) == 8, std::uint64_t, std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint16_t>>;

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
SharedAtomic in_shared(Atomic operation) {
  const bool native = operation == Atomic::exchange || (std::is_integral_v<T> && sizeof(T) == 4);
  return native ? SharedAtomic::native : SharedAtomic::loop;
}

// The kernel's atomic at that site.
template <typename T, typename Update>
T observed_update(T* address, SharedAtomic in_shared, std::uintptr_t site, std::uint64_t operands,
                  const Update& update) {
  return Block::current()->atomic(reinterpret_cast<std::uintptr_t>(address), sizeof(T), in_shared, site, operands,
                                  [&] { return update_in_one_piece(address, update); });
}

}  // namespace

template <typename T>
T atomic(Atomic operation, T* address, T value) {
  return observed_update(address, in_shared<T>(operation), SITE, bits_of(value),
                         [=](T old) { return apply(operation, old, value); });
}

template <typename T>
T atomic_compare_and_swap(T* address, T expected, T value) {
  const std::uint64_t operands = bits_of(expected) * 0x9e3779b97f4a7c15u + bits_of(value);
  return observed_update(address, SharedAtomic::compare_and_swap, SITE, operands, [=](T old) {
    return cuda::same_bits<BitsOf<T>>(old) == cuda::same_bits<BitsOf<T>>(expected) ? value : old;
  });
}

template int atomic(Atomic, int*, int);
template unsigned atomic(Atomic, unsigned*, unsigned);
template unsigned long long atomic(Atomic, unsigned long long*, unsigned long long);
template float atomic(Atomic, float*, float);
template double atomic(Atomic, double*, double);
#define LADDER_ADD(T) template T atomic(Atomic, T*, T);
LADDER_ADD(cuda::SmallFloat<cuda::HalfFormat>)
LADDER_ADD(cuda::SmallFloat<cuda::Bfloat16Format>)
LADDER_ADD(cuda::SmallFloat2<cuda::HalfFormat>)
LADDER_ADD(cuda::SmallFloat2<cuda::Bfloat16Format>)
#undef LADDER_ADD
template unsigned short atomic_compare_and_swap(unsigned short*, unsigned short, unsigned short);
template int atomic_compare_and_swap(int*, int, int);
template unsigned atomic_compare_and_swap(unsigned*, unsigned, unsigned);
template unsigned long long atomic_compare_and_swap(unsigned long long*, unsigned long long, unsigned long long);

}  // namespace ladder::emulator
