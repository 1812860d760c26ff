// What -fsanitize=thread makes of std::atomic, of static variables in functions, and of objects with virtual functions
// (LLVM's tsan_interface_atomic.h): host code of a whole program has them. They do what they are called, and nothing is
// observed.
#include <atomic>
#include <cstdint>

extern "C" {
void __tsan_vptr_update(void** place, void* value) { static_cast<void>(place), static_cast<void>(value); }
void __tsan_vptr_read(void** place) { static_cast<void>(place); }

void __tsan_atomic_thread_fence(int) { std::atomic_thread_fence(std::memory_order_seq_cst); }
void __tsan_atomic_signal_fence(int) { std::atomic_signal_fence(std::memory_order_seq_cst); }

// The strictest order does for every one that is asked for.
#define LADDER_READ_MODIFY_WRITE(bits, type, name)                         \
  type __tsan_atomic##bits##_fetch_##name(volatile type* a, type v, int) { \
    return __atomic_fetch_##name(a, v, __ATOMIC_SEQ_CST);                  \
  }
#define LADDER_ATOMICS(bits, type)                                                                              \
  type __tsan_atomic##bits##_load(const volatile type* a, int) { return __atomic_load_n(a, __ATOMIC_SEQ_CST); } \
  void __tsan_atomic##bits##_store(volatile type* a, type v, int) { __atomic_store_n(a, v, __ATOMIC_SEQ_CST); } \
  type __tsan_atomic##bits##_exchange(volatile type* a, type v, int) {                                          \
    return __atomic_exchange_n(a, v, __ATOMIC_SEQ_CST);                                                         \
  }                                                                                                             \
  LADDER_READ_MODIFY_WRITE(bits, type, add)                                                                     \
  LADDER_READ_MODIFY_WRITE(bits, type, sub)                                                                     \
  LADDER_READ_MODIFY_WRITE(bits, type, and)                                                                     \
  LADDER_READ_MODIFY_WRITE(bits, type, or)                                                                      \
  LADDER_READ_MODIFY_WRITE(bits, type, xor)                                                                     \
  LADDER_READ_MODIFY_WRITE(bits, type, nand)                                                                    \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile type* a, type* expected, type v, int, int) {       \
    return __atomic_compare_exchange_n(a, expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);              \
  }                                                                                                             \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile type* a, type* expected, type v, int, int) {         \
    return __atomic_compare_exchange_n(a, expected, v, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);               \
  }                                                                                                             \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type* a, type expected, type v, int, int) {          \
    __atomic_compare_exchange_n(a, &expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                    \
    return expected;                                                                                            \
  }
LADDER_ATOMICS(8, std::uint8_t)
LADDER_ATOMICS(16, std::uint16_t)
LADDER_ATOMICS(32, std::uint32_t)
LADDER_ATOMICS(64, std::uint64_t)
}
