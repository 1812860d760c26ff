#include "ladder/engine/emulator/recorded_words.hpp"

#include <fmt/format.h>

#include <algorithm>
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

using Words = std::function<std::string(const Step&)>;

// The words on the site of a step, which are looked for in the debug information but once for each site.
Words by_site(const std::function<std::string(Site)>& words) {
  return [words, known = std::make_shared<std::map<Site, std::string>>()](const Step& step) {
    const auto [at, is_new] = known->try_emplace(step.site);
    if (is_new) at->second = words(step.site);
    return at->second;
  };
}

std::string line_in_kernel(Site site) {
  const SourceLine line = calling_line(site);
  return line.file.empty() ? place(site) : fmt::format("{}:{}", line.file, line.line);
}

std::set<std::uintptr_t> sites_of(const Recording& recording) {
  std::set<std::uintptr_t> sites;
  for (const Step& step : recording.steps) sites.insert(step.site);
  return sites;
}

}  // namespace

Recording in_words(const ValueRecorder& recorder) {
  Recording recording;
  recording.steps = recorder.steps();
  recording.stopped = recorder.stopped();
  for (const auto& [grid, block, kernel, arrays] : recorder.launches())
    recording.launches.push_back({{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}});
  recording.line = by_site(place);
  recording.caller = by_site(emulator::caller);
  recording.line_in_kernel = by_site(line_in_kernel);
  recording.thread = [launches = recorder.launches()](const Step& step) {
    const auto& launch = launches[step.launch];
    return fmt::format("thread {} of block {}", index_in(launch.block, step.thread), index_in(launch.grid, step.block));
  };
  using Known = std::map<std::pair<std::uint32_t, std::uintptr_t>, std::string>;
  recording.element = [launches = recorder.launches(), known = std::make_shared<Known>()](const Step& step) {
    if (!step.in_shared) return name_in_global(step.address);
    const auto [name, is_new] = known->try_emplace({step.launch, step.address});
    if (is_new) name->second = name_in_shared(launches[step.launch].arrays, step.address);
    return name->second;
  };
  recording.variables = [sites = sites_of(recording), launches = recorder.launches()] {
    return launches.empty() ? std::vector<DeclaredVariable>() : declared_variables(launches.front().kernel, sites);
  };
  return recording;
}

}  // namespace ladder::emulator
