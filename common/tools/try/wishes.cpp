#include "tools/try/wishes.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <sstream>

#include "ladder/base/command_line.hpp"
#include "ladder/base/failure.hpp"
#include "ladder/base/mapped.hpp"
#include "ladder/emulator/runtime/devices.hpp"

namespace ladder::tried {
namespace {

std::string no_time(const std::string& text) {
  char* end = nullptr;
  const double seconds = std::strtod(text.c_str(), &end);
  const bool is_time = !text.empty() && *end == 0 && seconds >= 0;
  return is_time ? "" : fmt::format("takes seconds, 0 or more, or inf, not '{}'", text);
}

}  // namespace

Wishes read_wishes(const std::string& called) {
  Wishes wishes;
  std::vector<std::string> words{"learn try"};
  const char* given = std::getenv("LADDER_TRY");
  if (given == nullptr) {  // it has called itself, with an environment of its own
    wishes.name = called + ", a child process,";
    wishes.child = true;
  }
  std::istringstream lines(given == nullptr ? "" : given);
  for (std::string line; std::getline(lines, line);) words.push_back(line);
  CommandLine line("learn try", "Runs a program.");
  std::string observe;
  std::optional<std::uint64_t> gpus;
  line.option("--name", "NAME", "What the program is called", wishes.name);
  line.option("--report", "FILE", "Where the report goes", wishes.report);
  line.option("--json", "FILE", "The same as JSON", wishes.json);
  line.option("--trace", "FILE", "The requests of the first blocks", wishes.trace);
  line.option("--show", "FILE", "What ./learn show draws", wishes.show);
  line.option("--gpu", "GPU", "Whose limits", wishes.gpu);
  line.option("--machine-code", "FILE", "What nvcc made", wishes.machine_code);
  line.list("--kernel", "KERNEL", "To report of", wishes.kernels);
  line.flag("--limits", "What limits each launch", wishes.limits);
  line.flag("--child", "Where it has no launch, nothing is said", wishes.child);
  line.number("--gpus", "P", "GPUs that it finds", 1, emulator::Devices::most, gpus);
  line.option("--observe", "SECONDS", "How long to observe each kernel", observe, no_time);
  const auto pointers = mapped(words, [](const std::string& word) { return word.c_str(); });
  if (!line.parse(static_cast<int>(pointers.size()), pointers.data())) std::exit(all_verified);
  wishes.gpus = static_cast<int>(gpus.value_or(1));
  if (!observe.empty()) wishes.observe = std::strtod(observe.c_str(), nullptr);
  // Of the same program as a child process, by exec().
  const std::string name = wishes.name + (wishes.child ? "" : ", a child process,");
  setenv("LADDER_TRY", fmt::format("--name\n{}\n--child", name).c_str(), 1);
  return wishes;
}

}  // namespace ladder::tried
