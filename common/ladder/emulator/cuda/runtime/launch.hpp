// How a program launches its kernels: what tools/try/source makes of `kernel<<<grid, block>>>(arguments)`, and the
// functions of the CUDA runtime that take a kernel.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

#include "ladder/emulator/cuda/kernel_call.hpp"
#include "ladder/emulator/cuda/runtime/device.hpp"
#include "ladder/emulator/cuda/runtime/memory.hpp"

struct cudaFuncAttributes {
  std::size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes;
  int preferredShmemCarveout;
};
enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
enum cudaSharedCarveout {
  cudaSharedmemCarveoutDefault = -1,
  cudaSharedmemCarveoutMaxL1 = 0,
  cudaSharedmemCarveoutMaxShared = 100
};

#define LADDER_UNSEEN __attribute__((LADDER_UNTOLD, always_inline))

// A kernel with its arguments, from the call of its function to the launch. Compiled with the program.
namespace ladder::emulator {

class Handed {
 public:
  virtual ~Handed() = default;
  // plain: with the code of which nothing can be observed.
  virtual KernelCall call(bool plain = false) const = 0;
};
// Takes over what was made by new. (No std::unique_ptr: <memory> makes every program that is tried slower to compile.)
void take(Handed* handed);

// Where cudaLaunchKernel() found the arguments; null in any other launch.
void* const* arguments_of_launch();

// An argument as a GPU is given it: its bytes. No constructor and no destructor of a class runs for the copies that
// threads have. (CUDA C++ Programming Guide, "__global__ Function Argument Processing".)
template <typename Parameter>
class Argument {
 public:
  explicit Argument(const Parameter& value) {
    std::memcpy(bytes_, static_cast<const void*>(__builtin_addressof(value)), sizeof(Parameter));
  }
  LADDER_UNSEEN const Parameter& value() const { return *reinterpret_cast<const Parameter*>(bytes_); }

 private:
  // So large that nothing lies between two: equal arguments have equal bytes.
  static constexpr std::size_t unit = alignof(Parameter) > 16 ? alignof(Parameter) : 16;
  alignas(unit) std::byte bytes_[(sizeof(Parameter) + unit - 1) / unit * unit] = {};
};

template <typename Parameter>
class Argument<Parameter&> {
 public:
  explicit Argument(Parameter& value) : value_(__builtin_addressof(value)) {}
  LADDER_UNSEEN Parameter& value() const { return *value_; }

 private:
  Parameter* value_;
};

// Whether a function is given the address of a copy that its caller makes (Itanium C++ ABI, "Non-Trivial Parameters").
template <typename Parameter>
inline constexpr bool goes_by_address = (std::is_class_v<Parameter> || std::is_union_v<Parameter>)&&!(
    std::is_trivially_copy_constructible_v<Parameter> && std::is_trivially_destructible_v<Parameter>);
template <typename Parameter>
using Passed = std::conditional_t<goes_by_address<Parameter>, const void*, Parameter>;

// What a thread's call lasts: where its argument goes by address, a copy of its own.
template <typename Parameter>
using Own = std::conditional_t<goes_by_address<Parameter>, Argument<Parameter>, const Argument<Parameter>&>;
template <typename Parameter>
LADDER_UNSEEN decltype(auto) passed(const Argument<Parameter>& own) {
  if constexpr (goes_by_address<Parameter>) {
    return static_cast<const void*>(&own);
  } else {
    return own.value();  // which the call copies: once, as it may be half of a stack
  }
}

// The arguments of a kernel. (No std::tuple: each thread would make calls to come to its elements.)
template <std::size_t, typename Parameter>
struct Place {
  Argument<Parameter> argument;
};
template <typename Numbers, typename... Parameters>
struct Places;
template <std::size_t... i, typename... Parameters>
struct Places<std::index_sequence<i...>, Parameters...> : Place<i, Parameters>... {};

template <typename... Parameters>
class HandedKernel final : public Handed {
  static_assert((0 + ... + sizeof(Parameters)) <= 32764, "the parameters of a kernel have at most 32,764 bytes");

 public:
  using Numbers = std::index_sequence_for<Parameters...>;
  using Arguments = Places<Numbers, Parameters...>;
  using Code = void (*)(Parameters...);

