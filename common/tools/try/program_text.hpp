// The report of a tried program, as text.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#include "ladder/diagnose/finding.hpp"
#include "ladder/report/result.hpp"
#include "tools/try/wishes.hpp"

namespace ladder::tried {

// How the program ended.
struct Ending {
  int status;
  std::string crash;  // else than by itself; empty: by itself
};

// Notes what is left at the end: errors that nobody asked for and, where all that the program would have freed is
// freed, the memory that is not.
void look_around(bool ended_by_itself);

// How it ended and what its launches asked for, in lines of so many letters. stream: where it is shown, in colour if
// that is a terminal; null: to a file.
std::string counts_of(const Wishes& wishes, const std::vector<Result>& all, const Ending& ending, std::size_t letters,
                      FILE* stream);
// What comes behind that in the text: what is wrong, and what is worth a remark.
std::string mistakes_of(const std::vector<Result>& all, std::size_t letters);

// All that the text says of a run that is not all right; else nothing.
std::vector<Finding> findings_of_run(const std::vector<Result>& results, const Ending& ending);

// Whether neither the host's code nor a kernel did anything wrong.
bool is_good(const std::vector<Result>& results);

}  // namespace ladder::tried
