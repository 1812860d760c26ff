#include "emulator/compiler_probe.hpp"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "device_buffer.hpp"

namespace ladder::emulator {

std::string probe_compiler(Engine& engine) {
  DeviceBuffer<float> vectors(engine, 4 * 96, "vectors"), floats(engine, 64, "floats");
  vectors.upload(0, std::vector<float>(4 * 96));
  floats.upload(0, std::vector<float>(64));
  const auto seen = engine.execute([&] { launch_compiler_probe(vectors.data(), floats.data()); })->counters;

  const std::array found = {seen.global_load_requests, seen.global_load_sectors, seen.global_store_requests,
                            seen.global_store_sectors};
  // Loads: 16 sectors of float4, 4 of floats. Stores: the same, and two arms of every second lane: 4 sectors of floats,
  // 16 of float4.
  const decltype(found) expected = {2, 16 + 4, 4, 16 + 4 + 4 + 16};
  if (found == expected) return {};
  return fmt::format(
      "the compiler that built this program merges, splits or drops memory accesses: the probe kernel's requests and "
      "sectors were {}, not {}; build with g++ 11 or later, or clang++ 14 or later",
      fmt::join(found, ", "), fmt::join(expected, ", "));
}

}  // namespace ladder::emulator
