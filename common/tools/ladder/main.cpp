// bin/ladder: what the commands of ./learn end with, from what the programs of chapters and exercises wrote.
#include <string>
#include <vector>

#include "ladder/app/chapter.hpp"
#include "ladder/base/command_line.hpp"
#include "ladder/base/failure.hpp"
#include "ladder/base/input_file.hpp"
#include "ladder/base/output_file.hpp"
#include "ladder/report/page.hpp"
#include "tools/ladder/commands.hpp"

using namespace ladder;

namespace {

// A page that shows what executables wrote with --show.
int page(int argc, char** argv) {
  std::string empty_page, path;
  std::vector<std::string> shown, runs;
  CommandLine line("ladder page", "Writes a page that draws what executables wrote with --show.");
  line.word("EMPTY_PAGE", "The page without data", empty_page);
  line.word("PAGE", "Where it goes", path);
  line.words("DATA", "What they wrote, in order", shown, true);
  if (!line.parse(argc, argv)) return all_verified;
  for (const std::string& file : shown) runs.push_back(text_of_file(file));
  OutputFile(path, "PAGE").commit(page_of(text_of_file(empty_page), runs));
  return all_verified;
}

int run(int argc, char** argv) {
  const std::string command = argc < 2 ? "" : argv[1];
  if (command == "table") return commands::table(argc - 1, argv + 1);
  if (command == "verdict") return commands::verdict(argc - 1, argv + 1);
  if (command == "grade") return commands::grade(argc - 1, argv + 1);
  if (command == "page") return page(argc - 1, argv + 1);
  throw Failure(bad_usage, "ladder takes one of: table, verdict, grade, page (each has --help)");
}

}  // namespace

int main(int argc, char** argv) { return guarded_main(argc, argv, run, "ladder"); }
