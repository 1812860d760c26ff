// The functions that instrumented kernels call: once per load or store, before it happens, and once per basic block,
// and once per comparison.
//
// The compiler's -fsanitize=thread and -fsanitize-coverage=trace-pc insert the calls (named in LLVM's tsan_interface.h
// and in Clang's SanitizerCoverage documentation). Kernels are linked without the sanitizers' own libraries: these
// definitions take their place.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "ladder/emulator/block/block.hpp"
#include "ladder/emulator/debuginfo/call_site.hpp"

namespace {

using ladder::emulator::Access;
using ladder::emulator::Accesses;
using ladder::emulator::Block;
using ladder::emulator::LoopIterations;

// Outside a kernel, in host code of the same file, there is nothing to observe, unless somebody asked.
void tell_of_host(const void* address, Access operation, const void* site) {
  if (ladder::emulator::on_host_access != nullptr && Block::current() == nullptr)
    ladder::emulator::on_host_access(address, operation, reinterpret_cast<std::uintptr_t>(site));
}

[[gnu::always_inline]] inline void observe(const void* address, int bytes, Access operation, const void* site) {
  if (Block* block = Block::observed()) {
    block->access(reinterpret_cast<std::uintptr_t>(address), bytes, operation, reinterpret_cast<std::uintptr_t>(site));
  } else {
    tell_of_host(address, operation, site);
  }
}

void observe_volatile(const void* address, int bytes, Access operation, const void* site) {
  if (Block* block = Block::current()) {
    block->access_volatile(reinterpret_cast<std::uintptr_t>(address), bytes, operation,
                           reinterpret_cast<std::uintptr_t>(site));
  } else {
    tell_of_host(address, operation, site);
  }
}

// A copy of a struct, or what may be one: its accesses are as wide as its type is aligned, which the compiler does not
// tell.
void observe_copy(const void* address, std::size_t bytes, Access operation, const void* site) {
  if (Block* block = Block::observed()) {
    block->copy(reinterpret_cast<std::uintptr_t>(address), bytes, operation, reinterpret_cast<std::uintptr_t>(site));
  } else {
    tell_of_host(address, operation, site);
  }
}

[[gnu::always_inline]] inline void compare_with_constant(const void* site) {
  if (LoopIterations* loops = Accesses::loops()) loops->compare_with_constant(reinterpret_cast<std::uintptr_t>(site));
}

[[gnu::always_inline]] inline void compare(std::uint64_t left, std::uint64_t right, const void* site) {
  if (LoopIterations* loops = Accesses::loops()) loops->compare(reinterpret_cast<std::uintptr_t>(site), left, right);
}

void refuse_in_kernel(const void* site) {
  if (Block* block = Block::current())
    block->fail("makes an atomic of the host's, which hides its accesses from the emulator: is it to be atomicAdd()?",
                reinterpret_cast<std::uintptr_t>(site));
}

// What the compiler tells of an index that an array's type does not have (-fsanitize=bounds; UBSan's ubsan_value.h).
struct TypeDescriptor {
  std::uint16_t kind, info;  // of an integer, info: twice the logarithm of its bits, and 1 where it has a sign
  char name[1];              // in quotes
};
struct OutOfBounds {
  const char* file;
  std::uint32_t line, column;
  const TypeDescriptor* array;
  const TypeDescriptor* index;
};

void pass_bound(const OutOfBounds& data, std::uintptr_t index, const void* site) {
  Block* block = Block::observed();
  if (block == nullptr) return;
  const bool has_sign = data.index->info % 2 == 1;
  const unsigned unused = 64 - (1u << (data.index->info >> 1));  // bits
  const auto value =
      has_sign ? static_cast<std::int64_t>(std::uint64_t{index} << unused) >> unused : static_cast<std::int64_t>(index);
  std::string array = data.array->name;  // by clang++: "'float4[3]' (aka 'Vector4<float>[3]')"
  array.erase(array.rfind('\''));
  array.erase(0, array.rfind('\'') + 1);
  const std::size_t extents = array.find('[');
  if (array[extents - 1] != ' ') array.insert(extents, " ");  // as g++ writes it
  block->accesses().pass_bound(array, value, reinterpret_cast<std::uintptr_t>(site));
}

// And of an address that is not aligned as the type of what is accessed there (-fsanitize=alignment; TypeMismatchData).
struct TypeMismatch {
  const char* file;
  std::uint32_t line, column;
  const TypeDescriptor* type;
  unsigned char log_alignment;
  enum : unsigned char { load, store } access;  // or what is none, and accesses nothing yet
};

// Of a function that ends without its return (-fsanitize=return).
[[noreturn]] void miss_return(const void* site) {
  if (Block* block = Block::current())
    block->fail("comes to the end of a function that is to return a value: a return is missing",
                reinterpret_cast<std::uintptr_t>(site));
  __builtin_trap();
}

}  // namespace

