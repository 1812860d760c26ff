// What `#include <cuda/atomic>` and <cuda/std/atomic> find: cuda::atomic and cuda::atomic_ref. (CUDA C++ Core
// Libraries, "Extended API: Synchronization primitives".)
//
// Each is made of loads, stores and atomics of the emulator, and of fences: a release of some scope is a fence of that
// scope before it, as nvcc makes it; an acquire is an atomic that acquires; a relaxed one orders nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "ladder/emulator/cuda/atomic_functions.hpp"
#include "ladder/emulator/cuda/thread_functions.hpp"

namespace cuda {

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };

namespace std {
enum class memory_order { relaxed, consume, acquire, release, acq_rel, seq_cst };
inline constexpr memory_order memory_order_relaxed = memory_order::relaxed;
inline constexpr memory_order memory_order_consume = memory_order::consume;
inline constexpr memory_order memory_order_acquire = memory_order::acquire;
inline constexpr memory_order memory_order_release = memory_order::release;
inline constexpr memory_order memory_order_acq_rel = memory_order::acq_rel;
inline constexpr memory_order memory_order_seq_cst = memory_order::seq_cst;
}  // namespace std
using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

}  // namespace cuda

namespace ladder::emulator {

constexpr bool acquires(::cuda::memory_order order) {
  return order != ::cuda::memory_order_relaxed && order != ::cuda::memory_order_release;
}
constexpr bool releases(::cuda::memory_order order) {
  return order == ::cuda::memory_order_release || order >= ::cuda::memory_order_acq_rel;
}

LADDER_DEVICE void standard_fence(bool is_needed, ::cuda::thread_scope scope) {
  if (!is_needed || scope == ::cuda::thread_scope_thread || !in_kernel()) return;
  scope == ::cuda::thread_scope_block ? __threadfence_block() : __threadfence();
}

// What the two classes have, of the Type at Self's address().
template <typename Self, typename Type, ::cuda::thread_scope scope>
class StandardAtomic {
  static_assert(sizeof(Type) == 1 || sizeof(Type) == 2 || sizeof(Type) == 4 || sizeof(Type) == 8,
                "the emulator has atomics of 1, 2, 4 and 8 bytes");
  static constexpr bool is_alone = scope == ::cuda::thread_scope_thread;  // nobody else sees what it does
  static constexpr bool is_word = sizeof(Type) >= 4;
  static constexpr bool is_number = std::is_integral_v<Type> && !std::is_same_v<Type, bool>;
  template <typename Of4, typename Of8>
  using BySize = std::conditional_t<sizeof(Type) == 8, Of8, Of4>;
  using Bits = std::conditional_t<is_word, BySize<unsigned, unsigned long long>,
                                  std::conditional_t<sizeof(Type) == 2, unsigned short, unsigned char>>;
  // That CUDA's atomics take.
  using Number =
      std::conditional_t<std::is_signed_v<Type>, BySize<int, long long>, BySize<unsigned, unsigned long long>>;
  using Difference = std::conditional_t<std::is_pointer_v<Type>, std::ptrdiff_t, Type>;
  using Order = ::cuda::memory_order;

  LADDER_DEVICE Type* address() const { return static_cast<const Self&>(*this).address(); }
  template <typename To>
  LADDER_DEVICE To* address_of() const {
    static_cast<void>(&are_made_of<To>);
    return reinterpret_cast<To*>(address());
  }
  static constexpr AtomicOrder manner(Order order) {
    return {scope == ::cuda::thread_scope_block ? Scope::block : Scope::device, acquires(order)};
  }
  LADDER_DEVICE Bits swap_bits(Bits expected, Bits value, Order order) const {
    return atomic_compare_and_swap(address_of<Bits>(), expected, value, manner(order));
  }
  // Where there is no such instruction: a loop of compare-and-swaps, as nvcc makes it.
  template <typename Next>
  LADDER_DEVICE Type update(Order order, Next next) const {
    if constexpr (is_alone) {
      const Type old = *address();
      *address() = next(old);
      return old;
    } else {
      standard_fence(releases(order), scope);
      Bits old = atomic_load(address_of<const Bits>(), manner(Order::relaxed));
      while (true) {
        const Bits found =
            swap_bits(old, cuda::same_bits<Bits>(static_cast<Type>(next(cuda::same_bits<Type>(old)))), order);
        if (found == old) return cuda::same_bits<Type>(old);
        old = found;
      }
    }
  }
  template <Operation operation, typename Next>
  LADDER_DEVICE Type fetch(Type value, Order order, Next next) const {
    constexpr bool is_added = operation == Operation::add && std::is_floating_point_v<Type>;
    if constexpr (is_alone || !is_word || !(is_number || is_added)) {
      return update(order, next);
    } else {
      using Native = std::conditional_t<is_added, Type, Number>;
      standard_fence(releases(order), scope);
      return static_cast<Type>(atomic(operation, address_of<Native>(), static_cast<Native>(value), manner(order)));
    }
  }

