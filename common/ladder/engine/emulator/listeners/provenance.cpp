#include "ladder/engine/emulator/listeners/provenance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "ladder/engine/emulator/checks/hazard_words.hpp"
#include "ladder/engine/emulator/executable/array_shapes.hpp"
#include "ladder/engine/emulator/executable/kernel_facts.hpp"
#include "ladder/engine/emulator/executable/source_lines.hpp"
#include "ladder/engine/emulator/memory/global_memory.hpp"

namespace ladder::emulator {
namespace {

constexpr std::uintptr_t word_bytes = sizeof(Step::bits);

// What lies there now, at most up to the end of its word.
std::uint32_t bits_at(std::uintptr_t address) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, reinterpret_cast<const void*>(address), word_bytes - address % word_bytes);
  return bits;
}

Step::Doing doing_of(Access operation) {
  switch (operation) {
    case Access::load: return Step::Doing::load;
    case Access::store: return Step::Doing::store;
    default: return Step::Doing::atomic;
  }
}

std::string name_in_shared(const std::vector<SharedArray>& arrays, std::uintptr_t offset) {
  const auto array =
      std::find_if(arrays.begin(), arrays.end(), [=](const SharedArray& a) { return a.contains(offset, 1); });
  const auto byte = static_cast<std::ptrdiff_t>(offset - array->begin);
  return element_name(array->name, array_shape(array->begin), byte);
}

std::string name_in_global(std::uintptr_t address) {
  const Buffer* const buffer = GlobalMemory::instance().find(address, 1);
  if (buffer == nullptr) return "memory";
  return fmt::format("{}[{}]", buffer->name, (address - buffer->begin) / buffer->element_bytes);
}

// What is looked for in the debug information but once for each site.
template <typename Answer>
std::function<Answer(const Step&)> by_site(Answer (*ask)(Site)) {
  return [ask, known = std::make_shared<std::map<Site, Answer>>()](const Step& step) {
    const auto [at, is_new] = known->try_emplace(step.site);
    if (is_new) at->second = ask(step.site);
    return at->second;
  };
}

CodePlace line_of(Site site) {
  const SourceLine line = source_lines({site}).front();
  return {line.file, line.line};
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
  Step step{doing_of(access.operation),
            access.space == Space::shared,
            static_cast<std::uint32_t>(launches_.size() - 1),
            who.thread,
            who.block,
            access.site,
            access.address - addresses_from_,
            0};
  for (const std::uintptr_t end = step.address + static_cast<std::uintptr_t>(access.bytes); step.address < end;
       step.address += word_bytes) {
    unsettled_.push_back(step);
  }
  if (access.operation == Access::load) settle();
}

void ValueRecorder::exchange(std::uint64_t block, unsigned thread, Site site, unsigned from, std::uint64_t value) {
  add({Step::Doing::exchange, false, static_cast<std::uint32_t>(launches_.size() - 1), thread, block, site, from,
       static_cast<std::uint32_t>(value)});
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
  is_complete_ = is_complete_ && steps_.size() < Recorder::most_steps;
  if (is_complete_) steps_.push_back(step);
}

Recording ValueRecorder::recording() const {
  Recording recording;
  recording.steps = steps_;
  recording.is_complete = is_complete_;
  for (const auto& [grid, block, kernel, arrays] : launches_)
    recording.launches.push_back({{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}});
  recording.line = by_site(line_of);
  recording.caller = by_site(emulator::caller);
  using Known = std::map<std::pair<std::uint32_t, std::uintptr_t>, std::string>;
  recording.element = [launches = launches_, known = std::make_shared<Known>()](const Step& step) {
    if (!step.in_shared) return name_in_global(step.address);
    const auto [name, is_new] = known->try_emplace({step.launch, step.address});
    if (is_new) name->second = name_in_shared(launches[step.launch].arrays, step.address);
    return name->second;
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
    const event::Offer& own = exchange.offers[lane];
    const auto source = static_cast<unsigned>(own.source);
    if (own.source < 0 || !contains(exchange.lanes, source)) return;
    recorder_->exchange(context_.running.block, exchange.first + lane, own.site, exchange.first + source,
                        exchange.offers[source].value);
  });
}

}  // namespace ladder::emulator
