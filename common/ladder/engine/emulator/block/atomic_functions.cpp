// Atomics. Compiled without instrumentation, as device_functions.cpp is.
#include "ladder/engine/emulator/language/atomic_functions.hpp"

#include <type_traits>

#include "ladder/engine/emulator/block/block.hpp"
#include "ladder/engine/emulator/block/operations.hpp"

#define SITE reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

namespace ladder::emulator {
namespace {

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
SharedAtomic in_shared(Operation operation) {
  const bool native = operation == Operation::exchange || (std::is_integral_v<T> && sizeof(T) == 4);
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
T atomic(Operation operation, T* address, T value) {
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

template int atomic(Operation, int*, int);
template unsigned atomic(Operation, unsigned*, unsigned);
template unsigned long long atomic(Operation, unsigned long long*, unsigned long long);
template float atomic(Operation, float*, float);
template double atomic(Operation, double*, double);
#define LADDER_ADD(T) template T atomic(Operation, T*, T);
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