 public:
  using value_type = Type;
  static constexpr bool is_always_lock_free = true;
  LADDER_DEVICE bool is_lock_free() const { return true; }

  LADDER_DEVICE Type load(Order order = Order::seq_cst) const {
    if constexpr (is_alone) return *address();
    return cuda::same_bits<Type>(atomic_load(address_of<const Bits>(), manner(order)));
  }
  LADDER_DEVICE void store(Type value, Order order = Order::seq_cst) const {
    if constexpr (is_alone) {
      *address() = value;
    } else {
      standard_fence(releases(order), scope);
      atomic_store(address_of<Bits>(), cuda::same_bits<Bits>(value), manner(order).scope);
    }
  }
  LADDER_DEVICE Type exchange(Type value, Order order = Order::seq_cst) const {
    if constexpr (is_alone || !is_word) {
      return update(order, [=](Type) { return value; });
    } else {
      standard_fence(releases(order), scope);
      return cuda::same_bits<Type>(
          atomic(Operation::exchange, address_of<Bits>(), cuda::same_bits<Bits>(value), manner(order)));
    }
  }
  LADDER_DEVICE bool compare_exchange_strong(Type& expected, Type value, Order success, Order failure) const {
    if constexpr (is_alone) {
      const Type found = *address();
      const bool is_equal = cuda::same_bits<Bits>(found) == cuda::same_bits<Bits>(expected);
      if (is_equal) *address() = value;
      expected = found;
      return is_equal;
    } else {
      standard_fence(releases(success), scope);
      const Bits wanted = cuda::same_bits<Bits>(expected);
      const Bits found = swap_bits(wanted, cuda::same_bits<Bits>(value), acquires(failure) ? Order::acquire : success);
      if (found != wanted) expected = cuda::same_bits<Type>(found);
      return found == wanted;
    }
  }
  LADDER_DEVICE bool compare_exchange_strong(Type& expected, Type value, Order order = Order::seq_cst) const {
    return compare_exchange_strong(expected, value, order, order);
  }
  template <typename... Orders>
  LADDER_DEVICE bool compare_exchange_weak(Type& expected, Type value, Orders... orders) const {
    return compare_exchange_strong(expected, value, orders...);
  }

  LADDER_DEVICE Type fetch_add(Difference value, Order order = Order::seq_cst) const {
    const auto next = [=](Type old) { return static_cast<Type>(old + value); };
    if constexpr (std::is_pointer_v<Type>)
      return update(order, next);
    else
      return fetch<Operation::add>(value, order, next);
  }
  LADDER_DEVICE Type fetch_sub(Difference value, Order order = Order::seq_cst) const {
    return fetch_add(static_cast<Difference>(Difference{} - value), order);
  }
#define LADDER_FETCH(name, operation, next)                                           \
  LADDER_DEVICE Type name(Type value, Order order = Order::seq_cst) const {           \
    return fetch<Operation::operation>(value, order, [=](Type old) { return next; }); \
  }
  LADDER_FETCH(fetch_min, minimum, value < old ? value : old)
  LADDER_FETCH(fetch_max, maximum, old < value ? value : old)
  LADDER_FETCH(fetch_and, bit_and, static_cast<Type>(old& value))
  LADDER_FETCH(fetch_or, bit_or, static_cast<Type>(old | value))
  LADDER_FETCH(fetch_xor, bit_xor, static_cast<Type>(old ^ value))
#undef LADDER_FETCH

  // Until another thread has changed it.
  LADDER_DEVICE void wait(Type old, Order order = Order::seq_cst) const {
    while (cuda::same_bits<Bits>(load(order)) == cuda::same_bits<Bits>(old)) {
    }
  }
  LADDER_DEVICE void notify_one() const {}
  LADDER_DEVICE void notify_all() const {}

  LADDER_DEVICE operator Type() const { return load(); }
  LADDER_DEVICE Type operator++() const { return static_cast<Type>(fetch_add(1) + 1); }
  LADDER_DEVICE Type operator--() const { return static_cast<Type>(fetch_sub(1) - 1); }
  LADDER_DEVICE Type operator++(int) const { return fetch_add(1); }
  LADDER_DEVICE Type operator--(int) const { return fetch_sub(1); }
  LADDER_DEVICE Type operator+=(Difference value) const { return static_cast<Type>(fetch_add(value) + value); }
  LADDER_DEVICE Type operator-=(Difference value) const { return static_cast<Type>(fetch_sub(value) - value); }
  LADDER_DEVICE Type operator&=(Type value) const { return static_cast<Type>(fetch_and(value) & value); }
  LADDER_DEVICE Type operator|=(Type value) const { return static_cast<Type>(fetch_or(value) | value); }
  LADDER_DEVICE Type operator^=(Type value) const { return static_cast<Type>(fetch_xor(value) ^ value); }
};

}  // namespace ladder::emulator

