#include "ladder/chapter/workbench.hpp"

#include <algorithm>
#include <exception>

#include "ladder/timing/timing.hpp"

namespace ladder {
namespace {

// Of two threads that collide.
bool lacks_a_line(const Observation& seen) {
  return std::any_of(seen.places.begin(), seen.places.end(),
                     [](const PlacedHazard& hazard) { return hazard.other && hazard.other->file.empty(); });
}

// A buffer has no shape of its own.
void add_shapes(const Trial& trial, Trace& trace) {
  for (TracedArray& array : trace.arrays) {
    const auto matrix = trial.matrices.find(array.name);
    if (array.space == memory_model::Space::global && matrix != trial.matrices.end()) array.extents = matrix->second;
  }
}

}  // namespace

Result Workbench::blank_result(const std::string& name, const std::string& block) const {
  Result result;
  result.variant = name;
  result.device = engine_.name();
  result.block = block;
  result.sizes = sizes_;
  result.elements = elements_;
  result.useful_bytes = useful_bytes_;
  return result;
}

Result Workbench::measure(const Trial& trial, int repeats) {
  Result result = blank_result(trial.name, trial.block);
  result.row = trial.row;
  bool ran = false;
  try {
    poison();
    auto observation = engine_.execute_for_profiler(trial.launch, trial.name);
    if (observation && lacks_a_line(*observation)) {  // now that it is known which kernel's lines are wanted
      poison();
      observation = engine_.execute(trial.launch);
    }
    if (observation) adopt_observation(*observation, result);
    ran = true;
    trial.verify(result);
    const bool has_a_speed = elements_ > 0;
    if (result.failure.empty() && has_a_speed) {
      result.timing = time_cold(engine_, trial.launch, repeats, trial.before);
      if (!result.timing.empty()) trial.verify(result);
    }
  } catch (const StoppedRun& stopped) {
    adopt_hazards(stopped.seen, result);
    result.failure = stopped.what();
  } catch (const std::exception& error) {
    result.failure = error.what();
  }
  add_shapes(trial, result.trace);
  conclude(trial, result);
  const bool is_good = result.failure.empty() && !result.hazards.any();
  const Cause own{is_good || !trial.own_number ? "" : trial.own_number(), true};
  own.stand_before(result);
  if (!own.words.empty()) return result;
  if (ran && trial.why_they_meet && result.hazards.races + result.hazards.out_of_bounds != 0)
    trial.why_they_meet().stand_before(result);
  result.verified = result.failure.empty();
  // A right result may be due to the threads that were stopped.
  const bool is_asked = !result.failure.empty() || result.hazards.out_of_bounds != 0;
  if (ran && trial.way && is_asked) {
    trial.way(result.hazards.leave_cause_open()).stand_before(result);
  }
  mark_by_limits(engine_, useful_bytes_ / static_cast<double>(devices_), result.timing);
  return result;
}

}  // namespace ladder
