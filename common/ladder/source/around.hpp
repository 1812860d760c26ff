// What stands around a line of the source: its loop, the return before it, a call between it and another line.
#pragma once

#include <optional>
#include <string>

#include "ladder/engine/code_place.hpp"

namespace ladder {

// The innermost loop around the line, or around the call of its function: "for (d > 0; d /= 2) at kernel.cuh:51"; and
// where it goes on while an unsigned variable is at least 0, that this always is. Empty where there is none.
std::string loop_around(const CodePlace& line, const Callers& callers);

// The nearest `if` before the line, in its function or a caller's, behind which a thread may have returned: "if (!last)
// return at summit.cuh:93"; with the declaration of the variable that it tests, where that is a thread's own and some
// threads alone set it. Empty where there is none.
std::string return_before(const CodePlace& line, const Callers& callers);

// A return in a loop that ends before the line: a thread may have come to it in a later round.
std::optional<CodePlace> return_in_loop_before(const CodePlace& line);

// Two lines of a function, and a call, "__syncthreads()", that stands between them as a statement of its own: its line,
// and whether one loop has both lines; or its line and test, "if (whole)", where that alone has it. Where no `if` has
// both, the line before which such a call would stand between them: where the statement begins that has the later one
// alone.
struct CallBetween {
  std::optional<CodePlace> at{}, room{};
  std::string behind{};  // "if (whole) at kernel.cuh:29"
  bool is_in_loop = false;
};
CallBetween call_between(const CodePlace& a, const CodePlace& b, const std::string& call);

}  // namespace ladder