namespace cuda {

template <typename Type, thread_scope scope = thread_scope_system>
class atomic : public ladder::emulator::StandardAtomic<atomic<Type, scope>, Type, scope> {
 public:
#if defined(__clang__)
  constexpr atomic() : value_() {}  // else the first value of a variable of the device is no constant to clang++
#else
  atomic() = default;
#endif
  constexpr atomic(Type value) : value_(value) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;
  LADDER_DEVICE Type operator=(Type value) { return this->store(value), value; }
  LADDER_DEVICE Type* address() const { return const_cast<Type*>(&value_); }

 private:
  Type value_ __attribute__((aligned(sizeof(Type))));
};

template <typename Type, thread_scope scope = thread_scope_system>
class atomic_ref : public ladder::emulator::StandardAtomic<atomic_ref<Type, scope>, Type, scope> {
 public:
  static constexpr ::std::size_t required_alignment = sizeof(Type);
  LADDER_DEVICE explicit atomic_ref(Type& value) : address_(&value) {}
  atomic_ref(const atomic_ref&) = default;
  LADDER_DEVICE Type operator=(Type value) const { return this->store(value), value; }
  LADDER_DEVICE Type* address() const { return address_; }

 private:
  Type* address_;
};

LADDER_DEVICE void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system) {
  ladder::emulator::standard_fence(order != memory_order_relaxed, scope);
}

namespace std {
template <typename Type>
using atomic = ::cuda::atomic<Type>;
template <typename Type>
using atomic_ref = ::cuda::atomic_ref<Type>;
using ::cuda::atomic_thread_fence;

// Of libcu++'s own size.
class atomic_flag {
 public:
  atomic_flag() = default;
  constexpr atomic_flag(bool set) : value_(set) {}
  LADDER_DEVICE bool test(memory_order order = memory_order_seq_cst) const { return value_.load(order) != 0; }
  LADDER_DEVICE bool test_and_set(memory_order order = memory_order_seq_cst) { return value_.exchange(1, order) != 0; }
  LADDER_DEVICE void clear(memory_order order = memory_order_seq_cst) { value_.store(0, order); }
  LADDER_DEVICE void wait(bool old, memory_order order = memory_order_seq_cst) const { value_.wait(old, order); }
  LADDER_DEVICE void notify_one() const {}
  LADDER_DEVICE void notify_all() const {}

 private:
  atomic<int> value_;
};

// atomic_load(pointer), atomic_load_explicit(pointer, order) and the like: the methods, by other names.
#define LADDER_FREE(name, method)                                        \
  template <typename Atomic, typename... Values>                         \
  LADDER_DEVICE auto name(Atomic* object, Values... values) {            \
    return object->method(values...);                                    \
  }                                                                      \
  template <typename Atomic, typename... Values>                         \
  LADDER_DEVICE auto name##_explicit(Atomic* object, Values... values) { \
    return object->method(values...);                                    \
  }
LADDER_FREE(atomic_load, load)
LADDER_FREE(atomic_store, store)
LADDER_FREE(atomic_exchange, exchange)
LADDER_FREE(atomic_fetch_add, fetch_add)
LADDER_FREE(atomic_fetch_sub, fetch_sub)
LADDER_FREE(atomic_fetch_and, fetch_and)
LADDER_FREE(atomic_fetch_or, fetch_or)
LADDER_FREE(atomic_fetch_xor, fetch_xor)
LADDER_FREE(atomic_wait, wait)
LADDER_FREE(atomic_flag_test, test)
LADDER_FREE(atomic_flag_test_and_set, test_and_set)
LADDER_FREE(atomic_flag_clear, clear)
LADDER_FREE(atomic_flag_wait, wait)
#undef LADDER_FREE
#define LADDER_FREE(name, method)                                             \
  template <typename Atomic, typename Type, typename... Values>               \
  LADDER_DEVICE bool name(Atomic* object, Type* expected, Values... values) { \
    return object->method(*expected, values...);                              \
  }
LADDER_FREE(atomic_compare_exchange_strong, compare_exchange_strong)
LADDER_FREE(atomic_compare_exchange_strong_explicit, compare_exchange_strong)
LADDER_FREE(atomic_compare_exchange_weak, compare_exchange_weak)
LADDER_FREE(atomic_compare_exchange_weak_explicit, compare_exchange_weak)
#undef LADDER_FREE
}  // namespace std

}  // namespace cuda
