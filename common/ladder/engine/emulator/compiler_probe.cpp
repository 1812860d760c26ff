#include "ladder/engine/emulator/compiler_probe.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <vector>

namespace ladder::emulator {

std::string probe_compiler(Engine& engine) {
  const std::vector<float> values(4 * 96 + 64);
  void* memory = engine.allocate(values.size() * sizeof(float), sizeof(float), "probe");
  engine.upload(memory, values.data(), values.size() * sizeof(float));
  auto* floats = static_cast<float*>(memory);
  const auto seen = engine.execute([&] { launch_compiler_probe(floats, floats + 4 * 96); })->counters;
  engine.release(memory);

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
