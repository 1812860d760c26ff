// A kernel with its arguments, as the emulator calls it in every thread.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ladder/engine/emulator/special_registers.hpp"

namespace ladder::emulator {

// Refers to a closure that outlives it. Not std::function: its code would be instrumented along with the kernels.
class KernelCall {
 public:
  template <typename Closure>
  KernelCall(const void* kernel, const Closure& closure)
      : kernel_(kernel), closure_(&closure), closure_bytes_(sizeof(Closure)), call_(call<Closure>) {}
  void operator()() const { call_(closure_); }
  const void* kernel() const { return kernel_; }  // the kernel's code
  // Whether that is a part of the arguments: a struct's own copy constructor is compiled with the kernel.
  bool is_argument(std::uintptr_t address) const {
    return address - reinterpret_cast<std::uintptr_t>(closure_) < closure_bytes_;
  }

 private:
  template <typename Closure>
  __attribute__((no_sanitize("thread"))) static void call(const void* closure) {
    (*static_cast<const Closure*>(closure))();
  }

  const void* kernel_;
  const void* closure_;
  std::size_t closure_bytes_;
  void (*call_)(const void*);
};

// Makes the call once in every thread of every block, the blocks spread over the cores, and adds what it sees to the
// running observation. Throws std::invalid_argument where no GPU could launch that.
void run_grid(dim3 grid, dim3 block, std::size_t dynamic_shared_bytes, const KernelCall& kernel);

}  // namespace ladder::emulator
