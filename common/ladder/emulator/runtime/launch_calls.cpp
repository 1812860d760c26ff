// Calls that launch a kernel; the attributes of launches and streams, and of kernels, and how many blocks fit. (CUDA
// Runtime API, "Execution Control", "Occupancy".)
#include <algorithm>

#include "ladder/emulator/cuda/runtime/attributes.hpp"
#include "ladder/emulator/debuginfo/call_site.hpp"
#include "ladder/emulator/debuginfo/kernel_facts.hpp"
#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/debuginfo/symbols.hpp"
#include "ladder/emulator/memory/shared_memory.hpp"
#include "ladder/emulator/runtime/launches.hpp"
#include "ladder/emulator/runtime/mistakes.hpp"

namespace ladder::emulator {
namespace {

cudaError_t launch_kernel(KernelFunction kernel, void* const* arguments, const Configuration& configuration,
                          cudaStream_t stream, std::uintptr_t site) {
  const NodeWork work = Launches::work(Launches::instance().handed_by(kernel, arguments), configuration, site);
  return work == nullptr ? cudaErrorInvalidDeviceFunction : work(stream);
}

Configuration configuration_of(const cudaLaunchConfig_t& given) {
  Configuration configuration{given.gridDim, given.blockDim, given.dynamicSmemBytes};
  for (unsigned i = 0; i < given.numAttrs; ++i) {
    if (given.attrs[i].id == cudaLaunchAttributeCooperative)
      configuration.is_cooperative = given.attrs[i].val.cooperative != 0;
  }
  return configuration;
}

// What the program has set the stream's attribute to; null where there is no such stream.
cudaStreamAttrValue* attribute_of(cudaStream_t stream, cudaStreamAttrID attribute) {
  static std::map<std::pair<StreamNumber, cudaStreamAttrID>, cudaStreamAttrValue> all;
  const StreamNumber* const number = Order::instance().find(stream);
  return number == nullptr ? nullptr : &all[{*number, attribute}];
}

// Of a thread; only nvcc knows. So many leave room for all threads that a multiprocessor takes, as multiprocessor.cpp
// and resident_blocks() do, and programs divide by them.
constexpr int registers_unknown = 65'536 / memory_model::architecture.most_resident_threads;

// Of a block of the kernel.
int most_threads_of(const void* kernel) {
  constexpr unsigned most = memory_model::architecture.most_threads;
  const unsigned bounds = facts_of(kernel).launch_bounds.threads;
  return static_cast<int>(bounds == 0 ? most : std::min(bounds, most));
}

}  // namespace

std::shared_ptr<const Handed> Launches::handed_by(KernelFunction kernel, void* const* arguments) {
  static void* const none[1] = {};
  if (kernel.code == nullptr) return nullptr;
  take_from(kernel.code, arguments == nullptr ? none : arguments);
  return handed();
}

NodeWork Launches::work(const std::shared_ptr<const Handed>& handed, const Configuration& configuration,
                        std::uintptr_t site) {
  if (handed == nullptr) return nullptr;
  return [=](cudaStream_t stream) {
    const OneAtATime lock;
    Launches& launches = instance();
    const std::uintptr_t unasked = launches.unasked_;
    const cudaError_t error = launches.launch(handed, configuration, stream, site);
    launches.unasked_ = unasked;
    return error;
  };
}

void Launches::take_from(const void* function, void* const* arguments) {
  arguments_ = arguments;
  // The function takes its arguments from there, whatever it is called with.
  reinterpret_cast<void (*)()>(const_cast<void*>(function))();
  arguments_ = nullptr;
}

const void* Launches::kernel_of(const void* function) {
  static std::map<const void*, const void*> known;
  const auto [found, is_new] = known.emplace(function, nullptr);
  if (is_new) {
    // Arguments are copied, whatever they are: room for 64 of the largest size in all that a kernel can have.
    alignas(64) static std::byte nothing[4096];
    static void* anything[1024];
    std::ranges::fill(anything, static_cast<void*>(nothing));
    take_from(function, anything);
    if (handed_ != nullptr) found->second = handed_->call().kernel();
    handed_ = nullptr;
  }
  return found->second;
}

void take(Handed* handed) { Launches::instance().take(std::unique_ptr<Handed>(handed)); }

void* const* arguments_of_launch() { return Launches::instance().arguments(); }

[[gnu::noinline]] void launch(dim3 grid, dim3 block, std::size_t dynamic_shared_bytes, cudaStream_t stream) {
  Launches::instance().launch({grid, block, dynamic_shared_bytes}, stream, site_in_program(SITE));
}
[[gnu::noinline]] cudaError_t launch(const cudaLaunchConfig_t& configuration) {
  const NodeWork work = Launches::work(Launches::instance().handed(), configuration_of(configuration), SITE);
  return work == nullptr ? cudaErrorInvalidDeviceFunction : work(configuration.stream);
}

}  // namespace ladder::emulator

