// Limits beside what was measured.
#pragma once

#include <string>
#include <vector>

#include "ladder/app/problem.hpp"
#include "ladder/report/result.hpp"

namespace ladder {

// What limits a run of the variant at this size on the recorded GPU of that name, to set beside its time. useful_bytes:
// that the problem has to move.
LimitsOf limits_of(const std::string& variant, const Values& size, double useful_bytes, const std::string& gpu);

// The recorded results of this chapter's variants, with their limits: those of `bench.json` that did not fit the L2
// cache, nor a part that shows. Throws Failure(bad_usage) where the file cannot be read or is no such record.
// asked_for: the GPU of the limits; empty: the record's own, where its rates are recorded.
std::vector<Result> recorded_results(const std::string& file, const std::string& chapter, const std::string& asked_for);

}  // namespace ladder
