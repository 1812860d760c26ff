#include "ladder/app/records.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "ladder/base/failure.hpp"
#include "ladder/report/json_report.hpp"
#include "ladder/report/limits_report.hpp"
#include "ladder/report/machines.hpp"

namespace ladder {

LimitsOf limits_of(const std::string& variant, const Values& size, double useful_bytes, const std::string& gpu) {
  Sizes named;
  for (std::size_t i = 0; i < size.size(); ++i) named.emplace_back(problem.sizes[i].name, size[i]);
  return {gpu, named, useful_bytes, memory_model::limits_of_run(problem.demand(variant, size), machine(gpu))};
}

// Whether a plain copy (for sums, a read) of the same run was faster than memory is: then a part of its output stayed
// in the L2 cache, and the limit of memory is none.
static bool stays_in_cache(const Result& result) {
  const auto memory = std::ranges::find(result.limits->limits, "memory", &memory_model::Limit::name);
  return memory != result.limits->limits.end() && result.timing.fraction_of_copy &&
         memory->seconds > tolerance_of_limits * result.timing.median() * *result.timing.fraction_of_copy;
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
      Values size;
      for (const auto& [name, value] : result.sizes) size.push_back(value);
      result.limits = limits_of(result.variant, size, result.useful_bytes, gpu);
      if (!stays_in_cache(result)) found.push_back(result);
    }
  } catch (const std::runtime_error& error) {
    throw Failure(bad_usage, "--records: '" + file + "' is no record of results: " + error.what());
  }
  return found;
}

}  // namespace ladder
