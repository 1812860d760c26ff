// What tells why a result is wrong is built when something is wrong: BIN/NAME has none of it, BIN/NAME_with_causes has.
#pragma once

namespace ladder {

// The run ends here, and starts anew in the executable that has the causes.
struct GoOnWithCauses {};

// For an executable without causes that wants one. Throws GoOnWithCauses where the other executable lies beside this
// one, or the shell command in LADDER_BUILD_CAUSES makes it. Returns where there is none.
void want_causes();

// Whether want_causes() returned.
bool lacks_causes();

// Whether this run is one that started anew.
bool is_second_run();

// Replaces this process by that of the other executable. Throws std::system_error.
[[noreturn]] void go_on_with_causes(char** argv);

}  // namespace ladder
