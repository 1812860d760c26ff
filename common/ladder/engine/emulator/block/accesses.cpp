#include "ladder/engine/emulator/block/accesses.hpp"

#include <fmt/format.h>

#include "ladder/engine/emulator/memory/device_variables.hpp"

namespace ladder::emulator {

void Accesses::begin_launch(const KernelCall& kernel, const std::vector<SharedArray>& arrays, TraceRecorder* recorder) {
  kernel_ = &kernel;
  recorder_ = recorder;
  sites_.clear();
  shared_.begin_launch(arrays);
  buffers_.clear();
  trace_.clear();  // a launch that failed may have left something
  checks_.begin_launch();
}

void Accesses::count_requests(unsigned first, LaneMask unfinished, std::uint32_t barriers) {
  TraceRecorder* const recorder = threads_.block() == 0 ? recorder_ : nullptr;
  trace_.drain(unfinished, [=, this](const Request& request) {
    sites_.add(request);
    if (recorder != nullptr) recorder->add(request, warp_of(first), barriers, shared_);
  });
}

void Accesses::access_volatile(std::uintptr_t address, int bytes, Access operation, Site site) {
  const Buffer* const buffer = shared_.contains(address) ? nullptr : buffers_.find(address, bytes);
  if (buffer == nullptr) return access(address, bytes, operation, site);
  checks_.begin_volatile(address, *buffer);
  access(address, bytes, operation, site);
  checks_.end_volatile();
  if (operation == Access::load) {
    order_.volatile_load(running_.thread, address);
  } else {
    order_.before_volatile_store(running_.thread, address);
  }
}

void Accesses::fence() {
  order_.fence(running_.thread, running_.barriers);
  checks_.begin_thread(running_);
}

void Accesses::find_and_access(std::uintptr_t address, int bytes, Access operation, Site site) {
  const bool aligned = (address & static_cast<std::uintptr_t>(bytes - 1)) == 0;
  const bool in_shared = shared_.contains(address);
  const Buffer* const buffer = in_shared ? nullptr : buffers_.find(address, bytes);
  if (aligned && buffer != nullptr && buffer->pages != nullptr) {
    buffer->touch(address);
    return record_access(address, bytes, operation, site, buffer);
  }
  const bool found = in_shared ? shared_.find(address, bytes) : buffer != nullptr;
  if (aligned && found) return access(address, bytes, operation, site);
  // Constant memory has a cache and counters of its own.
  if (operation == Access::load && (kernel_->is_argument(address) || in_constant_memory(address, bytes))) return;
  stop_out_of_bounds(address, bytes, {threads_.block(), threads_.running(), site, operation}, aligned);
}

void Accesses::record_access(std::uintptr_t address, int bytes, Access operation, Site site, const Buffer* buffer) {
  const LaneAccess access{site, address, bytes, buffer == nullptr ? Space::shared : Space::global, operation};
  while (!trace_.record(access)) threads_.wait(State::trace_full, access.site);
  checks_.access(access, buffer);
}

void Accesses::record_block(Site site) {
  while (!trace_.record(site)) threads_.wait(State::trace_full, site);
}

// The thread ends here, before the access: nothing is harmed, and the other threads go on.
void Accesses::stop_out_of_bounds(std::uintptr_t address, int bytes, const Actor& actor, bool aligned) {
  const HazardKind kind = aligned ? HazardKind::out_of_bounds : HazardKind::misaligned;
  if (hazards_.count(kind)) {
    const GlobalMemory& global = GlobalMemory::instance();
    const bool in_shared = shared_.contains(address) || shared_.distance(address) < global.distance(address);
    const std::string name = in_shared ? shared_.name_of(address) : global.name_of(address);
    const std::string extent = in_shared ? shared_.extent_of(address) : global.extent_of(address);
    hazards_.keep({kind, actor, {}, name, aligned ? extent : fmt::format("{} bytes", bytes)});
  }
  threads_.wait(State::stopped, actor.site);
}

}  // namespace ladder::emulator
