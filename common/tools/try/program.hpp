// A program that is tried, from its begin to its end: what its files share.
#pragma once

#include <string>

namespace ladder::tried {

// What the program returns, or another status where it says that all is well and it is not: once its report is written.
// crash: how it ended where it did not end by itself.
int report(int status, const std::string& crash);
bool is_reporting();

// Signals that would end the program end in a report.
void handle_signals();
// Whether each fault of the host's code is still seen: the program may handle it in a way that nobody sees.
bool sees_faults();

// ./learn try, which outlives the program and all of its processes, learns what became of their reports by marks in the
// folder `told` beside the program's file: whatever a process has done to its environment and its descriptors. From now
// on there is to be a report of this process; a mark that is there already is of a program whose place this one has
// taken, and which had not told.
void promise_report();
// "good", "wrong", "unwritten"; "": there was nothing to tell.
void keep_promise(const std::string& outcome);
bool has_promised();
// What ./learn try shows where the promise is never kept: the report so far, as much of its text as there is room for,
// and as JSON.
void keep_so_far(const std::string& text, const std::string& json);
bool can_keep();

}  // namespace ladder::tried
