#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <numeric>
#include <utility>

#include "ladder/diagnose/wrong_output.hpp"
#include "ladder/problems/transpose/fixture.hpp"
#include "ladder/problems/transpose/reference.hpp"
#include "ladder/source/scope.hpp"

namespace ladder::transpose {
namespace {

constexpr std::size_t most_elements = std::size_t{1} << 17;  // of a matrix that can be followed

// Whether the variant's output is wrong, though something is stored to it, and nothing else shows why.
bool is_wrong(Engine& engine, const Variant& variant, const Placed& placed) {
  const Matrices matrices(engine, placed, variant.element_bytes);
  try {
    const auto seen = engine.execute([&] { variant.run(matrices.arguments()); });
    if (!seen || !seen->hazards.leave_cause_open()) return false;
    const std::uint32_t poison = part_of(poison_bits, variant.element_bytes);
    const bool is_written = std::ranges::any_of(bits_of(matrices.out), [=](auto bits) { return bits != poison; });
    return is_written && !verify(matrices.out, placed.rows, placed.cols, variant, placed.part).empty();
  } catch (const std::exception&) {
    return false;  // it does not come to its end there
  }
}

Placed of_size(Placed placed, unsigned rows, unsigned cols) {
  placed.rows = rows, placed.cols = cols;
  return placed;
}

// What the rows of both matrices are aligned for, up to 16 bytes: by that, variants choose between kernels.
std::size_t alignment(const Placed& placed, std::size_t element_bytes) {
  return std::gcd(std::gcd(placed.rows, placed.cols) * element_bytes, std::size_t{16});
}

// Matrices from the smallest on, with rows and columns before those that are but one; and this one, unless it is too
// large to be followed. Of small elements, such as are aligned as this one: another kernel may be right, or wrong
// elsewhere.
std::vector<Placed> smaller(const Placed& placed, std::size_t element_bytes) {
  constexpr std::pair<unsigned, unsigned> sizes[] = {{3, 5},     {5, 3},     {9, 17},  {17, 9},  {32, 32}, {31, 33},
                                                     {33, 31},   {33, 65},   {65, 33}, {64, 64}, {67, 66}, {64, 128},
                                                     {127, 129}, {130, 260}, {1, 2},   {2, 1}};
  std::vector<Placed> all;
  for (const auto& [rows, cols] : sizes) all.push_back(of_size(placed, rows, cols));
  std::erase_if(all, [&](const Placed& other) {
    const bool is_other = element_bytes < 4 && alignment(other, element_bytes) != alignment(placed, element_bytes);
    return is_other || elements(other) >= elements(placed);
  });
  if (elements(placed) <= most_elements) all.push_back(placed);
  return all;
}

// Whether threads collide only where both store to global memory: what they load is right, then.
bool collide_in_stores(const Observation& seen) {
  return std::ranges::all_of(seen.places, [](const PlacedHazard& hazard) {
    using memory_model::Access;
    const bool are_stores = hazard.thread.operation == Access::store && hazard.element.starts_with("global ");
    return hazard.is_remark || !hazard.other || (are_stores && hazard.other->operation == Access::store);
  });
}

// Where threads stop, as they would leave an array, nothing is known of the steps that they would make then.
Finding cause_at(Engine& engine, const Variant& variant, const Placed& placed, const Observation& run = {}) {
  Matrices matrices(engine, placed, variant.element_bytes);
  const auto record = [&](unsigned part) {
    fill_with_input(matrices.in, part);
    matrices.out.poison();
    return engine.excerpts()->record([&] { variant.run(matrices.arguments()); }, [](const Step&) { return true; },
                                     nullptr, variant.element_bytes);
  };
  Recording recording = record_parts(variant.element_bytes, record);
  if (recording.steps.empty()) {
    if (!recording.is_complete) return {};
    return {.rule = "wrong_result",
            .at = {"variants.cu", variant.line},
            .words = "no thread loads or stores anything: " + checks_of_control +
                     ", or a line that stores to each place what it loads from there, which compilers leave out"};
  }
  recording.is_complete = recording.is_complete && run.hazards.out_of_bounds == 0;
  for (Recording::Launch& launch : recording.launches)
    if (launch.at.file.empty()) launch.at = {"variants.cu", variant.line};
  const std::size_t rows = placed.rows, cols = placed.cols;
  const auto array = [&](const char* name, const DeviceArray& elements) {
    return WatchedArray{.name = name,
                        .begin = reinterpret_cast<std::uintptr_t>(elements.at(0)),
                        .words = std::vector<std::uint32_t>(rows * cols),
                        .extents = {rows, cols},
                        .word_bytes = variant.element_bytes};
  };
  WatchedArray in = array("in", matrices.in), out = array("out", matrices.out);
  copy_on_cpu(0, in.words);
  if (variant.output == Output::copied) {
    out.words = in.words;
  } else {
    transpose_on_cpu(0, out.words, rows, cols);
    out.extents = {cols, rows};
  }
  if (run.hazards.races != 0) {
    const Finding left_out = cause_of_wrong_output(recording, in, out, Content::moved, Sought::coverage);
    if (left_out.found() || !collide_in_stores(run)) return left_out;
  }
  return cause_of_wrong_output(std::move(recording), in, out, Content::moved);
}

// The kernel's signature, where its parameters `cols` and `rows` stand in another order than it is given them.
Finding at_signature(Finding finding) {
  const auto scope =
      finding.found() ? scope_of(finding.callers.empty() ? finding.at : finding.callers.back(), 0) : std::nullopt;
  if (!scope) return finding;
  const Source& source = *scope->source;
  const auto [begin, end] = scope->function.parameters;
  const auto place_of = [&, begin = begin, end = end](const char* name) {
    std::size_t i = begin;
    while (i < end && !source.is(i, name)) ++i;
    return i;
  };
  std::size_t kind = scope->function.name;
  while (kind > 0 && !source.is_one_of(kind, {"__global__", ";", "}"})) --kind;
  if (!source.is(kind, "__global__") || place_of("cols") >= place_of("rows") || place_of("rows") == end) return finding;
  finding.words = "the kernel is given rows, and then cols, and takes them the other way round; " + finding.words;
  finding.at = {scope->at.file, source.tokens[place_of("cols")].line, scope->at.path};
  finding.callers.clear();
  finding.is_proved = finding.explains_others = true;
  return finding;
}

}  // namespace

Finding cause_of_wrong_matrix(Engine& engine, const Variant& variant, const Placed& placed, bool is_open) {
  if (engine.excerpts() == nullptr) return {};
  try {
    const Matrices small(engine, of_size(placed, 1, 1), variant.element_bytes);
    Finding cause = not_shared(
        engine, [&] { variant.run(small.arguments()); }, std::size_t{variant.block.x} * variant.block.y);
    if (cause.found()) return cause;
    if (!is_open) {
      const Matrices matrices(engine, placed, variant.element_bytes);
      const Run run = [&] { variant.run(matrices.arguments()); };
      if (cause = too_short(engine, run); cause.found() || elements(placed) > most_elements) return cause;
      const auto seen = engine.execute(run);
      if (!seen) return cause;
      const Hazards& hazards = seen->hazards;
      const bool is_left_open = hazards.divergent_barriers != 0 || (hazards.races != 0 && hazards.out_of_bounds != 0);
      return is_left_open ? cause : cause_at(engine, variant, placed, *seen);
    }
    Finding nothing;
    std::vector<Placed> all = smaller(placed, variant.element_bytes);
    const std::size_t first = all.size();  // of those that are looked at for a proof
    // With several blocks of every variant in each direction, so that the index of its blocks is seen; for kernels of
    // floats, for those of float4, and with no tile cut off, where each thread goes through all iterations.
    all.insert(all.end(), {of_size(placed, 259, 265), of_size(placed, 264, 260), of_size(placed, 256, 512)});
    if (elements(placed) <= most_elements) all.push_back(placed);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool is_same = all[i].rows == placed.rows && all[i].cols == placed.cols;
      if (cause.is_proved || (cause.found() && i < first)) continue;
      if (!is_same && !is_wrong(engine, variant, all[i])) continue;
      Finding found = cause_at(engine, variant, all[i]);
      if (found.at.file == "variants.cu" && !found.is_of_launch) {  // nothing is done: of a small matrix no mistake
        if (is_same) nothing = found;
      } else if (found.found() && (!cause.found() || found.is_proved)) {
        cause = found;
        if (!is_same) cause.words += fmt::format(" (at {}x{})", all[i].rows, all[i].cols);
      }
    }
    return cause.found() ? at_signature(cause) : nothing;
  } catch (const std::exception&) {
    return {};  // it fails in another way now, which explains nothing
  }
}

}  // namespace ladder::transpose
