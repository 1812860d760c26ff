#include "ladder/engine/emulator/source_lines.hpp"

#include <fmt/format.h>
#include <link.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>

#include "ladder/base/shell.hpp"

namespace ladder::emulator {
namespace {

// "/path/kernel.cuh:33 (discriminator 2)"
SourceLine parse(const std::string& function, const std::string& place) {
  const auto colon = place.rfind(':', place.find(" ("));
  if (colon == std::string::npos || place.front() == '?') return {};
  return {std::filesystem::path(place.substr(0, colon)).filename(), std::atoi(place.c_str() + colon + 1), function};
}

// What cuda_syntax.hpp includes, and headers/.
bool is_part_of_the_emulator(const std::string& place) {
  const auto folder = place.find("/common/ladder/engine/emulator/");
  return folder != std::string::npos && place.find(".h", folder) != std::string::npos;
}

// addr2line -a -i -f prints, per address, the address and then one pair (function, file:line) per inlined frame, the
// innermost first.
std::map<std::uintptr_t, SourceLine> ask_addr2line(const std::vector<std::uintptr_t>& sites) {
  const std::string executable = std::filesystem::read_symlink("/proc/self/exe");
  std::string command = "addr2line -a -i -f -C -e " + shell_quoted(executable);
  for (const auto site : sites) command += fmt::format(" {:#x}", site_offset(site) - 1);
  std::map<std::uintptr_t, SourceLine> found;
  const auto lines = output_lines(command + " 2>/dev/null");
  std::size_t asked = 0;
  bool found_the_kernel = false;
  for (std::size_t i = 0; i < lines.size();) {
    if (lines[i].rfind("0x", 0) == 0) {
      ++asked, ++i;
      found_the_kernel = false;
      continue;
    }
    if (i + 1 == lines.size() || asked == 0) break;
    if (!found_the_kernel) {
      const SourceLine line = found[sites[asked - 1]] = parse(lines[i], lines[i + 1]);
      found_the_kernel = !line.file.empty() && !is_part_of_the_emulator(lines[i + 1]);
    }
    i += 2;
  }
  return found;
}

}  // namespace

// The difference between an address in this process and the one that its ELF file and addr2line speak of.
const std::uintptr_t load_address = [] {
  std::uintptr_t address = 0;
  const auto look_at_executable = [](dl_phdr_info* info, std::size_t, void* result) {
    *static_cast<std::uintptr_t*>(result) = info->dlpi_addr;
    return 1;  // the executable comes first: stop there
  };
  dl_iterate_phdr(look_at_executable, &address);
  return address;
}();

std::vector<SourceLine> source_lines(const std::vector<std::uintptr_t>& sites) {
  static std::mutex mutex;
  static std::map<std::uintptr_t, SourceLine> known;
  const std::lock_guard lock(mutex);
  std::vector<std::uintptr_t> unknown;
  for (const auto site : sites) {
    if (site != 0 && known.emplace(site, SourceLine{}).second) unknown.push_back(site);
  }
  if (!unknown.empty()) {
    for (auto& [site, line] : ask_addr2line(unknown)) known[site] = line;
  }
  std::vector<SourceLine> lines;
  for (const auto site : sites) lines.push_back(site == 0 ? SourceLine{} : known[site]);
  return lines;
}

}  // namespace ladder::emulator
