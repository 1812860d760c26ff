// What the commands of ./learn end with, from what the programs of chapters and exercises wrote: bin/ladder.
#pragma once

namespace ladder {

// table, verdict, grade or page, and their options: each says with --help what it does. Throws Failure(bad_usage).
int run_command(int argc, char** argv);

// Points for exercises and for the checks of chapters, for ./learn grade.
int grade(int argc, char** argv);

}  // namespace ladder
