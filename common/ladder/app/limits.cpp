#include "ladder/app/limits.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <fstream>
#include <iterator>

#include "ladder/app/problem.hpp"
#include "ladder/base/failure.hpp"
#include "ladder/base/mapped.hpp"
#include "ladder/report/json_report.hpp"
#include "ladder/report/limits_report.hpp"
#include "ladder/report/machines.hpp"

namespace ladder {
namespace {

// What limits a run of the variant at this size on the recorded GPU of that name, to set beside its time. useful_bytes:
// that the problem has to move.
LimitsOf limits_of(const std::string& variant, const Values& size, double useful_bytes, const std::string& gpu) {
  Sizes named;
  for (std::size_t i = 0; i < size.size(); ++i) named.emplace_back(problem.sizes[i].name, size[i]);
  const memory_model::Machine& its = machine(gpu);
  return {gpu, named, useful_bytes, memory_model::limits(problem.demand(variant, size), its, its.run_latency)};
}

// Whether a plain copy (for sums, a read) of the same run was faster than memory is: then a part of its output stayed
// in the L2 cache, and the limit of memory is none.
bool stays_in_cache(const Result& result) {
  const auto memory = std::ranges::find(result.limits->limits, "memory", &memory_model::Limit::name);
  return memory != result.limits->limits.end() && result.timing.fraction_of_copy &&
         memory->seconds > tolerance_of_limits * result.timing.median() * *result.timing.fraction_of_copy;
}

}  // namespace

void add_limits(const Options& options, const Values& run, bool timed, const std::string& gpu,
                std::vector<Result>& results) {
  if (problem.demand == nullptr) return;
  Values size = run;
  double elements = 1;
  for (std::size_t i = 0; i < size.size(); ++i) {
    if (!timed && !options.sizes[i]) size[i] = problem.told_of[i];
    elements *= static_cast<double>(size[i]);
  }
  for (Result& result : results) {
    if (!result.good() || !result.counters || result.elements == 0 || elements == 0) continue;
    const double useful_bytes = result.useful_bytes / result.elements * elements;
    try {
      result.limits = limits_of(result.variant, size, useful_bytes, gpu);
    } catch (const std::exception&) {
      // Without addresses for a problem of that size, or with a kernel that fails there, there are counts alone.
    }
  }
}

std::vector<Result> recorded_results(const std::string& file, const std::string& chapter,
                                     const std::string& asked_for) {
  if (problem.demand == nullptr)
    throw Failure(bad_usage, "--records: no limits are known for this problem: " + problem.name);
  std::ifstream stream(file);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) throw Failure(bad_usage, "--records: cannot read '" + file + "'");
  const auto names = problem.variant_names();
  std::vector<Result> found;
  try {
    Report record = from_json(text);
    const std::string gpu = machine_for(asked_for, record.context.device);
    for (Result& result : record.results) {
      const bool known = std::ranges::find(names, result.variant) != names.end();
      if (result.chapter != chapter || !known || result.timing.empty() || result.timing.fits_l2) continue;
      const Values size = mapped(result.sizes, &Sizes::value_type::second);
      result.limits = limits_of(result.variant, size, result.useful_bytes, gpu);
      if (!stays_in_cache(result)) found.push_back(result);
    }
  } catch (const std::exception& error) {
    throw Failure(bad_usage, "--records: '" + file + "' is no record of results: " + error.what());
  }
  return found;
}

}  // namespace ladder
