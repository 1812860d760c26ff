// What ./learn try asks of the program that it runs.
#pragma once

#include <string>
#include <vector>

#include "ladder/emulator/runtime/launches.hpp"
#include "ladder/report/machines.hpp"

namespace ladder::tried {

// What ./learn try hands over in the variable LADDER_TRY: the program has the command line.
struct Wishes {
  std::string name, report, json, trace, show, machine_code, gpu = machine_names().front();
  std::vector<std::string> kernels;    // to report of; empty: all
  bool limits = false, child = false;  // of another process of the program
  int gpus = 1;
  double observe = emulator::Launches::usual_seconds;
};

// called: by which name the program was. From then on LADDER_TRY is that of a child process, by exec().
Wishes read_wishes(const std::string& called);

}  // namespace ladder::tried
