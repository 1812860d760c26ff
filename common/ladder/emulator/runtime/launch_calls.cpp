// Calls that launch a kernel, and the attributes of launches and streams.
#include "ladder/emulator/cuda/runtime/attributes.hpp"
#include "ladder/emulator/debuginfo/call_site.hpp"
#include "ladder/emulator/debuginfo/source_lines.hpp"
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

std::map<std::pair<StreamNumber, cudaStreamAttrID>, cudaStreamAttrValue>& stream_attributes() {
  static std::map<std::pair<StreamNumber, cudaStreamAttrID>, cudaStreamAttrValue> all;
  return all;
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
  const StreamNumber* const number = Order::instance().find(stream);
  if (number == nullptr) return wrong_call(SITE, "the stream does not exist", cudaErrorInvalidResourceHandle);
  stream_attributes()[{*number, attribute}] = *value;
  return result(cudaSuccess);
}
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute, cudaStreamAttrValue* value) {
  const OneAtATime lock;
  const StreamNumber* const number = Order::instance().find(stream);
  if (number == nullptr) return wrong_call(SITE, "the stream does not exist", cudaErrorInvalidResourceHandle);
  *value = stream_attributes()[{*number, attribute}];
  return result(cudaSuccess);
}
cudaError_t cudaCtxResetPersistingL2Cache() { return result(cudaSuccess); }
