#include "tests/messages/said.hpp"

#include <exception>
#include <numeric>

#include "ladder/emulator/memory/global_memory.hpp"
#include "ladder/engine/engine.hpp"
#include "ladder/verification/device_buffer.hpp"

namespace messages {

ladder::Observation seen_of(const WrongKernel& kernel) {
  const auto engine = ladder::make_emulator();
  ladder::DeviceBuffer<float> in(*engine, elements, "in"), out(*engine, elements, "out");
  std::vector<float> values(elements);
  std::iota(values.begin(), values.end(), 0.f);
  in.upload(0, values);
  in.keep_from_kernels();
  if (kernel.input_is_closed) ladder::emulator::GlobalMemory::instance().set_remote(in.data(), {1, true});
  return *engine->execute([&] { kernel.launch(in.data(), out.data()); });
}

std::vector<std::string> said_of(const WrongKernel& kernel) {
  try {
    const ladder::Observation seen = seen_of(kernel);
    std::vector<std::string> said = seen.messages;
    if (said.empty()) {
      for (const ladder::PlacedHazard& remark : seen.remarks) said.push_back(remark.words);
    }
    return said;
  } catch (const std::exception& stopped) {
    return {stopped.what()};
  }
}

}  // namespace messages
