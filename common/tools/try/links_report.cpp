#include "tools/try/links_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "ladder/engine/emulator/runtime/devices.hpp"
#include "ladder/engine/emulator/runtime/links.hpp"

namespace ladder::tried {
namespace {

using emulator::Devices;
using emulator::Links;
using emulator::Traffic;

struct Column {
  const char* name;
  const char* head;
  std::uint64_t Traffic::*count;
};
constexpr std::array<Column, 4> columns{{
    {"copies", "copies", &Traffic::copies},
    {"copied_bytes", "bytes", &Traffic::copied_bytes},
    {"sectors_loaded", "sectors ld", &Traffic::loaded},
    {"sectors_stored", "st", &Traffic::stored},
}};

bool any(std::uint64_t Traffic::*count) {
  const auto& all = Links::instance().all();
  return std::any_of(all.begin(), all.end(), [&](const auto& link) { return link.second.*count != 0; });
}

// Those of which some link has something, each group whole.
std::vector<Column> shown() {
  std::vector<Column> found;
  for (std::size_t i = 0; i < columns.size(); i += 2) {
    if (any(columns[i].count) || any(columns[i + 1].count)) found.insert(found.end(), {columns[i], columns[i + 1]});
  }
  return found;
}

std::string notes() {
  std::string text;
  for (const auto& [ends, traffic] : Links::instance().all()) {
    if (traffic.staged_bytes == 0) continue;
    text += fmt::format("{} -> {}: {} of the copied bytes go through the host, as no peer access is enabled\n",
                        ends.first, ends.second, traffic.staged_bytes);
  }
  if (Links::instance().has_rings()) {
    text +=
        "Collectives of NCCL count as in a ring, each device to the next; a GPU's NCCL chooses among several ways\n";
  }
  if (Links::instance().has_unseen() && (any(&Traffic::loaded) || any(&Traffic::stored))) {
    text += "Sectors are those of the blocks that were observed; --observe inf observes all\n";
  }
  return text;
}

}  // namespace

std::string links_in_words() {
  if (Devices::instance().count() == 1) return "";
  const std::vector<Column> shown_columns = shown();
  if (shown_columns.empty()) return "\nNothing went from one device to another.\n";
  std::string text = "\nfrom -> to";
  for (const Column& column : shown_columns) text += fmt::format("  {:>12}", column.head);
  text += "\n";
  for (const auto& [ends, traffic] : Links::instance().all()) {
    text += fmt::format("{:>4} -> {:<2}", ends.first, ends.second);
    for (const Column& column : shown_columns) text += fmt::format("  {:>12}", traffic.*column.count);
    text += "\n";
  }
  return text + notes();
}

void add_links(Json& program) {
  program["devices"] = Devices::instance().count();
  program["collectives_as_rings"] = Links::instance().has_rings();
  program["links"] = Json::array();
  for (const auto& [ends, traffic] : Links::instance().all()) {
    Json link{{"from", ends.first}, {"to", ends.second}};
    for (const Column& column : columns) link[column.name] = traffic.*column.count;
    link["staged_bytes"] = traffic.staged_bytes;
    program["links"].push_back(std::move(link));
  }
}

}  // namespace ladder::tried
