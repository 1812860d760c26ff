// A kernel with its arguments, as the emulator calls it in every thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "ladder/emulator/cuda/special_registers.hpp"

namespace ladder::emulator {

// An argument of a kernel that is a pointer: where it points, and the size of what it points to; of a struct also its
// alignment; whether it is a float or a double. Null for others.
struct PointerArgument {
  const void* address = nullptr;
  std::size_t element_bytes = 0;
  std::size_t struct_alignment = 0;
  bool is_of_floats = false;
  bool is_const = false;  // the kernel does not write there, if it keeps what it says
};

template <typename Parameter>
PointerArgument pointer_argument(const Parameter& argument) {
  if constexpr (std::is_pointer_v<Parameter>) {
    using Element = std::remove_pointer_t<Parameter>;
    if constexpr (std::is_object_v<Element>) {
      constexpr bool is_struct = std::is_class_v<Element> || std::is_union_v<Element>;
      return {const_cast<const void*>(static_cast<const volatile void*>(argument)), sizeof(Element),
              is_struct ? alignof(Element) : 0, std::is_floating_point_v<Element>, std::is_const_v<Element>};
    }
  }
  return {};
}

// Of what calls a kernel: nothing that it does is told.
#if defined(__clang__)
#define LADDER_UNTOLD no_sanitize("thread", "bounds", "alignment", "coverage")
#else
#define LADDER_UNTOLD no_sanitize("thread", "bounds", "alignment"), no_sanitize_coverage
#endif

// Refers to a closure, and to the list of its arguments, which outlive it. Not std::function: its code would be
// instrumented along with the kernels.
class KernelCall {
 public:
  // values: what holds the arguments; of a closure that holds them itself, that one.
  template <typename Closure, typename Values>
  KernelCall(const void* kernel, const Closure& closure, const Values& values, const PointerArgument* arguments,
             std::size_t count)
      : kernel_(kernel),
        closure_(&closure),
        values_(&values),
        values_bytes_(sizeof(Values)),
        call_(call<Closure>),
        arguments_(arguments),
        count_(count) {}
  void operator()() const { call_(closure_); }
  const void* kernel() const { return kernel_; }  // the kernel's code
  // One for each parameter of the kernel.
  const PointerArgument* begin() const { return arguments_; }
  const PointerArgument* end() const { return arguments_ + count_; }
  // What the arguments are made of. Bytes between them are zero in a program's launch.
  const void* values() const { return values_; }
  std::size_t values_bytes() const { return values_bytes_; }
  // Whether that is a part of the arguments: a struct's own copy constructor is compiled with the kernel.
  bool is_argument(std::uintptr_t address) const {
    return address - reinterpret_cast<std::uintptr_t>(values_) < values_bytes_;
  }

 private:
  template <typename Closure>
  __attribute__((LADDER_UNTOLD)) static void call(const void* closure) {
    (*static_cast<const Closure*>(closure))();
  }

  const void* kernel_;
  const void* closure_;
  const void* values_;
  std::size_t values_bytes_;
  void (*call_)(const void*);
  const PointerArgument* arguments_;
  std::size_t count_;
};

// What stands between <<< and >>>.
struct Configuration {
  dim3 grid, block;
  std::size_t dynamic_shared_bytes = 0;
  bool is_cooperative = false;  // as by cudaLaunchCooperativeKernel(): all blocks are there at once, and may meet
};

// The shared memory of a block, in bytes; throws std::invalid_argument where no GPU takes such a launch of the kernel.
std::size_t check_launch(const Configuration& configuration, const void* kernel);

// Makes the call once in every thread of every block, the blocks spread over the cores, and adds what it sees to the
// running observation. rest: the call that the blocks make which are not observed: of the kernel's plain code, of which
// nothing can be seen, or of the kernel; null where all are observed. Throws std::invalid_argument where no GPU could
// launch that.
void run_grid(const Configuration& configuration, const KernelCall& kernel, const KernelCall* rest = nullptr);

template <typename... Parameters, typename... Arguments>
void launch(void (*kernel)(Parameters...), const Configuration& configuration, Arguments... arguments) {
  // The copies of the arguments are not accesses of the kernel.
  const auto call = [=]() __attribute__((LADDER_UNTOLD)) { kernel(arguments...); };
  const std::array<PointerArgument, sizeof...(Parameters)> pointers{pointer_argument<Parameters>(arguments)...};
  run_grid(configuration,
           KernelCall(reinterpret_cast<const void*>(kernel), call, call, pointers.data(), pointers.size()));
}

template <typename... Parameters, typename... Arguments>
void launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, Arguments... arguments) {
  launch(kernel, Configuration{grid, block}, arguments...);
}

}  // namespace ladder::emulator
