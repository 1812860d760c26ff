#include "tests/messages/said.hpp"

#include <exception>
#include <numeric>

#include "ladder/verification/device_buffer.hpp"

namespace messages {

std::vector<std::string> said_of(const WrongKernel& kernel) {
  const auto engine = ladder::make_emulator();
  ladder::DeviceBuffer<float> in(*engine, elements, "in"), out(*engine, elements, "out");
  std::vector<float> values(elements);
  std::iota(values.begin(), values.end(), 0.f);
  in.upload(0, values);
  try {
    return engine->execute([&] { kernel.launch(in.data(), out.data()); })->messages;
  } catch (const std::exception& stopped) {
    return {stopped.what()};
  }
}

}  // namespace messages
