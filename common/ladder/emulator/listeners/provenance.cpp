#include "ladder/emulator/listeners/provenance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string>

#include "ladder/emulator/debuginfo/array_shapes.hpp"
#include "ladder/emulator/debuginfo/kernel_facts.hpp"
#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/memory/global_memory.hpp"

namespace ladder::emulator {
namespace {

std::string name_in_shared(const std::vector<SharedArray>& arrays, std::uintptr_t offset) {
  const auto array = std::ranges::find_if(arrays, [=](const SharedArray& a) { return a.contains(offset, 1); });
  const auto byte = static_cast<std::ptrdiff_t>(offset - array->begin);
  return element_name(array->name, array->shape, byte);
}

std::string name_in_global(std::uintptr_t address) {
  const Buffer* const buffer = GlobalMemory::instance().find(address, 1);
  if (buffer == nullptr) return "memory";
  return fmt::format("{}[{}]", buffer->name, (address - buffer->begin) / buffer->element_bytes);
}

std::set<std::uintptr_t> sites_of(const Recording& recording) {
  std::set<std::uintptr_t> sites;
  for (const Step& step : recording.steps) sites.insert(step.site);
  return sites;
}

}  // namespace

void ValueRecorder::access(const Running& who, const LaneAccess& access, const SharedMemory& shared) {
  settle();
  addresses_from_ = access.space == Space::shared ? shared.begin() : 0;
  Step step{Step::Doing{static_cast<int>(access.operation)},
            access.space == Space::shared,
            static_cast<std::uint32_t>(launches_.size() - 1),
            who.thread,
            who.block,
            access.site,
            access.address - addresses_from_,
            0};
  for (const std::uintptr_t end = step.address + static_cast<std::uintptr_t>(access.bytes); step.address < end;
       step.address += step_bytes_) {
    unsettled_.push_back(step);
  }
  if (access.operation == Access::load) settle();
}

void ValueRecorder::exchange(std::uint64_t block, unsigned thread, Site site, unsigned from, std::uint64_t value) {
  Step step{
      Step::Doing::exchange, false, static_cast<std::uint32_t>(launches_.size() - 1), thread, block, site, from, 0};
  for (std::size_t byte = 0; byte < sizeof step.bits; byte += step_bytes_) {
    std::memcpy(&step.bits, reinterpret_cast<const char*>(&value) + byte, step_bytes_);
    add(step);
  }
}

void ValueRecorder::copied(const std::vector<const void*>& from, const void* to, std::size_t bytes) {
  const Launch& launch = launches_.back();
  for (std::size_t offset = 0; offset + step_bytes_ <= bytes; offset += step_bytes_) {
    const auto target = reinterpret_cast<std::uintptr_t>(to) + offset;
    Step step{Step::Doing::load, false, static_cast<std::uint32_t>(launches_.size() - 1), 0, target, launch.at, 0, 0};
    for (const void* begin : from) {
      step.address = reinterpret_cast<std::uintptr_t>(begin) + offset;
      step.bits = bits_at(step.address);
      add(step);
    }
    step.doing = Step::Doing::store;
    step.address = target;
    step.bits = bits_at(target);
    add(step);
  }
}

std::uint32_t ValueRecorder::bits_at(std::uintptr_t address) const {
  std::uint32_t bits = 0;
  std::memcpy(&bits, reinterpret_cast<const void*>(address), step_bytes_ - address % step_bytes_);
  return bits;
}

void ValueRecorder::settle() {
  for (Step& step : unsettled_) {
    step.bits = bits_at(addresses_from_ + step.address);
    add(step);
  }
  unsettled_.clear();
}

void ValueRecorder::add(const Step& step) {
  if (!keep_(step)) return;
  is_complete_ = is_complete_ && steps_.size() < Recording::most_steps;
  if (is_complete_) steps_.push_back(step);
}

Recording ValueRecorder::recording() const {
  Recording recording;
  recording.steps = steps_;
  recording.is_complete = is_complete_ && !passes_host_;
  for (const auto& [grid, block, kernel, arrays, at, function] : launches_) {
    recording.launches.push_back({{grid.x, grid.y, grid.z},
                                  {block.x, block.y, block.z},
                                  source_line(at),
                                  function == nullptr ? "" : fmt::format("{}()", function)});
  }
  recording.line = [](const Step& step) { return source_line(step.site); };
  recording.callers = [](const Step& step) { return calling_lines(step.site); };
  recording.element = [launches = launches_](const Step& step) {
    return step.in_shared ? name_in_shared(launches[step.launch].arrays, step.address) : name_in_global(step.address);
  };
  recording.variables = [sites = sites_of(recording), launches = launches_] {
    return launches.empty() ? std::vector<DeclaredVariable>() : declared_variables(launches.front().kernel, sites);
  };
  return recording;
}

// A lane whose source has not come keeps its own value.
void Provenance::on(const event::Exchange& exchange) {
  if (recorder_ == nullptr || exchange.orders_memory) return;
  for_each_lane(exchange.lanes, [&](unsigned lane) {
    const event::LaneValue& own = exchange.offers[lane];
    const auto source = static_cast<unsigned>(own.source);
    if (own.source < 0 || !contains(exchange.lanes, source)) return;
    recorder_->exchange(context_.running.block, exchange.first + lane, own.site, exchange.first + source,
                        exchange.offers[source].value);
  });
}

}  // namespace ladder::emulator
