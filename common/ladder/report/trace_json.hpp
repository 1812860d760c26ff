// The requests of a kernel's first block, one by one, as --trace writes them: what the figures of the lessons are drawn
// from.
#pragma once

#include <string>
#include <vector>

namespace ladder {

struct Result;

// {"traces": [{"name", "block", sizes, "requests": [..]}, ..]}, a trace for each result. Per lane
// "sector" or "bank" is that of its first byte, where the buffer begins with sector 0 and the shared array with bank 0.
std::string traces_to_json(const std::vector<Result>& results);

}  // namespace ladder
