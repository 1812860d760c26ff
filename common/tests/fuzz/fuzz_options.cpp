// The command line of a chapter: a word per line. Whatever stands there is parsed, or refused in one line.
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "ladder/app/options.hpp"
#include "ladder/base/failure.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  std::istringstream lines(std::string(reinterpret_cast<const char*>(data), size));
  std::vector<std::string> words{"chapter"};
  for (std::string word; std::getline(lines, word);) words.push_back(word.substr(0, word.find('\0')));
  std::vector<const char*> arguments;
  for (const std::string& word : words) arguments.push_back(word.c_str());
  try {
    const auto options =
        ladder::parse_options(static_cast<int>(arguments.size()), arguments.data(), "chapter",
                              {{"rows", "Rows", 1, 0x7fffffff, 1, 1}, {"cols", "Columns", 1, 0x7fffffff, 1, 1}});
    if (options && (options->repeats < 1 || options->sizes[0].value_or(1) - 1 >= 0x7fffffff)) std::abort();
  } catch (const ladder::Failure& failure) {
    const std::string message = failure.what();
    if (failure.status != ladder::bad_usage || message.empty() || message.find('\n') != std::string::npos) std::abort();
  }
  return 0;
}
