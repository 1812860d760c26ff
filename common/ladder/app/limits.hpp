// What limits the variants of a chapter on a recorded GPU.
#pragma once

#include <string>
#include <vector>

#include "ladder/app/options.hpp"
#include "ladder/app/problem.hpp"
#include "ladder/report/result.hpp"

namespace ladder {

// Adds what limits each variant on a recorded GPU: at the size of the run where that is timed or asked for, else at the
// one that the lessons tell of.
void add_limits(const Options& options, const Values& run, bool timed, const std::string& gpu,
                std::vector<Result>& results);

// The recorded results of this chapter's variants, with their limits: those of `bench.json` that did not fit the L2
// cache, nor a part that shows. Throws Failure(bad_usage) where the file cannot be read or is no such record.
// asked_for: the GPU of the limits; empty: the record's own, where its rates are recorded.
std::vector<Result> recorded_results(const std::string& file, const std::string& chapter, const std::string& asked_for);

}  // namespace ladder
