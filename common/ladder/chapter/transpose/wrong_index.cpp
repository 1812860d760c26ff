#include "ladder/chapter/transpose/wrong_index.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <exception>
#include <optional>
#include <vector>

#include "ladder/chapter/transpose/twin_index.hpp"
#include "ladder/verification/wrong_index.hpp"

namespace ladder::transpose {
namespace {

struct Found {
  std::string words;
  bool stopped;  // threads were, so that the run shows less
};

Found wrong_index_at(Engine& engine, const Variant& variant, const Placed& placed, bool tests_too) {
  const long rows = placed.rows, cols = placed.cols;
  const std::size_t elements = placed.offset + std::size_t{placed.rows} * placed.cols;
  DeviceBuffer<float> in(engine, elements, "in"), out(engine, elements, "out");
  in.upload(0, std::vector<float>(elements));
  const float* const begin = in.data() + placed.offset;
  float* const out_begin = out.data() + placed.offset;
  const Arguments arguments{begin, out_begin, placed.rows, placed.cols, placed.most_blocks_in_y};
  const Recording recording =
      engine.recorder()->record([&] { variant.run(arguments); }, [](const Step& step) { return !step.in_shared; });
  const bool stopped = !recording.stopped.empty();
  const bool transposed = variant.output != Output::copied;
  const MatrixShape of_in{"in", rows, cols, {"rows", "cols"}}, of_copy{"out", rows, cols, {"rows", "cols"}},
      of_out{"out", cols, rows, {"cols", "rows"}};
  const UsedArray loaded{of_in, reinterpret_cast<std::uintptr_t>(begin), Step::Doing::load};
  const UsedArray stored{transposed ? of_out : of_copy, reinterpret_cast<std::uintptr_t>(out_begin),
                         Step::Doing::store};
  const std::string wrong_load = ladder::wrong_index(recording, loaded, tests_too);
  const std::string wrong_store = ladder::wrong_index(recording, stored, tests_too);
  const std::string& words = wrong_load.empty() ? wrong_store : wrong_load;
  if (wrong_load.empty() == wrong_store.empty()) return {words, stopped};
  const std::string beside = wrong_load.empty() ? flaw_beside(recording, stored, loaded, transposed)
                                                : flaw_beside(recording, loaded, stored, transposed);
  return {beside.empty() ? words : beside, stopped};
}

// Of the first size at which it runs to its end; else of the first at which threads are stopped.
std::string at_sizes(Engine& engine, const Variant& variant, const std::vector<Placed>& sizes, bool tests_too) {
  if (engine.recorder() == nullptr) return {};
  std::string of_stopped;
  for (const Placed& placed : sizes) {
    try {
      const bool fits_float4 = placed.rows % 4 == 0 && placed.cols % 4 == 0;  // else each part has a test of its own
      const auto [words, stopped] = wrong_index_at(engine, variant, placed, tests_too && fits_float4);
      if (words.empty()) continue;
      const std::string at_size = fmt::format("{} (at {}x{})", words, placed.rows, placed.cols);
      if (!stopped) return at_size;
      if (of_stopped.empty()) of_stopped = at_size;
    } catch (const std::exception&) {
      // It fails in another way now, which explains nothing.
    }
  }
  return of_stopped;
}

}  // namespace

std::string wrong_index(Engine& engine, const Variant& variant, const Placed& placed, bool tests_too) {
  const auto [rows, cols, offset, most_blocks] = placed;
  // Rows that a float4 fits, and rows that it does not.
  return at_sizes(engine, variant,
                  {{400, 216, offset, most_blocks},
                   {216, 400, offset, most_blocks},
                   {403, 217, offset, most_blocks},
                   {217, 403, offset, most_blocks}},
                  tests_too);
}

std::optional<Index> load_down_columns(Engine& engine, const Variant& variant) {
  constexpr unsigned rows = 264, cols = 136;
  DeviceBuffer<float> in(engine, rows * cols, "in"), out(engine, rows * cols, "out");
  in.upload(0, std::vector<float>(rows * cols));
  const Recording recording = engine.recorder()->record(
      [&] {
        variant.run({in.data(), out.data(), rows, cols});
      },
      [](const Step& step) { return !step.in_shared; });
  const auto step_of_x = [](const std::optional<Index>& index) {
    long step = 0;
    if (!index) return step;
    for (const Digit& digit : index->formula.digits) step = digit.name == "threadIdx.x" ? digit.step : step;
    return step;
  };
  const auto load =
      index_of(recording, {{"in", rows, cols}, reinterpret_cast<std::uintptr_t>(in.data()), Step::Doing::load});
  const auto store =
      index_of(recording, {{"out", cols, rows}, reinterpret_cast<std::uintptr_t>(out.data()), Step::Doing::store});
  const bool is_along_row = step_of_x(store) > 0 && step_of_x(store) < rows;
  return step_of_x(load) >= cols && is_along_row ? load : std::nullopt;
}

}  // namespace ladder::transpose
