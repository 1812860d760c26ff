// show_page EMPTY_PAGE PAGE DATA...: writes PAGE, which shows what executables wrote with --show; for ./learn show.
#include <string>
#include <vector>

#include "ladder/base/failure.hpp"
#include "ladder/base/input_file.hpp"
#include "ladder/base/output_file.hpp"
#include "ladder/chapter/chapter.hpp"
#include "ladder/report/page.hpp"

using namespace ladder;

namespace {

int run(int argc, char** argv) {
  if (argc < 4) throw Failure(bad_usage, "usage: show_page EMPTY_PAGE PAGE DATA...");
  std::vector<std::string> runs;
  for (int i = 3; i < argc; ++i) runs.push_back(text_of_file(argv[i]));
  OutputFile(argv[2], "PAGE").commit(page_of(text_of_file(argv[1]), runs));
  return all_verified;
}

}  // namespace

int main(int argc, char** argv) { return guarded_main(argc, argv, run, "DATA"); }
