// What ./learn show draws: the requests of a kernel's first block one by one, what each line asked for in the whole
// run, where the hazards are, and the source.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ladder {

struct Finding;
struct Result;

// Requests of a variant that a page has room for; Trace::left_out says how many more there were.
inline constexpr std::size_t most_shown_requests = 2048;

// {"chapter", "sources": [..], "variants": [..], "findings": [..]} on one line, of the results of one executable:
// docs/reference/show_data.md has the members. The text of the sources is read from the disk: none where they have been
// moved. Text that is no UTF-8 has U+FFFD for what is wrong. findings: all that is wrong, as the terminal has it; of a
// chapter findings_about() each result.
std::string show_to_json(const std::vector<Result>& results, const std::vector<Finding>& findings);
std::string show_to_json(const std::vector<Result>& results);

// What --trace writes, which the figures of the lessons are drawn from: the requests of a kernel's first block, one by
// one: {"traces": [{"name", "block", sizes, "requests": [..]}, ..]}, a trace for each result. Per lane
// "sector" or "bank" is that of its first byte, where the buffer begins with sector 0 and the shared array with bank 0.
std::string traces_to_json(const std::vector<Result>& results);

}  // namespace ladder
