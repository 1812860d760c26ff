// How a program launches its kernels: what tools/try/source makes of `kernel<<<grid, block>>>(arguments)`, and the
// functions of the CUDA runtime that take a kernel.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <tuple>
#include <utility>

#include "ladder/engine/emulator/language/kernel_call.hpp"
#include "ladder/engine/emulator/language/runtime/device.hpp"
#include "ladder/engine/emulator/language/runtime/streams.hpp"

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

namespace ladder::emulator {

// A kernel with its arguments, from the call to the launch.
class Handed {
 public:
  virtual ~Handed() = default;
  // plain: with the code of which nothing can be observed.
  virtual KernelCall call(bool plain = false) const = 0;
};
void take(std::unique_ptr<Handed> handed);

// Where cudaLaunchKernel() found the arguments; null in any other launch.
void* const* arguments_of_launch();

template <typename... Parameters>
class HandedKernel final : public Handed {
 public:
  using Arguments = std::tuple<Parameters...>;

  using Code = void (*)(Parameters...);

  HandedKernel(Code observed, Code plain, Arguments arguments)
      : arguments_(std::move(arguments)),
        observed_{observed, arguments_},
        plain_{plain, arguments_},
        pointers_(std::apply([](const auto&... each) { return Pointers{pointer_argument(each)...}; }, arguments_)) {}
  KernelCall call(bool plain) const override {
    const Call& chosen = plain ? plain_ : observed_;
    return {reinterpret_cast<const void*>(chosen.kernel), chosen, arguments_, pointers_.data(), sizeof...(Parameters)};
  }

 private:
  using Pointers = std::array<PointerArgument, sizeof...(Parameters)>;
  // The copies of the arguments are not accesses of the kernel.
  struct Call {
    Code kernel;
    const Arguments& arguments;
    template <std::size_t... i>
    __attribute__((no_sanitize("thread"), always_inline)) void with(std::index_sequence<i...>) const {
      kernel(std::get<i>(arguments)...);
    }
    __attribute__((no_sanitize("thread"))) void operator()() const { with(std::index_sequence_for<Parameters...>()); }
  };

  Arguments arguments_;
  Call observed_, plain_;
  Pointers pointers_;
};

template <typename T>
struct AsIs {
  using type = T;
};

// An argument as it is kept until the launch: what a reference refers to is the program's.
template <typename Parameter>
using Kept = std::remove_reference_t<Parameter>;

template <typename... Parameters, std::size_t... i>
std::tuple<Parameters...> arguments_from(void* const* from, std::index_sequence<i...>) {
  return {*static_cast<Kept<Parameters>*>(from[i])...};
}

// What a kernel's function does when the host calls it.
template <typename... Parameters>
void hand_over(void (*observed)(Parameters...), void (*plain)(Parameters...),
               typename AsIs<Parameters>::type... arguments) {
  using Kernel = HandedKernel<Parameters...>;
  if (void* const* from = arguments_of_launch()) {
    take(std::make_unique<Kernel>(observed, plain,
                                  arguments_from<Parameters...>(from, std::index_sequence_for<Parameters...>())));
  } else {
    take(std::make_unique<Kernel>(observed, plain, std::tuple<Parameters...>(std::forward<Parameters>(arguments)...)));
  }
}

// Launches what was handed over. An error is the last error then.
void launch(dim3 grid, dim3 block, std::size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr);

// The pointer that holds what is allocated next is called that.
void name_next_allocation(const char* name);
template <typename Pointer>
Pointer named(const char* name, Pointer pointer) {
  name_next_allocation(name);
  return pointer;
}

// The kernel's function, as any pointer.
template <typename Function>
const void* as_pointer_to_code(Function* function) {
  return reinterpret_cast<const void*>(function);
}

cudaError_t attributes_of(cudaFuncAttributes* attributes, const void* kernel);
cudaError_t set_attribute(const void* kernel, cudaFuncAttribute attribute, int value);
cudaError_t blocks_of_multiprocessor(int* blocks, const void* kernel, int threads, std::size_t dynamic_shared_bytes);
cudaError_t best_block(int* least_grid, int* threads, const void* kernel, std::size_t dynamic_shared_bytes, int most);

}  // namespace ladder::emulator

cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             std::size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr);
cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        std::size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr);
template <typename Kernel>
inline __attribute__((always_inline)) cudaError_t cudaLaunchKernel(Kernel* kernel, dim3 grid, dim3 block,
                                                                   void** arguments,
                                                                   std::size_t dynamic_shared_bytes = 0,
                                                                   cudaStream_t stream = nullptr) {
  return cudaLaunchKernel(ladder::emulator::as_pointer_to_code(kernel), grid, block, arguments, dynamic_shared_bytes,
                          stream);
}
template <typename Kernel>
inline __attribute__((always_inline)) cudaError_t cudaLaunchCooperativeKernel(Kernel* kernel, dim3 grid, dim3 block,
                                                                              void** arguments,
                                                                              std::size_t dynamic_shared_bytes = 0,
                                                                              cudaStream_t stream = nullptr) {
  return cudaLaunchCooperativeKernel(ladder::emulator::as_pointer_to_code(kernel), grid, block, arguments,
                                     dynamic_shared_bytes, stream);
}

template <typename Kernel>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Kernel* kernel) {
  return ladder::emulator::attributes_of(attributes, ladder::emulator::as_pointer_to_code(kernel));
}
template <typename Kernel>
inline cudaError_t cudaFuncSetAttribute(Kernel* kernel, cudaFuncAttribute attribute, int value) {
  return ladder::emulator::set_attribute(ladder::emulator::as_pointer_to_code(kernel), attribute, value);
}
template <typename Kernel>
inline cudaError_t cudaFuncSetCacheConfig(Kernel*, cudaFuncCache) {
  return cudaSuccess;
}
template <typename Kernel>
inline cudaError_t cudaFuncSetSharedMemConfig(Kernel*, cudaSharedMemConfig) {
  return cudaSuccess;
}
template <typename Kernel>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel* kernel, int threads,
                                                                 std::size_t dynamic_shared_bytes) {
  return ladder::emulator::blocks_of_multiprocessor(blocks, ladder::emulator::as_pointer_to_code(kernel), threads,
                                                    dynamic_shared_bytes);
}
template <typename Kernel>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* least_grid, int* threads, Kernel* kernel,
                                                      std::size_t dynamic_shared_bytes = 0, int most = 0) {
  return ladder::emulator::best_block(least_grid, threads, ladder::emulator::as_pointer_to_code(kernel),
                                      dynamic_shared_bytes, most);
}
