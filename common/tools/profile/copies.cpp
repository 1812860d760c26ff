#include "tools/profile/copies.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "ladder/base/shell.hpp"
#include "ladder/engine/engine.hpp"
#include "ladder/verification/device_buffer.hpp"

namespace ladder::profile {

Observation emulate(const probe::Copy& copy) {
  const auto engine = make_emulator();
  DeviceBuffer<float> in(*engine, probe::copied_bytes / sizeof(float), "in");
  DeviceBuffer<float> out(*engine, probe::copied_bytes / sizeof(float), "out");
  in.upload(0, std::vector<float>(in.size()));
  return *engine->execute([&] { copy.launch(in.data(), out.data()); });
}

std::vector<MeasuredVariant> measure_copies(const NsightCompute& ncu, const std::string& folder) {
  const auto kernels = ncu.profile(shell_quoted(folder + "/probe") + " copies", all_metrics());
  const auto copies = emulator::copies();
  if (kernels.size() != copies.size()) {
    throw std::runtime_error(fmt::format("probe copies: ncu saw {} of {} launches", kernels.size(), copies.size()));
  }
  std::vector<MeasuredVariant> measured;
  for (std::size_t i = 0; i < copies.size(); ++i) {
    measured.push_back({"copies", copies[i].name, {}, counters_from(kernels[i].metrics)});
  }
  return measured;
}

}  // namespace ladder::profile
