#include "ladder/base/input_file.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "ladder/base/failure.hpp"

namespace ladder {

std::string contents(const std::filesystem::path& file) {
  std::ifstream text(file);
  return {std::istreambuf_iterator<char>(text), {}};
}

std::string text_of_file(const std::string& path) {
  std::ifstream file(path);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file) throw Failure(bad_usage, fmt::format("{}: cannot be read", path));
  return text;
}

}  // namespace ladder