  HandedKernel(Code observed, Code plain, const Arguments& arguments)
      : arguments_(arguments),
        observed_{observed, arguments_},
        plain_{plain, arguments_},
        pointers_(pointers_of(arguments_, Numbers())) {}
  KernelCall call(bool plain) const override {
    const Call& chosen = plain ? plain_ : observed_;
    return {reinterpret_cast<const void*>(chosen.kernel), chosen, arguments_, pointers_.data(), sizeof...(Parameters)};
  }

 private:
  using Pointers = std::array<PointerArgument, sizeof...(Parameters)>;
  template <std::size_t... i>
  static Pointers pointers_of(const Arguments& all, std::index_sequence<i...>) {
    return {pointer_argument(static_cast<const Place<i, Parameters>&>(all).argument.value())...};
  }
  // The copies of the arguments are not accesses of the kernel.
  struct Call {
    Code kernel;
    const Arguments& arguments;
    template <std::size_t... i>
    LADDER_UNSEEN void with(std::index_sequence<i...>) const {
      reinterpret_cast<void (*)(Passed<Parameters>...)>(kernel)(passed<Parameters>(
          static_cast<Own<Parameters>>(static_cast<const Place<i, Parameters>&>(arguments).argument))...);
    }
    __attribute__((LADDER_UNTOLD)) void operator()() const { with(Numbers()); }
  };

  Arguments arguments_;
  Call observed_, plain_;
  Pointers pointers_;
};

// Without a copy where the class would take notice.
template <typename Parameter>
struct Given {
  using type = std::conditional_t<goes_by_address<Parameter>, const Parameter&, Parameter>;
};

template <typename... Parameters, std::size_t... i>
typename HandedKernel<Parameters...>::Arguments arguments_from(void* const* from, std::index_sequence<i...>) {
  return {Place<i, Parameters>{Argument<Parameters>(*static_cast<std::remove_reference_t<Parameters>*>(from[i]))}...};
}

// What a kernel's function does when the host calls it.
template <typename... Parameters>
void hand_over(void (*observed)(Parameters...), void (*plain)(Parameters...),
               typename Given<Parameters>::type... arguments) {
  using Kernel = HandedKernel<Parameters...>;
  void* const* const from = arguments_of_launch();
  take(new Kernel(observed, plain,
                  from != nullptr ? arguments_from<Parameters...>(from, typename Kernel::Numbers())
                                  : typename Kernel::Arguments{{Argument<Parameters>(arguments)}...}));
}

#undef LADDER_UNSEEN

// Launches what was handed over. An error is the last error then.
void launch(dim3 grid, dim3 block, std::size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr);

// What is allocated next is called that in messages, as the pointer that holds it.
void name_next(const char* name);
template <typename Pointer>
Pointer named(const char* name, Pointer pointer) {
  name_next(name);
  return pointer;
}

// The kernel's function, as any pointer.
struct KernelFunction {
  const void* code;
  template <typename Function>
  LADDER_DEVICE KernelFunction(Function* function) : code(reinterpret_cast<const void*>(function)) {}
};

// Inlined, so that the launch is told to be where the host code calls this.
template <typename... Parameters, typename... Arguments>
LADDER_DEVICE void launch(cudaStream_t stream, void (*kernel)(Parameters...), dim3 grid, dim3 block,
                          Arguments... arguments) {
  hand_over<Parameters...>(kernel, kernel, arguments...);
  launch(grid, block, 0, stream);
}

}  // namespace ladder::emulator

cudaError_t cudaLaunchKernel(ladder::emulator::KernelFunction kernel, dim3 grid, dim3 block, void** arguments,
                             std::size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr);
cudaError_t cudaLaunchCooperativeKernel(ladder::emulator::KernelFunction kernel, dim3 grid, dim3 block,
                                        void** arguments, std::size_t dynamic_shared_bytes = 0,
                                        cudaStream_t stream = nullptr);
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, ladder::emulator::KernelFunction kernel);
cudaError_t cudaFuncSetAttribute(ladder::emulator::KernelFunction kernel, cudaFuncAttribute attribute, int value);
cudaError_t cudaFuncSetCacheConfig(ladder::emulator::KernelFunction kernel, cudaFuncCache config);
cudaError_t cudaFuncSetSharedMemConfig(ladder::emulator::KernelFunction kernel, cudaSharedMemConfig config);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, ladder::emulator::KernelFunction kernel,
                                                          int threads, std::size_t dynamic_shared_bytes);
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* least_grid, int* threads, ladder::emulator::KernelFunction kernel,
                                               std::size_t dynamic_shared_bytes = 0, int most = 0);