extern "C" {
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}

// clang++ calls the unaligned ones for structs of such sizes.
#define LADDER_ACCESSES(bytes)                                                                              \
  void __tsan_read##bytes(void* p) { observe(p, bytes, Access::load, CALLER); }                             \
  void __tsan_write##bytes(void* p) { observe(p, bytes, Access::store, CALLER); }                           \
  void __tsan_unaligned_read##bytes(void* p) { observe_copy(p, bytes, Access::load, CALLER); }              \
  void __tsan_unaligned_write##bytes(void* p) { observe_copy(p, bytes, Access::store, CALLER); }            \
  void __tsan_volatile_read##bytes(void* p) { observe_volatile(p, bytes, Access::load, CALLER); }           \
  void __tsan_volatile_write##bytes(void* p) { observe_volatile(p, bytes, Access::store, CALLER); }         \
  void __tsan_unaligned_volatile_read##bytes(void* p) { observe_volatile(p, bytes, Access::load, CALLER); } \
  void __tsan_unaligned_volatile_write##bytes(void* p) { observe_volatile(p, bytes, Access::store, CALLER); }
LADDER_ACCESSES(1)
LADDER_ACCESSES(2)
LADDER_ACCESSES(4)
LADDER_ACCESSES(8)
LADDER_ACCESSES(16)

// Not inlined: a lane in step, which follows, saves no registers for it.
[[gnu::noinline]] static void enter_basic_block(std::uintptr_t site) {
  if (Block* block = Block::observed()) block->enter_basic_block(site);
}
void __sanitizer_cov_trace_pc() {
  const auto site = reinterpret_cast<std::uintptr_t>(CALLER);
  if (!Accesses::follow(site)) enter_basic_block(site);
}

// Before a comparison with a constant: see LoopIterations.
void __sanitizer_cov_trace_const_cmp1(std::uint8_t, std::uint8_t) { compare_with_constant(CALLER); }
void __sanitizer_cov_trace_const_cmp2(std::uint16_t, std::uint16_t) { compare_with_constant(CALLER); }
void __sanitizer_cov_trace_const_cmp4(std::uint32_t, std::uint32_t) { compare_with_constant(CALLER); }
void __sanitizer_cov_trace_const_cmp8(std::uint64_t, std::uint64_t) { compare_with_constant(CALLER); }
// Before any other.
void __sanitizer_cov_trace_cmp1(std::uint8_t, std::uint8_t) {}
void __sanitizer_cov_trace_cmp2(std::uint16_t, std::uint16_t) {}
void __sanitizer_cov_trace_cmp4(std::uint32_t left, std::uint32_t right) { compare(left, right, CALLER); }
void __sanitizer_cov_trace_cmp8(std::uint64_t left, std::uint64_t right) { compare(left, right, CALLER); }
void __sanitizer_cov_trace_cmpf(float, float) {}
void __sanitizer_cov_trace_cmpd(double, double) {}
void __sanitizer_cov_trace_switch(std::uint64_t, std::uint64_t*) {}

void __ubsan_handle_out_of_bounds(const OutOfBounds* data, std::uintptr_t index) { pass_bound(*data, index, CALLER); }
// For each index, by clang++: see tell_indices.sh.
void ladder_tell_index(const OutOfBounds* data, std::uintptr_t index, std::uintptr_t bound) {
  if (index >= bound) pass_bound(*data, index, CALLER);
}

void __ubsan_handle_missing_return(const void*) { miss_return(CALLER); }

