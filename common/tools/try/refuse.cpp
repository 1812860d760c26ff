// refuse FOLDER: what is wrong in an answer that would run on the emulator as it stands, one error a line, as compilers
// say them. The answer comes in preprocessed, with the words of CUDA C++ as they are. FOLDER: headers that are not its
// own.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <iterator>

#include "ladder/base/failure.hpp"
#include "tools/try/source/rewriting.hpp"

using namespace ladder;

int main(int, char** arguments) {
  Source source = source_of({std::istreambuf_iterator<char>(std::cin), {}});
  for (Token& token : source.tokens)
    token.of_system = token.of_system || token.file.empty() || token.file.starts_with(arguments[1]);
  auto refusals = tried::find_wrong_sides(source, tried::Judged::answer);
  std::ranges::move(tried::find_hidden(source, tried::Judged::answer), std::back_inserter(refusals));
  std::ranges::move(tried::find_extensions(source), std::back_inserter(refusals));
  std::ranges::move(tried::find_unset(source), std::back_inserter(refusals));
  for (const auto& [i, why] : refusals) {
    const Token& token = source.tokens[i];
    fmt::print(stderr, "{}:{}: error: {}\n", token.file, token.line, why);
  }
  return refusals.empty() ? all_verified : wrong_or_hazard;
}