using namespace ladder::emulator;

cudaError_t cudaLaunchKernel(KernelFunction kernel, dim3 grid, dim3 block, void** arguments,
                             std::size_t dynamic_shared_bytes, cudaStream_t stream) {
  return launch_kernel(kernel, arguments, {grid, block, dynamic_shared_bytes}, stream, site_in_program(SITE));
}
cudaError_t cudaLaunchCooperativeKernel(KernelFunction kernel, dim3 grid, dim3 block, void** arguments,
                                        std::size_t dynamic_shared_bytes, cudaStream_t stream) {
  return launch_kernel(kernel, arguments, {grid, block, dynamic_shared_bytes, true}, stream, SITE);
}
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* configuration, KernelFunction kernel, void** arguments) {
  return launch_kernel(kernel, arguments, configuration_of(*configuration), configuration->stream, SITE);
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute, const cudaStreamAttrValue* value) {
  const OneAtATime lock;
  cudaStreamAttrValue* const known = attribute_of(stream, attribute);
  if (known == nullptr) return no_stream(SITE);
  *known = *value;
  return result(cudaSuccess);
}
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute, cudaStreamAttrValue* value) {
  const OneAtATime lock;
  const cudaStreamAttrValue* const known = attribute_of(stream, attribute);
  if (known == nullptr) return no_stream(SITE);
  *value = *known;
  return result(cudaSuccess);
}
cudaError_t cudaCtxResetPersistingL2Cache() { return result(cudaSuccess); }

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, KernelFunction function) {
  const void* kernel = Launches::instance().kernel_of(function.code);
  if (kernel == nullptr) return result(cudaErrorInvalidDeviceFunction);
  *attributes = {};
  attributes->sharedSizeBytes = static_shared_bytes(kernel);
  attributes->maxThreadsPerBlock = most_threads_of(kernel);
  attributes->numRegs = registers_unknown;
  attributes->ptxVersion = attributes->binaryVersion = 90;
  attributes->maxDynamicSharedSizeBytes = static_cast<int>(usual_shared_bytes - attributes->sharedSizeBytes);
  return result(cudaSuccess);
}

cudaError_t cudaFuncSetAttribute(KernelFunction function, cudaFuncAttribute attribute, int value) {
  const void* kernel = Launches::instance().kernel_of(function.code);
  if (kernel == nullptr) return result(cudaErrorInvalidDeviceFunction);
  if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) {
    const auto bytes = static_cast<std::size_t>(value);
    if (value < 0 || bytes > memory_model::architecture.most_shared_bytes) {
      return result(cudaErrorInvalidValue);
    }
    Launches::instance().allow_dynamic_shared(kernel, bytes);
  }
  return result(cudaSuccess);
}

cudaError_t cudaFuncSetCacheConfig(KernelFunction, cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaFuncSetSharedMemConfig(KernelFunction, cudaSharedMemConfig) { return cudaSuccess; }

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, KernelFunction function, int threads,
                                                          std::size_t dynamic_shared_bytes) {
  const void* kernel = Launches::instance().kernel_of(function.code);
  if (kernel == nullptr || threads < 1) return result(cudaErrorInvalidValue);
  memory_model::Launch launch;
  launch.blocks = 1e9;
  launch.threads = static_cast<unsigned>(threads);
  launch.shared_bytes = static_shared_bytes(kernel) + dynamic_shared_bytes;
  *blocks = static_cast<int>(memory_model::resident_blocks(launch));
  return result(cudaSuccess);
}

cudaError_t cudaOccupancyMaxPotentialBlockSize(int* least_grid, int* threads, KernelFunction function,
                                               std::size_t dynamic_shared_bytes, int most) {
  int best = 0;
  *threads = *least_grid = 0;
  const void* kernel = Launches::instance().kernel_of(function.code);
  if (kernel == nullptr) return result(cudaErrorInvalidDeviceFunction);
  const int of_kernel = most_threads_of(kernel);
  constexpr int lanes = memory_model::architecture.warp_lanes;
  for (int size = most > 0 ? std::min(most, of_kernel) : of_kernel; size > 0; size = (size - 1) / lanes * lanes) {
    int blocks = 0;
    if (const cudaError_t error =
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, size, dynamic_shared_bytes))
      return error;
    if (blocks * size > best) best = blocks * size, *threads = size, *least_grid = blocks;
  }
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, Devices::instance().current());
  *least_grid *= properties.multiProcessorCount;
  return result(cudaSuccess);
}
