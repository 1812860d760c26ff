#include "ladder/chapter/transpose/verify.hpp"

#include <fmt/format.h>

#include <exception>
#include <utility>

#include "ladder/chapter/transpose/diagnose.hpp"
#include "ladder/chapter/transpose/reference.hpp"
#include "ladder/verification/comparison.hpp"

namespace ladder::transpose {

std::string pattern_in(const DeviceBuffer<float>& out, unsigned rows, unsigned cols, const Variant& variant) {
  constexpr std::size_t most_elements = std::size_t{1} << 24;
  if (variant.output == Output::copied || out.size() > most_elements || variant.tile.x == 0) return {};
  return diagnose(bits_of(out), rows, cols, variant.tile);
}

std::string pattern_elsewhere(Engine& engine, const Variant& variant) {
  // Several tiles of most variants, some of them cut off; and whole ones, where nothing is read that nothing wrote.
  constexpr std::pair<unsigned, unsigned> sizes[] = {{130, 260}, {256, 512}};
  if (engine.recorder() == nullptr) return {};
  for (const auto& [rows, cols] : sizes) {
    DeviceBuffer<float> in(engine, std::size_t{rows} * cols, "in"), out(engine, in.size(), "out");
    fill_with_input(in);
    try {
      engine.execute([&, rows = rows, cols = cols] { variant.run({in.data(), out.data(), rows, cols}); });
    } catch (const std::exception&) {
      return {};
    }
    const std::string pattern = pattern_in(out, rows, cols, variant);
    if (!pattern.empty()) return fmt::format("{} (at {}x{})", pattern, rows, cols);
  }
  return {};
}

std::string verify(const DeviceBuffer<float>& out, unsigned rows, unsigned cols, const Variant& variant) {
  const bool copied = variant.output == Output::copied;
  const Expected expected = [&](std::size_t first, std::span<std::uint32_t> bits) {
    copied ? copy_on_cpu(first, bits) : transpose_on_cpu(first, bits, rows, cols);
  };
  const auto [wrong, unwritten, first] =
      compare(out, expected, variant.keeps_nan_bits ? Nans::same_bits : Nans::any_nan);
  if (first) {
    const std::size_t out_cols = copied ? cols : rows;
    const std::string is_what = first->found == poison_bits
                                    ? "was never written"
                                    : fmt::format("is {:#010x}, not {:#010x}", first->found, first->expected);
    const std::string pattern = pattern_in(out, rows, cols, variant);
    return fmt::format("row {}, column {} of the output {}; {} of {} elements are wrong, {} of them never written{}",
                       first->index / out_cols, first->index % out_cols, is_what, wrong, out.size(), unwritten,
                       pattern.empty() ? "" : "; " + pattern);
  }
  if (!out.guards_intact()) return "something was written outside the output";
  return {};
}

}  // namespace ladder::transpose
