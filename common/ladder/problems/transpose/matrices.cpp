#include "ladder/problems/transpose/matrices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "ladder/diagnose/not_shared.hpp"
#include "ladder/diagnose/wrong_output.hpp"
#include "ladder/problems/transpose/reference.hpp"
#include "ladder/verification/comparison.hpp"

namespace ladder::transpose {
namespace {

constexpr std::size_t most_elements = std::size_t{1} << 17;  // of a matrix that can be followed

std::size_t elements(const Placed& placed) { return std::size_t{placed.rows} * placed.cols; }

// Whether the variant's output is wrong, though something is stored to it, and nothing else shows why.
bool is_wrong(Engine& engine, const Variant& variant, const Placed& placed) {
  const Matrices matrices(engine, placed);
  try {
    const auto seen = engine.execute([&] { variant.run(matrices.arguments()); });
    if (!seen || !seen->hazards.leave_cause_open()) return false;
    const std::vector<std::uint32_t> found = matrices.found();
    const bool is_written = std::ranges::any_of(found, [](auto bits) { return bits != poison_bits; });
    return is_written && found != matrices.due(variant.output);
  } catch (const std::exception&) {
    return false;  // it does not come to its end there
  }
}

// Matrices from the smallest on, with rows and columns before those that are but one; and this one, unless it is too
// large to be followed.
std::vector<Placed> smaller(const Placed& placed) {
  constexpr std::pair<unsigned, unsigned> sizes[] = {{3, 5},     {5, 3},     {9, 17},  {17, 9},  {32, 32}, {31, 33},
                                                     {33, 31},   {33, 65},   {65, 33}, {64, 64}, {67, 66}, {64, 128},
                                                     {127, 129}, {130, 260}, {1, 2},   {2, 1}};
  std::vector<Placed> all;
  for (const auto& [rows, cols] : sizes) all.push_back({rows, cols, placed.offset, placed.most_blocks_in_y});
  std::erase_if(all, [&](const Placed& other) { return elements(other) >= elements(placed); });
  if (elements(placed) <= most_elements) all.push_back(placed);
  return all;
}

// With several blocks of every variant in each direction, so that the index of its blocks is seen; for kernels of
// floats, for those of float4, and with no tile cut off, where each thread goes through all iterations.
std::vector<Placed> larger(const Placed& placed) {
  return {{259, 265, placed.offset, placed.most_blocks_in_y},
          {264, 260, placed.offset, placed.most_blocks_in_y},
          {256, 512, placed.offset, placed.most_blocks_in_y}};
}

// stops: threads do, where they would leave an array; of the steps that they would make then, nothing is known.
Finding cause_at(Engine& engine, const Variant& variant, const Placed& placed, bool stops = false) {
  const Matrices matrices(engine, placed);
  Recording recording =
      engine.recorder()->record([&] { variant.run(matrices.arguments()); }, [](const Step&) { return true; });
  recording.is_complete = recording.is_complete && !stops;
  if (recording.steps.empty()) {
    return {.rule = "wrong_result",
            .file = "variants.cu",
            .line = variant.line,
            .words = "no thread loads or stores anything: check guard, early return, loop bound"};
  }
  const auto array = [&](const char* name, const DeviceBuffer<float>& buffer, std::vector<std::uint32_t> words,
                         std::size_t rows, std::size_t cols) {
    return WatchedArray{
        name, reinterpret_cast<std::uintptr_t>(buffer.data() + placed.offset), std::move(words), {rows, cols}};
  };
  const bool copied = variant.output == Output::copied;
  const auto [rows, cols] = std::pair(placed.rows, placed.cols);
  return cause_of_wrong_output(
      std::move(recording), array("in", matrices.in, matrices.due(Output::copied), rows, cols),
      array("out", matrices.out, matrices.due(variant.output), copied ? rows : cols, copied ? cols : rows),
      Content::moved);
}

// Whether threads leave arrays, and else nothing is wrong but what follows from that.
bool only_stops(Engine& engine, const Variant& variant, const Placed& placed) {
  const Matrices matrices(engine, placed);
  const auto seen = engine.execute([&] { variant.run(matrices.arguments()); });
  return elements(placed) <= most_elements && seen && seen->hazards.races + seen->hazards.divergent_barriers == 0;
}

}  // namespace

Matrices::Matrices(Engine& engine, const Placed& where)
    : placed(where),
      in(engine, where.offset + elements(where), "in"),
      out(engine, where.offset + elements(where), "out") {
  fill_with_input(in, placed.offset);
  in.keep_from_kernels();
}

std::vector<std::uint32_t> Matrices::found() const { return bits_of(out, placed.offset); }

std::vector<std::uint32_t> Matrices::due(Output output) const {
  std::vector<std::uint32_t> bits(elements(placed));
  output == Output::copied ? copy_on_cpu(0, bits) : transpose_on_cpu(0, bits, placed.rows, placed.cols);
  return bits;
}

Finding cause_of_wrong_matrix(Engine& engine, const Variant& variant, const Placed& placed, bool is_open) {
  if (engine.recorder() == nullptr) return {};
  try {
    const Matrices small(engine, {1, 1, placed.offset, placed.most_blocks_in_y});
    Finding cause = not_shared(
        engine, [&] { variant.run(small.arguments()); }, std::size_t{variant.block.x} * variant.block.y);
    if (cause.found()) return cause;
    if (!is_open) return only_stops(engine, variant, placed) ? cause_at(engine, variant, placed, true) : cause;
    Finding nothing;
    const auto look_at = [&](const Placed& where) {
      const bool is_same = where.rows == placed.rows && where.cols == placed.cols;
      if (!is_same && !is_wrong(engine, variant, where)) return;
      Finding found = cause_at(engine, variant, where);
      if (found.file == "variants.cu") {  // nothing is done: of a small matrix that is no mistake
        if (is_same) nothing = found;
        return;
      }
      if (!found.found() || (cause.found() && !found.is_proved)) return;
      if (!is_same) found.words += fmt::format(" (at {}x{})", where.rows, where.cols);
      if (found.is_of_launch && variant.line != 0) {
        found.words = fmt::format("at {}:{}, {}", found.file, found.line, found.words);
        found.file = "variants.cu", found.line = variant.line;
      }
      cause = found;
    };
    for (const Placed& where : smaller(placed)) {
      if (!cause.found()) look_at(where);
    }
    for (const Placed& where : larger(placed)) {
      if (!cause.is_proved) look_at(where);
    }
    if (!cause.is_proved && elements(placed) <= most_elements) look_at(placed);
    return cause.found() ? cause : nothing;
  } catch (const std::exception&) {
    return {};  // it fails in another way now, which explains nothing
  }
}

}  // namespace ladder::transpose
