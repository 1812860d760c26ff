#include "ladder/emulator/debuginfo/written_facts.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <utility>
#include <vector>

#include "ladder/base/files.hpp"
#include "ladder/base/pattern.hpp"
#include "ladder/emulator/debuginfo/device_code.hpp"
#include "ladder/engine/code_place.hpp"

namespace ladder::emulator {

Written written_bounds(const std::string& file, int line, std::string name) {
  constexpr int most_lines = 4;  // of a kernel's head
  std::string text;
  const std::vector<std::string> lines = lines_of(contents(file));
  for (int i = std::max(0, line - most_lines); i < line && i < std::ssize(lines); ++i) text += lines[i] + "\n";
  const std::size_t at = text.rfind("__launch_bounds__");
  name = name.substr(0, std::min(name.find('<'), name.find(device_code_suffix)));
  if (at == std::string::npos || text.find_first_of(";{}", at) < text.rfind(name)) return {};
  static const Pattern bounds(R"(^__launch_bounds__\s*\(\s*(\w+)\s*[,)])");
  const std::string from_there = text.substr(at);
  const Pattern::Found found = bounds.first_in(from_there);
  if (found.empty()) return {};
  const auto lines_after = std::ranges::count(from_there, '\n') - 1;
  return {found[1], in_words(CodePlace{std::filesystem::path(file).filename(), line - static_cast<int>(lines_after)})};
}

unsigned constant_in(const std::string& file, const std::string& name) {
  const Pattern definition("(#define\\s+" + name + "\\s|\\b" + name + "\\s*=)\\s*\\(?([0-9]{1,9})u?\\)?\\s*[;,\n]");
  const Pattern::Found found = definition.first_in(contents(file));
  return found.empty() ? 0 : static_cast<unsigned>(std::stoul(found[2]));
}

}  // namespace ladder::emulator
