#include "ladder/emulator/runtime/repeats.hpp"

#include <algorithm>

#include "ladder/emulator/block/block.hpp"
#include "ladder/emulator/memory/device_variables.hpp"
#include "ladder/emulator/runtime/devices.hpp"

namespace ladder::emulator {
namespace {

void append(std::string& key, const auto&... values) {
  (key.append(reinterpret_cast<const char*>(&values), sizeof values), ...);
}

std::string key_of(const Configuration& configuration, const KernelCall& call, std::uintptr_t site, const Work& work) {
  const auto& [grid, block, shared_bytes, is_cooperative] = configuration;
  std::string key(static_cast<const char*>(call.values()), call.values_bytes());
  append(key, grid, block, shared_bytes, is_cooperative, site, work.stream, Order::instance().several_streams());
  const void* const kernel = call.kernel();
  append(key, kernel);
  return key;
}

// The allocations that a kernel of the device may touch: those that the host may touch as well, or the others.
std::vector<Segment> allocations(int device, bool of_host) {
  std::vector<Segment> found;
  for (const auto& [begin, allocation] : Allocations::instance().all()) {
    if ((allocation.kind != MemoryKind::device) == of_host && is_open_to(allocation, device))
      found.push_back({begin, allocation.bytes});
  }
  return found;
}

}  // namespace

Fingerprints Repeats::memory(int device) {
  static const std::vector<Segment> own_variables = variables_of_each_device(), host_variables = managed_variables();
  const auto began = std::chrono::steady_clock::now();
  std::vector<Segment> of_host = allocations(device, true);
  of_host.insert(of_host.end(), host_variables.begin(), host_variables.end());
  std::optional<Opened> opened;
  if (!of_host.empty() || own_of_ != device) opened.emplace(device);
  const bool is_new = own_of_ != device;
  if (is_new) {
    std::vector<Segment> own = allocations(device, false);
    own.insert(own.end(), own_variables.begin(), own_variables.end());
    own_ = fingerprints_of(own);
    own_of_ = device;
  }
  Fingerprints all = fingerprints_of(of_host);
  all.add(own_);
  if (is_new) look_ = std::chrono::steady_clock::now() - began;
  return all;
}

void Repeats::forget(Launch& launch) {
  for (const Piece& piece : launch.changed) kept_bytes_ -= piece.bytes.size();
  launch.changed.clear();
  launch.before.reset();
}

// False where it is too much.
bool Repeats::keep_changes(Launch& launch, const Fingerprints& after) {
  constexpr std::size_t most_bytes = std::size_t{1} << 30;
  const Opened opened(own_of_);
  for (std::size_t i = 0; i < after.pieces.size(); ++i) {
    if (after.of_pieces[i] == before_->of_pieces[i]) continue;
    const auto& [begin, bytes] = after.pieces[i];
    if ((kept_bytes_ += bytes) > most_bytes) return kept_bytes_ -= bytes, false;
    const auto* const from = reinterpret_cast<const std::byte*>(begin);
    launch.changed.push_back({begin, {from, from + bytes}});
  }
  return true;
}

bool Repeats::begin(const Configuration& configuration, const KernelCall& call, std::uintptr_t site, const Work& work,
                    bool may_skip) {
  constexpr std::size_t most_launches = 10'000;  // that are kept: a program that changes an argument has no end of them
  if (launches_.size() == most_launches) launches_.clear(), kept_bytes_ = 0;
  const auto [found, is_new] = launches_.try_emplace(key_of(configuration, call, site, work));
  Launch& launch = found->second;
  running_ = &launch;
  before_.reset();
  does_more_than_store = false;
  const int device = Order::instance().device_of(work.stream);
  const bool is_likely = launch.before && launch.changed.empty() && own_of_ == device;  // and to look costs little
  const bool is_due = !is_new && launch.ran >= std::max(launch.patience, look_);
  if (!may_skip || !(is_likely || is_due)) return false;
  before_ = memory(device);
  if (launch.before == before_->of_all) {
    do_again(launch, work);
    return true;
  }
  forget(launch);
  return false;
}

void Repeats::do_again(Launch& launch, const Work& work) {
  Allocations& allocations = Allocations::instance();
  if (!launch.changed.empty()) {
    note_change();
    const Opened opened(Order::instance().device_of(work.stream));
    for (const auto& [begin, bytes] : launch.changed) std::ranges::copy(bytes, reinterpret_cast<std::byte*>(begin));
    assume_written();
  }
  for (auto& [begin, use] : launch.uses) {
    Allocation& allocation = *allocations.find(reinterpret_cast<const void*>(begin));
    // Who comes after this work comes after the earlier one, too.
    std::erase_if(allocation.uses, [&before = use.work](const Use& earlier) { return earlier.work.is(before); });
    use.work = work;
    allocations.use(allocation, use);
    allocation.result = {};
  }
  allocations.close();
  Links::instance().add(Order::instance().device_of(work.stream), launch.remote);
  saved_ += launch.took;
  launch.patience = Duration(0);
  launch.ran = launch.took;
}

void Repeats::end(const Work& work, Duration took, const RemoteSectors& remote, bool may_repeat) {
  Launch& launch = *running_;
  note_change();
  launch.ran += took;
  if (!before_) return;
  launch.patience = std::max(2 * launch.patience, look_);
  launch.ran = Duration(0);
  if (!may_repeat || does_more_than_store) return;
  if (!keep_changes(launch, memory(Order::instance().device_of(work.stream)))) return forget(launch);
  launch.before = before_->of_all;
  launch.took = took;
  launch.remote = remote;
  launch.uses.clear();
  for (const auto& [begin, allocation] : Allocations::instance().all()) {
    for (const Use& use : allocation.uses) {
      if (use.work.is(work)) launch.uses.emplace_back(begin, use);
    }
  }
}

}  // namespace ladder::emulator
