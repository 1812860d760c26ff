#include "ladder/emulator/runtime/launches.hpp"

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <tuple>

#include "ladder/emulator/block/interruptions.hpp"
#include "ladder/emulator/debuginfo/kernel_facts.hpp"
#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/debuginfo/symbols.hpp"
#include "ladder/emulator/memory/global_memory.hpp"
#include "ladder/emulator/run/multiprocessor.hpp"
#include "ladder/emulator/runtime/allocations.hpp"
#include "ladder/emulator/runtime/devices.hpp"
#include "ladder/emulator/runtime/mistakes.hpp"
#include "ladder/emulator/runtime/repeats.hpp"
#include "ladder/source/given.hpp"

namespace ladder::emulator {
namespace {

constexpr double longest_launch = 600;  // seconds: a program has sizes of its own

auto key(const LaunchGroup& group) {
  return std::tuple(group.kernel, group.grid.x, group.grid.y, group.grid.z, group.block.x, group.block.y, group.block.z,
                    group.dynamic_shared_bytes, group.is_cooperative);
}

// Which error a GPU would report for a kernel that broke off for this reason.
cudaError_t error_of(LaunchEnd end) {
  return end == LaunchEnd::assertion    ? cudaErrorAssert
         : end == LaunchEnd::time_limit ? cudaErrorLaunchTimeout
                                        : cudaErrorLaunchFailure;
}

bool reads_what_nothing_wrote(const std::vector<Hazard>& hazards, std::uintptr_t array) {
  return std::ranges::any_of(hazards, [&](const Hazard& hazard) {
    return hazard.kind == HazardKind::uninitialized_read && hazard.place && hazard.place->array == array;
  });
}

// A kernel has read what nothing wrote: did a copy within devices bring nothing?
void note_filled_with_nothing(const std::vector<Hazard>& hazards) {
  for (const auto& [begin, allocation] : Allocations::instance().all()) {
    if (allocation.filled_with_nothing != 0 && reads_what_nothing_wrote(hazards, begin))
      note_mistake(MistakeKind::copies_nothing, allocation.filled_with_nothing,
                   fmt::format("{} is filled from memory that nothing wrote", in_words(allocation)), true);
  }
}

// Or did one from the host leave out a part?
void note_partly_filled(const std::vector<Hazard>& hazards) {
  for (const auto& [begin, allocation] : Allocations::instance().all()) {
    const Buffer* buffer = GlobalMemory::instance().find(begin, 0);
    if (buffer == nullptr || !buffer->loaded.any() || allocation.partly_filled == 0) continue;
    note_mistake(MistakeKind::fills_a_part, allocation.partly_filled,
                 fmt::format("{} bytes of {}; are these elements, and not bytes?", allocation.filled_bytes,
                             in_words(allocation)),
                 reads_what_nothing_wrote(hazards, begin));
  }
}

// A kernel has gone past the end of an array: was its size given in elements?
void note_size_in_elements(const LaunchGroup& group) {
  constexpr std::size_t largest_element = 16;  // bytes
  for (const Hazard& hazard : group.observer.kept_hazards()) {
    if (hazard.launch.turn != group.turn || !hazard.wanted) continue;
    const auto [space, array, offset] = *hazard.wanted;
    const Allocation* const made = Allocations::instance().find(reinterpret_cast<void*>(array));
    const std::size_t bytes = made == nullptr ? group.dynamic_shared_bytes : made->bytes;
    const std::string name = made == nullptr ? "dynamic shared memory" : made->name;
    const std::uintptr_t site = made == nullptr ? group.site : made->site;
    const bool fits = offset >= bytes && offset < bytes * largest_element;
    if (fits && note_elements(MistakeKind::wrong_size, site, fmt::format("{} bytes for {}", bytes, name))) return;
  }
}

// What the launch leaves behind for the calls that follow.
void conclude(LaunchGroup& group, bool may_have_found, const std::optional<BrokenLaunch>& broke_off) {
  if (broke_off) {
    group.failure = broke_off->what();
    ErrorState::instance().stick(error_of(broke_off->end));
  } else if (may_have_found && group.observer.hazards().any()) {
    if (group.observer.hazards().uninitialized_reads != 0) {
      note_filled_with_nothing(group.observer.kept_hazards());
      note_partly_filled(group.observer.kept_hazards());
    }
    if (group.observer.hazards().out_of_bounds != 0) note_size_in_elements(group);
    if (group.observer.went_astray()) ErrorState::instance().stick(cudaErrorIllegalAddress);
    if (std::ranges::count(group.observer.kept_hazards(), HazardKind::misaligned, &Hazard::kind) != 0)
      ErrorState::instance().stick(cudaErrorMisalignedAddress);
  }
}

}  // namespace

std::string LaunchGroup::kernel_name() const { return ladder::emulator::kernel_name(kernel); }

LaunchGroup& Launches::group_of(const void* kernel, const Configuration& configuration, std::uintptr_t site) {
  LaunchGroup wanted{configuration, kernel, site, Observer({.most_traced = most_traced_, .patience = longest_launch})};
  const auto known = std::ranges::find_if(
      groups_, [&](const LaunchGroup& g) { return key(g) == key(wanted) && in_one_line(g.site, wanted.site); });
  return known != groups_.end() ? *known : groups_.emplace_back(std::move(wanted));
}

cudaError_t Launches::refuse(cudaError_t error, std::uintptr_t site, const std::string& why) {
  unasked_ = site;
  return wrong_call(site, why, error, MistakeKind::failed_launch);
}

cudaError_t Launches::launch(const Configuration& configuration, cudaStream_t stream, std::uintptr_t site) {
  const OneAtATime lock;
  return launch(handed(), configuration, stream, site);
}

cudaError_t Launches::launch(const std::shared_ptr<const Handed>& handed, const Configuration& configuration,
                             cudaStream_t stream, std::uintptr_t site) {
  if (is_closed_) {
    fmt::print(stderr, "{}: this launch comes after the end of main(): the program ends here, with status 1\n",
               place_of(site));
    std::fflush(stdout);
    std::_Exit(1);
  }
  if (handed == nullptr) return cudaErrorInvalidDeviceFunction;
  if (ErrorState::instance().sticky() != cudaSuccess) return ErrorState::instance().sticky();
  const StreamNumber* const number = Order::instance().find(stream);
  if (number == nullptr)
    return refuse(cudaErrorInvalidResourceHandle, site, "the stream of this launch does not exist");
  const int device = Devices::instance().current(), owner = Order::instance().device_of(*number);
  if (owner != device) {
    return refuse(cudaErrorInvalidResourceHandle, site,
                  fmt::format("its stream is of device {}, and device {} is the current one: cudaSetDevice({}) before",
                              owner, device, owner));
  }
  const void* const kernel = handed->call().kernel();
  if (configuration.dynamic_shared_bytes > std::max(usual_shared_bytes, allowed_[kernel])) {
    return refuse(cudaErrorInvalidValue, site,
                  fmt::format("{} bytes of dynamic shared memory: more than {} have to be asked for, with "
                              "cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)",
                              configuration.dynamic_shared_bytes, usual_shared_bytes));
  }
  Captures& captures = Captures::instance();
  try {
    if (captures.of(*number) != nullptr) check_launch(configuration, kernel);
    if (const auto taken = captures.take(*number, site, cudaGraphNodeTypeKernel, work(handed, configuration, site))) {
      if (*taken != cudaSuccess) unasked_ = site;
      return *taken;
    }
    if (Observer::current() != nullptr) {
      run_for_chapter(*handed, configuration, *number, site);
    } else {
      run(group_of(kernel, configuration, site), *handed, *number);
    }
  } catch (const TooManyBlocks& refused) {
    return refuse(cudaErrorCooperativeLaunchTooLarge, site, refused.what());
  } catch (const std::invalid_argument& refused) {
    const auto& grid = configuration.grid;
    const bool has_no_block = grid.x == 0 || grid.y == 0 || grid.z == 0;
    const std::string maker = has_no_block ? maker_of_grid(source_line(site), facts_of(kernel).file) : "";
    Capture* const capture = captures.of(*number);
    if (capture != nullptr) capture->is_valid = false;
    return refuse(capture == nullptr ? cudaErrorInvalidConfiguration : cudaErrorInvalidValue, site,
                  refused.what() + (maker.empty() ? "" : fmt::format("; it is made by {}", maker)));
  }
  return cudaSuccess;
}

// For how long blocks of the next launch are observed; 0: none. A large problem, or a program that repeats a launch to
// take its time, would take a hundred times as long here: what was seen of the first blocks stands for the others. With
// several streams some blocks of each launch are observed, as it matters which sectors it touches.
double Launches::seconds_to_observe(const LaunchGroup& group) const {
  constexpr std::uint64_t enough_launches = 3;
  const double share = share_of(seconds_, spent_ - group.seconds);
  const bool enough = group.launches >= enough_launches && group.seconds > share / 5;
  return std::clamp(enough ? 0 : share - group.seconds, least_seconds(), longest_launch);
}

double Launches::least_seconds() const {
  return Order::instance().several_streams() ? std::clamp(seconds_ / 5000, 1e-9, longest_launch) : 0;
}

// All of it is observed, and what breaks it off ends the run.
void Launches::run_for_chapter(const Handed& handed, const Configuration& configuration, StreamNumber stream,
                               std::uintptr_t site) {
  Observer& observer = *Observer::current();
  const Work work = Order::instance().begin(stream);
  const KernelCall call = handed.call();
  const int device = Order::instance().device_of(stream);
  GlobalMemory::instance().begin_run();
  observer.note_launch(site);
  const Opened opened(device);
  run_grid(configuration, call);
  Links::instance().add(device, observer.take_remote_sectors());
  note_uses(work, call, site, true);
  if (observer.hazards().uninitialized_reads != 0) note_filled_with_nothing(observer.kept_hazards());
}

void Launches::run(LaunchGroup& group, const Handed& handed, StreamNumber stream) {
  const Work work = Order::instance().begin(stream);
  const double seconds = seconds_to_observe(group);
  const bool seen = seconds > 0;
  const KernelCall call = handed.call(), plain = handed.call(true);
  const bool all_blocks = seconds >= longest_launch;
  if (Repeats::instance().begin(group, call, group.site, work, !all_blocks && seconds <= least_seconds())) {
    ++group.launches, ++group.unseen, ++group.repeated;
    return;
  }
  const KernelCall* const rest = group.observer.has_volatile_loads() ? &call : &plain;
  const std::uint64_t unseen = group.observer.not_seen_whole();
  group.observer.observe_for(seconds);
  Observer nobody({.sees = false});
  group.turn = MistakeLog::instance().next_turn();
  for (Observer* observer : {&group.observer, &nobody}) observer->note_turn(group.turn);
  const auto began = std::chrono::steady_clock::now();
  std::optional<BrokenLaunch> broke_off;
  const int device = Order::instance().device_of(stream);
  std::optional<const Opened> opened(device);
  running_ = &group;
  note_state();
  try {
    const Observer::Watch watch(seen ? group.observer : nobody);
    run_grid(group, call, all_blocks ? nullptr : rest);
  } catch (const std::invalid_argument&) {
    running_ = nullptr;
    if (group.launches == 0) groups_.pop_back();  // which it is: there is no group of such launches
    throw;
  } catch (const BrokenLaunch& why) {
    broke_off = why;
  } catch (const std::runtime_error& why) {
    broke_off.emplace(LaunchEnd::failure, Site{0}, why.what());
  }
  const Repeats::Duration took = std::chrono::steady_clock::now() - began;
  if (has_printed.exchange(false)) group.prints = true;
  running_ = nullptr;
  const RemoteSectors remote = group.observer.take_remote_sectors();
  ++group.launches;
  Links::instance().add(device, remote);
  if (!seen) group.observer.add_stops(nobody);
  if (seen) {
    const double observed = std::min(std::chrono::duration<double>(took).count(), seconds);
    group.seconds += observed;
    spent_ += observed;
    note_uses(work, call, group.site, group.observer.not_seen_whole() == unseen);
  } else {
    ++group.unseen;
    assume_uses(work, call, group.site);
  }
  const bool stopped_threads = group.observer.hazards().out_of_bounds != 0;  // which would have written something
  const bool is_partly_seen = !seen || group.observer.not_seen_whole() > unseen;
  if (is_partly_seen || stopped_threads) assume_written();
  if (is_partly_seen && GlobalMemory::instance().has_open_remote()) Links::instance().has_unseen = true;
  opened.reset();
  Repeats::instance().end(work, took, remote, !broke_off && !stopped_threads && !nobody.hazards().any());
  conclude(group, seen || nobody.hazards().any(), broke_off);
  MistakeLog::instance().next_turn();
  if (stops_all_blocks) raise(SIGALRM);  // whoever stops them awaits it
}

}  // namespace ladder::emulator
