// The commands of bin/ladder. Each takes its own arguments, its name before them, and returns an exit status. They
// throw as guarded_main() takes it.
#pragma once

namespace ladder::commands {

int table(int argc, char** argv);    // the results of several chapters
int verdict(int argc, char** argv);  // what their checks found
int grade(int argc, char** argv);    // points

}  // namespace ladder::commands
