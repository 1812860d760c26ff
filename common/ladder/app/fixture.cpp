#include "ladder/app/fixture.hpp"

#include <algorithm>
#include <exception>

#include "ladder/timing/timing.hpp"

namespace ladder {
namespace {

// Of two threads that collide.
bool lacks_a_line(const Observation& seen) {
  return std::ranges::any_of(seen.places,
                             [](const PlacedHazard& hazard) { return hazard.other && hazard.other->at.file.empty(); });
}

// A buffer has no shape of its own.
void add_shapes(const Case& one_case, Trace& trace) {
  for (TracedArray& array : trace.arrays) {
    const auto matrix = one_case.matrices.find(array.name);
    if (array.space == memory_model::Space::global && matrix != one_case.matrices.end()) array.extents = matrix->second;
  }
}

}  // namespace

Result Fixture::blank_result(const std::string& name, const std::string& block, unsigned element_bytes) const {
  Result result;
  result.variant = name;
  result.device = engine_.name();
  result.block = block;
  result.sizes = sizes_;
  result.elements = elements_;
  result.useful_bytes = useful_bytes_ / sizeof(float) * element_bytes;
  return result;
}

Result Fixture::measure(const Case& one_case, int repeats) {
  Result result = blank_result(one_case.name, one_case.block, one_case.element_bytes);
  result.row = one_case.row;
  result.part = one_case.part;
  bool has_ended = false;
  try {
    poison();
    auto observation = engine_.execute_for_profiler(one_case.launch, one_case.name);
    if (observation && lacks_a_line(*observation)) {  // now that it is known which kernel's lines are wanted
      poison();
      observation = engine_.execute(one_case.launch);
    }
    if (observation) adopt_observation(*observation, result);
    has_ended = true;
    one_case.verify(result);
    const bool has_a_speed = elements_ > 0;
    if (result.failure.empty() && has_a_speed) {
      result.timing = time_cold(engine_, one_case.launch, repeats, one_case.before);
      if (!result.timing.empty()) one_case.verify(result);
    }
  } catch (const StoppedRun& stopped) {
    adopt_stop(stopped, result);
  } catch (const std::exception& error) {
    result.failure = error.what();
    if (!has_ended && result.row != 0) result.cause = {.rule = "wrong_result", .at = {"variants.cu", result.row}};
  }
  add_shapes(one_case, result.trace);
  conclude(one_case, result);
  result.verified = result.failure.empty();
  const bool is_wrong = !result.verified || result.hazards.any();
  if (has_ended && one_case.cause && is_wrong && !result.cause.found())
    result.cause = one_case.cause(!result.verified && result.hazards.leave_cause_open());
  mark_by_limits(engine_, result.useful_bytes / static_cast<double>(devices_), result.timing);
  return result;
}

}  // namespace ladder