void __ubsan_handle_type_mismatch_v1(const TypeMismatch* data, std::uintptr_t address) {
  Block* block = Block::observed();
  if (block == nullptr || data->access > TypeMismatch::store) return;
  block->accesses().check_alignment(address, 1 << data->log_alignment,
                                    data->access == TypeMismatch::load ? Access::load : Access::store,
                                    reinterpret_cast<std::uintptr_t>(CALLER));
}

void __tsan_read_range(void* p, std::size_t bytes) { observe_copy(p, bytes, Access::load, CALLER); }
void __tsan_write_range(void* p, std::size_t bytes) { observe_copy(p, bytes, Access::store, CALLER); }

// clang++ calls these for copies of structs, and leaves the copying to them. (Its versions before 16 call memcpy and
// the like: see cuda_syntax.hpp.)
#define LADDER_COPY(name)                                              \
  void* __tsan_##name(void* to, const void* from, std::size_t bytes) { \
    observe_copy(from, bytes, Access::load, CALLER);                   \
    observe_copy(to, bytes, Access::store, CALLER);                    \
    return std::name(to, from, bytes);                                 \
  }
LADDER_COPY(memcpy)
LADDER_COPY(memmove)
void* __tsan_memset(void* to, int value, std::size_t bytes) {
  observe_copy(to, bytes, Access::store, CALLER);
  return std::memset(to, value, bytes);
}

// Which table of virtual functions an object has.
void __tsan_vptr_update(void** place, void*) { observe(place, sizeof *place, Access::store, CALLER); }
void __tsan_vptr_read(void** place) { observe(place, sizeof *place, Access::load, CALLER); }

// What the sanitizer makes of std::atomic and of static variables in functions
// (LLVM's tsan_interface_atomic.h): host code of a whole program has them. They do what they are called, and nothing is
// observed; so no kernel may have them.
void __tsan_atomic_thread_fence(int) { std::atomic_thread_fence(std::memory_order_seq_cst); }
void __tsan_atomic_signal_fence(int) { std::atomic_signal_fence(std::memory_order_seq_cst); }

// The strictest order does for every one that is asked for.
#define LADDER_OF_HOST(operation, ...) (refuse_in_kernel(CALLER), __atomic_##operation(__VA_ARGS__, __ATOMIC_SEQ_CST))
#define LADDER_READ_MODIFY_WRITE(bits, type, name) \
  type __tsan_atomic##bits##_fetch_##name(volatile type* a, type v, int) { return LADDER_OF_HOST(fetch_##name, a, v); }
#define LADDER_ATOMICS(bits, type)                                                                                \
  type __tsan_atomic##bits##_load(const volatile type* a, int) { return LADDER_OF_HOST(load_n, a); }              \
  void __tsan_atomic##bits##_store(volatile type* a, type v, int) { LADDER_OF_HOST(store_n, a, v); }              \
  type __tsan_atomic##bits##_exchange(volatile type* a, type v, int) { return LADDER_OF_HOST(exchange_n, a, v); } \
  LADDER_READ_MODIFY_WRITE(bits, type, add)                                                                       \
  LADDER_READ_MODIFY_WRITE(bits, type, sub)                                                                       \
  LADDER_READ_MODIFY_WRITE(bits, type, and)                                                                       \
  LADDER_READ_MODIFY_WRITE(bits, type, or)                                                                        \
  LADDER_READ_MODIFY_WRITE(bits, type, xor)                                                                       \
  LADDER_READ_MODIFY_WRITE(bits, type, nand)                                                                      \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile type* a, type* expected, type v, int, int) {         \
    return LADDER_OF_HOST(compare_exchange_n, a, expected, v, false, __ATOMIC_SEQ_CST);                           \
  }                                                                                                               \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile type* a, type* expected, type v, int, int) {           \
    return LADDER_OF_HOST(compare_exchange_n, a, expected, v, true, __ATOMIC_SEQ_CST);                            \
  }                                                                                                               \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type* a, type expected, type v, int, int) {            \
    LADDER_OF_HOST(compare_exchange_n, a, &expected, v, false, __ATOMIC_SEQ_CST);                                 \
    return expected;                                                                                              \
  }
LADDER_ATOMICS(8, std::uint8_t)
LADDER_ATOMICS(16, std::uint16_t)
LADDER_ATOMICS(32, std::uint32_t)
LADDER_ATOMICS(64, std::uint64_t)
}
