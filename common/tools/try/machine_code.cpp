#include "tools/try/machine_code.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <regex>

#include "ladder/emulator/debuginfo/symbols.hpp"

namespace ladder::tried {
namespace {

using memory_model::Access;
using memory_model::Space;

int bytes_of(const std::string& modifiers) {
  static const std::pair<const char*, int> widths[] = {{".128", 16}, {".64", 8},  {".U8", 1},
                                                       {".S8", 1},   {".U16", 2}, {".S16", 2}};
  for (const auto& [modifier, bytes] : widths) {
    if ((modifiers + ".").find(std::string(modifier) + ".") != std::string::npos) return bytes;
  }
  return 4;
}

}  // namespace

MachineCode::MachineCode(std::istream& text) {
  static const std::regex section(R"(\s*\.section\s+\.text\.([^,\s]+))");
  static const std::regex source(R"re(\s*//## File "(?:[^"]*/)?([^"/]+)", line (\d+))re");
  static const std::regex access(R"(\s*/\*[0-9a-f]+\*/\s+(?:@\S+\s+)?(LD|ST)([GS]?)((?:\.\w+)*)\s)");
  constexpr auto at_begin = std::regex_constants::match_continuous;
  auto* lines = &kernels_[""];
  std::pair<std::string, int> line;
  std::smatch found;
  for (std::string row; std::getline(text, row);) {
    if (std::regex_search(row, found, section, at_begin)) {
      lines = &kernels_[emulator::function_name(found[1])];
      line = {};
    } else if (std::regex_search(row, found, source, at_begin)) {
      line = {found[1], std::stoi(found[2])};
    } else if (std::regex_search(row, found, access, at_begin)) {
      const Access operation = found[1] == "LD" ? Access::load : Access::store;
      const int bytes = bytes_of(found[3]);
      // An address of which nvcc does not know the kind may be of each.
      if (found[2] != "S") ++(*lines)[line][{Space::global, operation}][bytes];
      if (found[2] != "G") ++(*lines)[line][{Space::shared, operation}][bytes];
    }
  }
}

MadeWidth MachineCode::of(const std::string& kernel) const {
  const auto found = kernels_.find(kernel);
  if (found == kernels_.end()) return nullptr;
  return [&lines = found->second](const LineAccess& access) {
    const auto line = lines.find({access.file, access.line});
    if (line == lines.end()) return 0;
    const auto widths = line->second.find({access.space, access.operation});
    if (widths == line->second.end()) return 0;
    // Of several that are wider: what moves the most bytes. Where none is as wide, the widest, if all of it is there.
    int made = access.bytes, most = 0;
    for (const auto& [bytes, instructions] : widths->second) {
      if (bytes > access.bytes && bytes * instructions > most) made = bytes, most = bytes * instructions;
    }
    const auto& [widest, instructions] = *widths->second.rbegin();
    return widest < access.bytes && widest * instructions >= access.bytes ? widest : made;
  };
}

std::optional<Counters> as_made(Counters written, const std::vector<LineCounters>& lines) {
  for (const LineCounters& line : lines) {
    if (!line.merged.made) return std::nullopt;
    if (line.operation == Access::atomic) continue;
    const auto [requests, transactions] = counters_of(line.space, line.operation);
    const LineCounters::Joined arms = line.joined.made ? line.joined : LineCounters::Joined{};
    written.*requests += line.merged.requests - line.requests + static_cast<std::uint64_t>(arms.requests);
    written.*transactions +=
        line.merged.transactions - line.transactions + static_cast<std::uint64_t>(arms.transactions);
  }
  return written;
}

std::vector<Choice> choices_of(const std::vector<LineCounters>& lines) {
  std::vector<Choice> choices;
  for (const LineCounters& line : lines) {
    const auto add = [&](const char* words, std::uint64_t requests, std::uint64_t transactions) {
      Choice& choice = choices.emplace_back(Choice{fmt::format("{} {}:{}", words, line.file, line.line)});
      const CounterPair pair = counters_of(line.space, line.operation);
      choice.more.*pair.requests = requests;
      choice.more.*pair.transactions = transactions;
    };
    const LineCounters::Merged& merged = line.merged;
    if (merged.bytes != 0 && !merged.made) {
      add("merges neighbours at", merged.requests - line.requests, merged.transactions - line.transactions);
    }
    if (line.joined.any && !line.joined.made) {
      add("makes one access of both arms at", static_cast<std::uint64_t>(line.joined.requests),
          static_cast<std::uint64_t>(line.joined.transactions));
    }
    if (line.repeated.requests != 0 && merged.bytes == 0) {
      const bool is_load = line.operation == Access::load;
      add(is_load ? "keeps in registers what is loaded again at" : "keeps in registers what is stored again at",
          0 - line.repeated.requests, 0 - line.repeated.transactions);
    }
  }
  return choices;
}

}  // namespace ladder::tried
