#include "ladder/base/files.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <sstream>

#include "ladder/base/failure.hpp"

namespace ladder {

std::string contents(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

std::string text_of_file(const std::string& path) {
  std::ifstream file(path);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file) throw Failure(bad_usage, fmt::format("{}: cannot be read", path));
  return text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace ladder
