// Stops a kernel that does not end, and turns what would end the process, a thread's stack overflow, its division of an
// integer by 0 or a wrong address, into a report.
#pragma once

#include <chrono>
#include <optional>

#include "ladder/platform/signals.hpp"

namespace ladder::emulator {

// How much CPU time one block may take: LADDER_TIME_LIMIT in seconds, or the usual limit. Throws Failure(bad_usage)
// where that variable is no positive number.
inline constexpr std::chrono::duration<double> usual_time_limit{10};
std::chrono::duration<double> time_limit();

inline constexpr int ticks_of_a_time_limit = 10;

// The handler of a launch. At a tick, Interruptions::tick(): a block that has been interrupted more than
// ticks_of_a_time_limit times is given up, by the emulator when a kernel's thread next comes back to it (at a barrier,
// in an exchange, with a full trace), or, as a loop may never do that, by the interruption itself. A kernel's thread
// that touches the page below its stack or an address at which there is nothing, or whose integer division is refused,
// goes on in Block::leave_after_fault(), on a stack of its own.
std::optional<Continuation> handle_interruption(const Interruption& interruption);

}  // namespace ladder::emulator
