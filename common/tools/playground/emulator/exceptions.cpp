// Exceptions in WebAssembly: what the toolchain's libc++abi leaves out. Names, tables and layouts are those of the
// Itanium C++ ABI, "Exception Handling"; what clang calls, and that a landing pad has a number here, is in LLVM's
// WasmEHPrepare.cpp.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <new>
#include <typeinfo>

namespace __cxxabiv1 {

// As libc++abi declares it: the types that a catch names are of classes derived from this.
class __shim_type_info : public std::type_info {
 public:
  ~__shim_type_info() override;
  virtual void noop1() const;
  virtual void noop2() const;
  virtual bool can_catch(const __shim_type_info* thrown, void*& object) const = 0;
};

}  // namespace __cxxabiv1

asm(".globl __cpp_exception\n.tagtype __cpp_exception i32\n__cpp_exception:\n");

namespace {

// Lies before the object that is thrown.
struct alignas(16) Thrown {
  const std::type_info* type;
  void* (*destroy)(void*);  // in WebAssembly, destructors return the object
  void* caught;             // the object as the catch sees it: a base class of it
  Thrown* outer;            // that is being handled, too
  int handlers;             // negative: it is thrown again
  void* object() { return this + 1; }
};

Thrown* handled = nullptr;

std::uint32_t unsigned_number(const std::uint8_t*& at) {
  std::uint32_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    value |= static_cast<std::uint32_t>(*at & 127) << shift;
    if (*at++ < 128) return value;
  }
}
std::int32_t signed_number(const std::uint8_t*& at) {
  std::int32_t value = 0;
  for (unsigned shift = 0;;) {
    const std::uint8_t byte = *at++;
    value |= static_cast<std::int32_t>(byte & 127) << shift;
    shift += 7;
    if (byte < 128) return (byte & 64) != 0 && shift < 32 ? value - (1 << shift) : value;
  }
}

}  // namespace

extern "C" {

// Which landing pad has the exception, its function's table, and, as the answer, which of its catches takes it.
struct {
  std::uint32_t pad;
  const std::uint8_t* table;
  std::uint32_t selector;
} __wasm_lpad_context;

int _Unwind_CallPersonality(Thrown* thrown) {
  constexpr std::uint8_t omitted = 0xff;
  const std::uint8_t* at = __wasm_lpad_context.table;
  __wasm_lpad_context.selector = 0;
  if (*at++ != omitted) std::abort();  // landing pads have numbers, and no addresses
  const std::uint8_t* types = nullptr;
  if (*at++ != omitted) {
    const std::uint32_t offset = unsigned_number(at);
    types = at + offset;
  }
  ++at;
  const std::uint32_t bytes = unsigned_number(at);
  const std::uint8_t* const actions = at + bytes;
  std::uint32_t action = 0;
  for (std::uint32_t pad = 0; pad <= __wasm_lpad_context.pad; ++pad) unsigned_number(at), action = unsigned_number(at);
  if (action == 0) return 0;
  for (at = actions + action - 1;;) {
    const std::int32_t type = signed_number(at);
    if (type > 0) {
      const auto* const wanted = reinterpret_cast<const __cxxabiv1::__shim_type_info* const*>(types)[-type];
      thrown->caught = thrown->object();
      if (wanted == nullptr ||
          wanted->can_catch(static_cast<const __cxxabiv1::__shim_type_info*>(thrown->type), thrown->caught)) {
        __wasm_lpad_context.selector = static_cast<std::uint32_t>(type);
        return 0;
      }
    }
    const std::uint8_t* const from = at;
    const std::int32_t next = signed_number(at);
    if (next == 0) return 0;
    at = from + next;
  }
}

void* __cxa_allocate_exception(std::size_t bytes) {
  void* const memory = std::malloc(sizeof(Thrown) + bytes);
  if (memory == nullptr) std::terminate();
  return (new (memory) Thrown{})->object();
}
void __cxa_free_exception(void* object) { std::free(static_cast<Thrown*>(object) - 1); }

[[noreturn]] void __cxa_throw(void* object, std::type_info* type, void* (*destroy)(void*)) {
  Thrown* const thrown = static_cast<Thrown*>(object) - 1;
  thrown->type = type;
  thrown->destroy = destroy;
  thrown->caught = object;
  __builtin_wasm_throw(0, thrown);
}

void* __cxa_get_exception_ptr(Thrown* thrown) { return thrown->caught; }

void* __cxa_begin_catch(Thrown* thrown) {
  thrown->handlers = std::abs(thrown->handlers) + 1;
  if (handled != thrown) {
    thrown->outer = handled;
    handled = thrown;
  }
  return thrown->caught;
}

void __cxa_end_catch() {
  Thrown* const thrown = handled;
  if (thrown->handlers < 0) {
    if (++thrown->handlers == 0) handled = thrown->outer;
    return;
  }
  if (--thrown->handlers > 0) return;
  handled = thrown->outer;
  if (thrown->destroy != nullptr) thrown->destroy(thrown->object());
  std::free(thrown);
}

[[noreturn]] void __cxa_rethrow() {
  if (handled == nullptr) std::terminate();
  handled->handlers = -handled->handlers;
  __builtin_wasm_throw(0, handled);
}

}  // extern "C"
