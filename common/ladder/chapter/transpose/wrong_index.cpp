#include "ladder/chapter/transpose/wrong_index.hpp"

#include <fmt/format.h>

#include <exception>
#include <vector>

#include "ladder/verification/wrong_index.hpp"

namespace ladder::transpose {
namespace {

std::string wrong_index_at(Engine& engine, const Variant& variant, const Placed& placed, bool tests_too) {
  const long rows = placed.rows, cols = placed.cols;
  const std::size_t elements = placed.offset + std::size_t{placed.rows} * placed.cols;
  DeviceBuffer<float> in(engine, elements, "in"), out(engine, elements, "out");
  in.upload(0, std::vector<float>(elements));
  const float* const begin = in.data() + placed.offset;
  float* const out_begin = out.data() + placed.offset;
  const Arguments arguments{begin, out_begin, placed.rows, placed.cols, placed.most_blocks_in_y};
  const Recording recording =
      engine.recorder()->record([&] { variant.run(arguments); }, [](const Step& step) { return !step.in_shared; });
  const MatrixShape of_in{"in", rows, cols, {"rows", "cols"}}, of_copy{"out", rows, cols, {"rows", "cols"}},
      of_out{"out", cols, rows, {"cols", "rows"}};
  const std::string words =
      ladder::wrong_index(recording, {of_in, reinterpret_cast<std::uintptr_t>(begin), Step::Doing::load}, tests_too);
  if (!words.empty()) return words;
  return ladder::wrong_index(recording,
                             {variant.output == Output::copied ? of_copy : of_out,
                              reinterpret_cast<std::uintptr_t>(out_begin), Step::Doing::store},
                             tests_too);
}

std::string at_sizes(Engine& engine, const Variant& variant, const std::vector<Placed>& sizes, bool tests_too) {
  if (engine.recorder() == nullptr) return {};
  try {
    for (const Placed& placed : sizes) {
      const std::string words = wrong_index_at(engine, variant, placed, tests_too);
      if (!words.empty()) return fmt::format("{} (at {}x{})", words, placed.rows, placed.cols);
    }
  } catch (const std::exception&) {
    // It fails in another way now, which explains nothing.
  }
  return {};
}

}  // namespace

std::string wrong_index(Engine& engine, const Variant& variant, const Placed& placed, bool tests_too) {
  const auto [rows, cols, offset, most_blocks] = placed;
  return at_sizes(engine, variant, {{400, 216, offset, most_blocks}, {216, 400, offset, most_blocks}}, tests_too);
}

}  // namespace ladder::transpose
