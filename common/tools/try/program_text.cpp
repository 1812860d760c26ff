#include "tools/try/program_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ladder/base/printable.hpp"
#include "ladder/emulator/runtime/allocations.hpp"
#include "ladder/emulator/runtime/devices.hpp"
#include "ladder/emulator/runtime/launches.hpp"
#include "ladder/emulator/runtime/mistakes.hpp"
#include "ladder/emulator/runtime/nccl_calls.hpp"
#include "ladder/report/limits_report.hpp"
#include "ladder/report/table.hpp"
#include "ladder/report/terminal.hpp"
#include "tools/try/program.hpp"
#include "tools/try/program_report.hpp"

namespace ladder::tried {
namespace {

constexpr const char* hidden_faults =
    "The program handles SIGSEGV in a way that hides what its host code does with memory of the device.";

}  // namespace

void look_around(bool ended_by_itself) {
  auto& log = emulator::MistakeLog::instance();
  if (const std::uintptr_t launch = emulator::Launches::instance().unasked_failure()) {
    log.add(emulator::MistakeKind::unasked_error, launch,
            "this launch failed, and the program never asked: cudaGetLastError() behind each launch");
  }
  if (!ended_by_itself) return;
  emulator::conclude_nccl();
  const auto& left = emulator::Allocations::instance().all();
  for (const auto& [begin, allocation] : left) emulator::judge_result(allocation);
  for (const auto& [begin, allocation] : left) {
    log.add(emulator::MistakeKind::leak, allocation.site,
            fmt::format("{}, {} bytes", allocation.name, allocation.bytes));
  }
}

std::vector<Finding> findings_of_run(const std::vector<Result>& results, const Ending& ending) {
  std::vector<Finding> all = findings(results);
  if (!ending.crash.empty()) all.push_back({.words = ending.crash});
  if (!sees_faults()) all.push_back({.words = hidden_faults});
  if (all.empty() && ending.status == 0) return {};
  for (const Finding& remark : remarks(results)) all.push_back(remark);
  if (ending.crash.empty() && ending.status != 0)
    all.push_back({.words = fmt::format("the program ended with status {}", ending.status)});
  return all;
}

std::string counts_of(const Wishes& wishes, const std::vector<Result>& all, const Ending& ending, std::size_t letters,
                      FILE* stream) {
  const auto plain = [&](const std::string& words) { return wrapped(printable(words), letters); };
  const auto with_notes = [&](const Table& rows) {
    const Table all_of_it{plain(rows.rows), printable(rows.notes)};
    return stream != nullptr ? shown(all_of_it, letters, stream) : all_of_it.rows + wrapped(all_of_it.notes, letters);
  };
  const std::string end = ending.crash.empty() ? fmt::format("it ended with status {}", ending.status) : ending.crash;
  std::string text = plain(fmt::format("\n{} on the emulator: {}\n", wishes.name, end));
  text += all.empty() ? "It launched no kernel.\n" : "\n" + with_notes(table(all, false, letters));
  text += plain(explanations(all)) + plain(library_calls());
  const Table between = links();
  if (!between.rows.empty()) text += "\n" + with_notes(between);
  if (between.rows.empty() && emulator::Devices::instance().count() > 1)
    text += "\nNothing went from one device to another.\n";
  if (wishes.limits) text += plain(limits_in_words(all, letters));
  if (!sees_faults()) text += plain(hidden_faults);
  return text;
}

std::string mistakes_of(const std::vector<Result>& all, std::size_t letters) {
  const std::string wrong = in_words(findings(all), letters), said = in_words(remarks(all), std::string::npos);
  return wrapped(printable((wrong.empty() ? "" : "\n" + wrong) + (said.empty() ? "" : "\n" + said)), letters);
}

bool is_good(const std::vector<Result>& results) {
  return sees_faults() && emulator::MistakeLog::instance().mistakes().empty() &&
         std::ranges::all_of(results, &Result::good);
}

}  // namespace ladder::tried
