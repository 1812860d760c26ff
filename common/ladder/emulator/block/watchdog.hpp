// Stops a kernel that does not end, and turns what would end the process, a thread's stack overflow, its division of an
// integer by 0 or a wrong address, into a report.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

#include "ladder/platform/signals.hpp"

namespace ladder::emulator {

// How much CPU time one block may take: LADDER_TIME_LIMIT in seconds, or the usual limit. Throws Failure(bad_usage)
// where that variable is no positive number.
inline constexpr std::chrono::duration<double> usual_time_limit{10};
std::chrono::duration<double> time_limit();

inline constexpr std::chrono::duration<double> tick_time{0.02};  // from one tick to the next

// From a signal handler: the blocks that run break off, as if their time were over, and the launch ends with SIGALRM.
extern std::atomic<bool> stops_all_blocks;

// The handler of a launch. At a tick, Interruptions::tick(): a block that has used up time_limit() is given up, by the
// emulator when a kernel's thread next comes back to it (at a barrier, in an exchange, with a full trace), or, as a
// loop may never do that, by the interruption itself. A kernel's thread that touches the page below its stack or an
// address at which there is nothing, or whose integer division is refused, goes on in
// Interruptions::leave_after_fault(), on a stack of its own.
std::optional<Continuation> handle_interruption(const Interruption& interruption);

}  // namespace ladder::emulator
