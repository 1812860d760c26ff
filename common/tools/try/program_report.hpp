// What a tried program did, as text and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ladder/report/json_report.hpp"
#include "ladder/report/result.hpp"
#include "ladder/report/table.hpp"
#include "tools/try/machine_code.hpp"

namespace ladder::tried {

// A result for each kernel that was launched, from one line with one configuration; of these kernels, "mm" or "mm<32>",
// or of all where none is named. gpu: whose limits it has. made: outlives them. Throws Failure(bad_usage) where a
// kernel was not launched.
std::vector<Result> results(const std::string& program, const std::vector<std::string>& kernels, const std::string& gpu,
                            const MachineCode& made);

// What is wrong: what the host code did before, as kernels then go wrong; what is wrong with the kernels; and what else
// the host code did. And what is worth a remark, of kernels that are not wrong too.
std::vector<Finding> findings(const std::vector<Result>& results);
std::vector<Finding> remarks(const std::vector<Result>& results);
// As shown() shows them, in lines of so many letters.
std::string in_words(const std::vector<Finding>& findings, std::size_t letters);

// What the links between devices carried: a row for each direction of each pair that carried something, and what the
// columns mean; no rows where nothing went there.
Table links();

// A line where the program called cuBLAS; else nothing.
std::string library_calls();

// As to_json(), with what the host did and how the program ended beside the results, which are those of these kernels.
// status: the program's own; none where it has not come to its end.
std::string to_json(const Report& report, const std::vector<std::string>& kernels, std::optional<int> status);

}  // namespace ladder::tried
