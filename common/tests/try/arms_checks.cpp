// What is said of accesses in both arms of a branch.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>

#include "ladder/base/files.hpp"
#include "ladder/base/shell.hpp"
#include "tests/try/run_program.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;

namespace {

// What the report says that the line's accesses become: "2 requests, 8 sectors", of loads and of stores; "apart" where
// it says nothing.
std::string said_of_arms(const std::string& report, int number) {
  static const std::regex words("nvcc (?:may make|made) one .* of those in both arms .*: (?:then )?(.*); as written");
  std::string said;
  for (const std::string& line : said_of_line(report, "arms.cu", number)) {
    std::smatch found;
    if (std::regex_search(line, found, words)) said += (said.empty() ? "" : "; ") + found[1].str();
  }
  return said.empty() ? "apart" : said;
}

#if defined(__clang__)
constexpr bool of_clang = true;
#else
constexpr bool of_clang = false;
#endif

Outcome run_arms(const std::string& wishes = "") { return run_program("arms", "", wishes); }

}  // namespace

TEST_CASE("tried: what both arms of a branch access is marked, with the counts after nvcc has made it one") {
  const Outcome outcome = run_arms();
  CHECK(outcome.status == 0);
  int said = 0, apart = 0;
  const std::regex expected("// (\\d+ request.*?|none|apart)( \\(g\\+\\+\\))?$");
  for_each_expected("arms.cu", expected, [&](int number, const std::smatch& found) {
    if (of_clang && found[2].matched) return;  // docs/emulator.md, "What it does not know"
    ++(found[1] == "apart" ? apart : said);
    CAPTURE(number);
    CHECK(said_of_arms(outcome.out, number).starts_with(found[1].str()));
  });
  CHECK(said == (of_clang ? 12 : 13));
  CHECK(apart == (of_clang ? 4 : 6));
}

TEST_CASE("tried: nvcc's machine code decides whether it made the accesses of both arms one") {
  const TemporaryFolder folder;
  const std::string json = folder.path / "arms.json", code = folder.path / "arms.sass";
  int chosen = 0;  // a line of both arms: its instruction may be that of one of them, or of both
  for_each_expected("arms.cu", std::regex(R"(\? values\[i\] : values\[j\])"),
                    [&](int number, const std::smatch&) { chosen = number; });
  std::ofstream(code) << contents(FILES "/arms.sass") << "\t.section\t.text._Z13chosen_placesPfS_,\"ax\",@progbits\n"
                      << "\t//## File \"arms.cu\", line " << chosen << "\n        /*0150*/ LDS R7, [R0] ;\n";
  const Outcome outcome = run_arms("--machine-code\n" + code + "\n--json\n" + json + "\n");
  CHECK_THAT(outcome.out, ContainsSubstring("nvcc made one load of those in both arms"));
  const std::regex may("nvcc may make one");
  constexpr int of_exchange = 2;  // the lines of bitonic_sort's exchange(), which both arms call
  constexpr int of_chosen = of_clang ? 0 : 1;
  CHECK(std::distance(std::sregex_iterator(outcome.out.begin(), outcome.out.end(), may), {}) ==
        of_exchange + of_chosen);
  CHECK(said_of_arms(outcome.out, chosen) == (of_clang ? "apart" : "2 requests, 2 wavefronts"));
  const auto report = nlohmann::json::parse(contents(json));
  const auto made = [&](const std::string& kernel, const std::string& counter) {
    for (const auto& entry : report.at("benchmarks")) {
      if (entry.at("kernel") == kernel) return entry.at("counters_made").at(counter).get<int>();
    }
    return -1;
  };
  // As its instructions say, with the lanes that are active at each.
  CHECK(made("loaded_in_both", "global_load_requests") == 2);
  CHECK(made("stored_in_both", "global_store_sectors") == 8);
  CHECK(made("in_rows", "global_load_requests") == 2);
  CHECK(made("scan", "shared_load_requests") == 12 + 11 + 2);
  CHECK(made("scan", "shared_store_requests") == 12 + 2);
  CHECK(made("bitonic_sort", "shared_load_requests") == 82 + 2);
  CHECK(made("apart_places", "global_load_requests") == 4);
}
