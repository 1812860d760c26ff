// The questions of more elements than a memory holds.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <exception>
#include <optional>

#include "ladder/problems/transpose/far_run.hpp"
#include "ladder/report/result.hpp"
#include "tools/exercise/question.hpp"

namespace ladder::exercise {
namespace {

void examine(Engine& engine, const transpose::FarLaunch& launch, Examination& found_out) {
  transpose::FarRun run(engine, launch);  // which block has which elements is the answer's choice
  const bool fits_unsigned = launch.elements >> 32 == 0;
  Result result;
  std::string wrong;
  Finding cause;
  try {
    adopt_observation(run.execute(transpose::FarRun::some_of), result);
    wrong = run.wrong_element();
    if (!wrong.empty()) {
      cause = run.wrong_offset(transpose::FarRun::some_of);
      if (!cause.found()) wrong += fits_unsigned ? ": is an index an int?" : ": are offsets of 64 bits (size_t)?";
    } else if (!run.wrote_enough(launch.in_place ? 0.5 : 0.875)) {  // in place two tiles or none, as chance has it
      wrong = fmt::format("these blocks leave out elements that are theirs: is an index or a test {}",
                          fits_unsigned ? "an int, or too small?" : "of 32 bits? (size_t has 64)");
    }
  } catch (const std::exception& error) {
    wrong = error.what();
  }
  result.verified = wrong.empty();  // of a right one no remarks are made
  found_out.failures = hazards_of(result);
  if (wrong.empty()) return;
  found_out.result_is_wrong = true;
  cause.rule = "wrong_result";
  cause.words += cause.words.empty() ? wrong : "; " + wrong;
  found_out.failures.insert(cause.at.file.empty() ? found_out.failures.end() : found_out.failures.begin(), cause);
}

}  // namespace

Item far_item(const std::string& what, Size size, transpose::FarLaunch launch, std::size_t part) {
  const std::size_t words = launch.words = std::max(std::size_t{1}, launch.element_bytes / sizeof(Step::bits));
  launch.element_bytes /= words;
  launch.elements *= words;
  for (auto* place : {&launch.source, &launch.target})
    *place = [=, of = *place](std::size_t i) { return of(i / words) * words + i % words; };
  launch.name = [=](const char* array, std::size_t i) { return fmt::format("{}[{}]", array, i / words); };
  const auto ask = [=](Engine& engine, const std::vector<Launch>& answer, Examination& found_out) {
    if (engine.excerpts() == nullptr) {
      found_out.why_no_more = "it takes the emulator";
      return;
    }
    std::optional<SparseBuffer> first;
    if (launch.before)
      first.emplace(*engine.excerpts(), size.rows, "first", launch.before, launch.element_bytes, ArrayUse::in_place);
    transpose::FarLaunch its_own = launch;
    its_own.run = [&](const float* in, float* out) { answer.at(part)({in, first ? first->data() : out, size, out}); };
    examine(engine, its_own, found_out);
  };
  return {"a few blocks of " + what, ask, [](Engine&, const std::vector<Launch>&) { return Finding(); }, true};
}

Item far_map(const std::string& what, unsigned count, float (*f)(float)) {
  return far_item(what, {1, count}, {.elements = count, .input = far_bits, .output = [=](std::size_t i) {
                                       return std::bit_cast<std::uint32_t>(f(far_value(i)));
                                     }});
}

}  // namespace ladder::exercise
