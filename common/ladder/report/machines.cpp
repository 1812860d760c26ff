#include "ladder/report/machines.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "ladder/base/json.hpp"
#include "ladder/base/mapped.hpp"

namespace ladder {
namespace {

// {"h200", R"json(...)json"}, and so on: CMake writes it.
const std::pair<const char*, const char*> recorded[] = {
#include "recorded_rates.inc"
};

const std::map<std::string, memory_model::Machine>& machines() {
  static const auto all = [] {
    std::map<std::string, memory_model::Machine> read;
    for (const auto& [name, text] : recorded) read.emplace(name, machine_from_json(text));
    return read;
  }();
  return all;
}

}  // namespace

std::vector<std::string> machine_names() {
  auto names = mapped(machines(), [](const auto& machine) { return machine.first; });
  std::stable_partition(names.begin(), names.end(), [](const std::string& name) { return name == "h200"; });
  return names;
}

bool is_of(const memory_model::Machine& machine, const std::string& device) {
  return device.starts_with(machine.name + ",");
}

std::string machine_for(const std::string& asked_for, const std::string& device) {
  if (!asked_for.empty()) return asked_for;
  for (const auto& [name, machine] : machines()) {
    if (is_of(machine, device)) return name;
  }
  return machine_names().front();
}

const memory_model::Machine& machine(const std::string& name) { return machines().at(name); }

memory_model::Machine machine_from_json(const std::string& text) {
  try {
    const auto json = Json::parse(text);
    const auto rate = [&](const char* name) { return json.at("rates").at(name).at("value").get<double>(); };
    // Of a memory that is full what waits is what the threads send at once; that is no latency of its own.
    const auto curve = [&](const char* name, double most) {
      constexpr double full = 0.9;
      std::vector<std::pair<double, double>> points;
      for (const auto& point : json.at(name)) {
        if (point.at("bytes_per_second").get<double>() > full * most) break;
        points.emplace_back(point.at("bytes_per_second"), point.at("seconds"));
      }
      return points;
    };
    memory_model::Machine machine;
    const std::string device = json.at("context").at("device");  // "NVIDIA H200, 132 SMs; .."
    machine.name = device.substr(0, device.find(','));
    machine.multiprocessors = std::stod(device.substr(device.find(',') + 1));
    machine.read_bytes = rate("read_bytes");
    machine.copied_bytes = rate("copied_bytes");
    machine.requests = rate("requests");
    machine.wavefronts = rate("wavefronts");
    machine.barrier_wavefronts = rate("barrier_wavefronts");
    machine.partial_sectors = rate("partial_sectors");
    machine.partial_sectors_copying = rate("partial_sectors_copying");
    machine.scattered_sectors = rate("scattered_sectors");
    machine.scattered_sectors_copying = rate("scattered_sectors_copying");
    machine.blocks = rate("blocks");
    machine.shared_latency = rate("shared_latency");
    machine.barrier_latency = rate("barrier_latency");
    machine.barrier_latency_of_warp = rate("barrier_latency_of_warp");
    machine.block_latency = rate("block_latency");
    machine.block_latency_of_warp = rate("block_latency_of_warp");
    machine.index_latency_of_warp = rate("index_latency_of_warp");
    machine.launch_latency = rate("launch_latency");
    machine.run_latency = rate("run_latency");
    machine.atomics = rate("atomics");
    machine.atomics_on_one = rate("atomics_on_one");
    machine.latency = curve("latency", machine.read_bytes);
    machine.latency_copying = curve("latency_copying", machine.copied_bytes / 2);
    machine.latency_at_once = curve("latency_at_once", machine.read_bytes);
    machine.latency_at_once_copying = curve("latency_at_once_copying", machine.copied_bytes / 2);
    return machine;
  } catch (const std::exception& error) {
    throw std::runtime_error(std::string("not a file of rates: ") + error.what());
  }
}

}  // namespace ladder
