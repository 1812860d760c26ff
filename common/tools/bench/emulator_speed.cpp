// How fast the emulator is, all its checks on: step 3's pad1_32x8 at 2048 x 2048, as elements per second.
//
//   cmake --build build --target emulator_speed && build/bin/emulator_speed
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "ladder/problems/transpose/fixture.hpp"
#include "ladder/verification/comparison.hpp"

using namespace ladder;

int main() {
  constexpr unsigned side = 2048;
  constexpr int runs = 11;
  const auto engine = make_emulator();
  const auto variants = transpose::catalog_of(*engine).variants;
  const auto variant = std::ranges::find_if(variants, [](const auto& v) { return v.name == "pad1_32x8"; });
  DeviceBuffer<float> in(*engine, std::size_t{side} * side, "in"), out(*engine, std::size_t{side} * side, "out");
  fill_with_input(in);
  std::vector<double> rates;
  for (int i = 0; i < runs; ++i) {
    const auto start = std::chrono::steady_clock::now();
    engine->execute([&] { variant->run({in.data(), out.data(), side, side}); });
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    rates.push_back(static_cast<double>(in.size()) / seconds.count());
  }
  std::ranges::sort(rates);
  fmt::print("{}, {} x {}: {:.3g} elements/s (median of {}, {:.3g} to {:.3g})\n", variant->name, side, side,
             rates[runs / 2], runs, rates.front(), rates.back());
}
