// show_page EMPTY_PAGE PAGE DATA...: writes PAGE, which shows what executables wrote with --show; for ./learn show.
#include <fmt/format.h>

#include <exception>
#include <string>
#include <vector>

#include "ladder/base/failure.hpp"
#include "ladder/base/input_file.hpp"
#include "ladder/base/output_file.hpp"
#include "ladder/report/page.hpp"

using namespace ladder;

int main(int argc, char** argv) {
  if (argc < 4) {
    fmt::print(stderr, "usage: show_page EMPTY_PAGE PAGE DATA...\n");
    return bad_usage;
  }
  try {
    std::vector<std::string> runs;
    for (int i = 3; i < argc; ++i) runs.push_back(text_of_file(argv[i]));
    OutputFile page(argv[2], "PAGE");
    page.commit(page_of(text_of_file(argv[1]), runs));
  } catch (const Failure& failure) {
    fmt::print(stderr, "error: {}\n", failure.what());
    return failure.status;
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return bad_usage;
  }
  return all_verified;
}
