// What the emulator sees of a launch.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <string>
#include <vector>

#include "ladder/engine/engine.hpp"
#include "ladder/verification/device_buffer.hpp"
#include "tests/kernels.hpp"

namespace tests {

inline constexpr std::size_t elements = 4096;

struct Seen : ladder::Observation {
  std::vector<float> out = std::vector<float>(elements);
  std::string first_message() const { return messages.empty() ? "" : messages.front(); }
};

template <typename Launch>
Seen observe(const Launch& launch) {
  const auto engine = ladder::make_emulator();
  ladder::DeviceBuffer<float> in(*engine, elements, "in"), out(*engine, elements, "out");
  std::vector<float> values(elements);
  for (std::size_t i = 0; i < elements; ++i) values[i] = static_cast<float>(i);
  in.upload(0, values);
  Seen seen{*engine->execute([&] { launch(kernels::Buffers{in.data(), out.data(), elements}); })};
  out.download(0, seen.out);
  CHECK(out.guards_intact());
  return seen;
}

// How long a block may run, while this lives.
struct TimeLimit {
  explicit TimeLimit(const char* seconds) { setenv("LADDER_TIME_LIMIT", seconds, 1); }
  ~TimeLimit() { unsetenv("LADDER_TIME_LIMIT"); }
};

inline void check_healthy(const Seen& seen) { CHECK(seen.messages == std::vector<std::string>()); }

}  // namespace tests
