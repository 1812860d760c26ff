#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "ladder/app/findings.hpp"
#include "ladder/emulator/hazards/hazard_words.hpp"
#include "ladder/report/terminal.hpp"
#include "ladder/report/verdict.hpp"
#include "tests/run_executable.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;

namespace {

const Finding race{"race", {"step3_padded/kernel.cuh", 33}, "race on shared tile[0][1]", "tile_32x8 at 31x33"};
const Finding wrong{"wrong_result", {}, "row 0, column 1 of the output is wrong"};
const std::vector<Verdict> verdicts{{"step2_coalesced", {}, {"on the GPU (there is none)"}},
                                    {"step3_padded", {race, wrong}, {}}};

nlohmann::json tasks() {
  std::ifstream file(SOURCES "/.vscode/tasks.json");
  return nlohmann::json::parse(file);
}

// What the task's matcher makes of a line: its file and line; empty where it takes it for none of its own.
std::string matched(const std::string& task, const std::string& line) {
  const nlohmann::json all = tasks();
  for (const auto& entry : all.at("tasks")) {
    if (entry.at("label") != task) continue;
    const auto pattern = entry.at("problemMatcher").at("pattern");
    const std::regex expression(pattern.at("regexp").get<std::string>());
    std::smatch part;
    if (!std::regex_search(line, part, expression)) return {};
    return part[pattern.at("file").get<std::size_t>()].str() + ":" + part[pattern.at("line").get<std::size_t>()].str();
  }
  return "no such task";
}

}  // namespace

TEST_CASE("a finding is one line, as compilers write it") {
  CHECK(in_one_line(race) == "step3_padded/kernel.cuh:33:1: error: race on shared tile[0][1] (tile_32x8 at 31x33)");
  CHECK(in_one_line(wrong) == "row 0, column 1 of the output is wrong");
}

TEST_CASE("the source of a finding is quoted, with a mark under the access that is meant") {
  const auto marked = [](const std::string& text, int column, const std::string& element, std::size_t letters) {
    const Finding finding{.rule = "race", .at = {"kernel.cuh", 27, "", column}, .element = element};
    const std::string quote = quoted(text, finding, letters);
    const std::size_t npos = std::string::npos, line = quote.find('\n') + 1, mark = quote.find('^');
    CHECK(quote.find('\n') <= letters);
    return mark == npos ? "nothing" : quote.substr(mark - line, quote.find('\n', line) - mark);
  };
  const std::string text = "\ttile[y][x[1]] += in[tile[0][1] + i]; // and so on, and so on, and so on, and so on";
  CHECK(quoted("  in[i] = 1;", race, 80) == "   33 | in[i] = 1;\n");
  CHECK(marked(text, 16, "", 80) == "tile[y][x[1]]");  // +=
  CHECK(marked(text, 14, "", 80) == "tile[y][x[1]]");
  CHECK(marked(text, 31, "", 80) == "tile[0][1]");
  CHECK(marked(text, 36, "", 80) == "in[tile[0][1] + i]");
  CHECK(marked("  *p = 1;", 6, "", 80) == "p");
  CHECK(marked("  __syncthreads();", 16, "", 80) == "__syncthreads");
  CHECK(marked(text, 31, "", 40) == "tile[0][1]");
  // Without a column, the only access to the array.
  CHECK(marked(text, 0, "global in[7]", 40) == "in[tile[0][1] + i]");
  CHECK(marked("x = in[i];  // not in[0]", 0, "global in[7]", 80) == "in[i]");
  CHECK(marked(text, 0, "shared tile[0][1]", 80) == "nothing");
  CHECK(marked(text, 0, "", 80) == "nothing");
  CHECK(marked(text, 99, "", 80) == "nothing");
  CHECK(marked("]=[", 1, "", 80) == "nothing");
  CHECK(marked("a[b", 1, "", 80) == "a[b");
}

TEST_CASE("at a terminal, a finding is its headline, the source and the evidence") {
  Finding finding = race;
  finding.words += ": thread (1, 0) writes it here";
  finding.headline = race.words.size();
  CHECK(in_lines(finding, std::string::npos, true) == in_one_line(finding) + "\n");
  CHECK(in_lines(finding, 50, false) ==
        "step3_padded/kernel.cuh:33:1: error: race on\n    shared tile[0][1]\n"
        "    thread (1, 0) writes it here (tile_32x8 at\n        31x33)\n");
  finding.at.path = SOURCES "/.clang-format", finding.at.line = 1, finding.where = "";
  CHECK_THAT(in_lines(finding, 80, false), ContainsSubstring("\n    1 | BasedOnStyle: Google\n    thread"));
  CHECK_THAT(in_lines(finding, 80, true), ContainsSubstring("\x1b[2m    thread"));
}

TEST_CASE("a helper by which others come out right is not to blame, but the call") {
  const CodePlace inner{"k.cuh", 43}, kernel{"k.cuh", 61}, other_kernel{"k.cuh", 89};
  Finding leaves{"out_of_bounds", {"k.cuh", 17}, "out of bounds"};
  leaves.callers = {inner, kernel};
  const auto runs = [](const std::string& variant, const Callers& callers) {
    Result result;
    result.variant = variant;
    result.verified = true;
    result.lines = [callers] {
      LineCounters line;
      line.file = "k.cuh", line.line = 17, line.callers = {callers};
      return std::vector{line};
    };
    note_lines(result);
  };
  const auto line_of = [&] { return at_the_call(leaves).at.line; };
  CHECK(line_of() == 17);
  runs("verdict_wrong", {inner, other_kernel});
  wrong_variants.insert({"emulator", "verdict_wrong"});
  CHECK(line_of() == 17);  // of what is wrong itself nothing follows
  runs("verdict_right", {inner, other_kernel});
  CHECK(line_of() == 61);
  CHECK_THAT(at_the_call(leaves).words, ContainsSubstring("k.cuh:17: out of bounds"));
  runs("verdict_same", {inner, kernel});
  CHECK(line_of() == 17);  // all lines are right for others: nothing follows
}

TEST_CASE("the editor's tasks find the lines of findings, and of compilers") {
  CHECK(matched("check this chapter", in_one_line(race)) == "step3_padded/kernel.cuh:33");
  CHECK(matched("check this chapter", "/a/kernel.cuh:21:31: error: expected ';'") == "/a/kernel.cuh:21");
  CHECK(matched("check this chapter", in_one_line(wrong)).empty());
  CHECK(matched("check this chapter", "step3_padded: all is right").empty());
  CHECK(matched("check this exercise", "            step1_naive/exercise/exercise.cuh:20: 32 lanes 1024 bytes apart") ==
        "step1_naive/exercise/exercise.cuh:20");
  CHECK(matched("check this exercise", "  right     at 33 x 65").empty());
}

TEST_CASE("verdicts come back from JSON as they were written") {
  CHECK(to_json(verdicts_from_json(to_json(verdicts))) == to_json(verdicts));
  const auto document = nlohmann::json::parse(to_json(verdicts));
  CHECK_FALSE(document.at("good"));
  CHECK(document.at("chapters").at(0).at("good"));
  CHECK(document.at("chapters").at(0).at("not_checked").size() == 1);
  CHECK(document.at("chapters").at(1).at("findings").at(0).at("line") == 33);
  CHECK_FALSE(document.at("chapters").at(1).at("findings").at(1).contains("file"));
  CHECK_THROWS_AS(verdicts_from_json("{}"), std::exception);
  CHECK_THROWS_AS(verdicts_from_json(R"({"version": 2, "chapters": []})"), std::exception);
  CHECK_NOTHROW(to_json({{"step1_naive", {{"race", {}, "no UTF-8: \xff"}}, {}}}));
}

TEST_CASE("SARIF has a place for each finding") {
  const auto run = nlohmann::json::parse(to_sarif(verdicts)).at("runs").at(0);
  CHECK(run.at("tool").at("driver").at("rules").size() == 2);
  const auto place = [&](std::size_t i) {
    const auto physical = run.at("results").at(i).at("locations").at(0).at("physicalLocation");
    return physical.at("artifactLocation").at("uri").get<std::string>() + ":" +
           std::to_string(physical.at("region").at("startLine").get<int>());
  };
  CHECK(place(0) == "step3_padded/kernel.cuh:33");
  CHECK(place(1) == "step3_padded/variants.cu:1");
  CHECK_THAT(run.at("results").at(0).at("message").at("text").get<std::string>(), ContainsSubstring("tile_32x8"));
}

TEST_CASE("what a compiler says is found, below the root alone by its short name") {
  const auto found = compiler_errors(
      "In file included from x:2:\n"
      "/course/step1_naive/kernel.cuh:21:31: error: expected ';'\n   21 |   if\n"
      "../step1_naive/kernel.cuh:22: fatal error: stopped\n"
      "/usr/include/a.h:3:1: error: other\n"
      "/course/step1_naive/kernel.cuh:5:1: warning: unused\n",
      "/course");
  REQUIRE(found.size() == 3);
  CHECK(in_one_line(found[0]) == "step1_naive/kernel.cuh:21:1: error: expected ';'");
  CHECK(in_one_line(found[1]) == "step1_naive/kernel.cuh:22:1: error: stopped");
  CHECK(found[2].at.file == "/usr/include/a.h");
}

TEST_CASE("each kind of hazard has a name for programs") {
  for (const emulator::HazardRow& row : emulator::hazard_table) {
    CAPTURE(row.name);
    CHECK(std::regex_match(row.name, std::regex("[a-z_]+")));
    CHECK((std::string(row.name) == "remark") == (row.counted_as == nullptr));
  }
}

TEST_CASE("verdicts of several chapters become one document, or one line that says why not") {
  const TemporaryFolder folder;
  const std::string one = folder.path / "one.json", both = folder.path / "both.json", log = folder.path / "log";
  std::ofstream(one) << to_json({verdicts[0]});
  std::ofstream(log) << "../step1_naive/kernel.cuh:21:31: error: expected ';'\n";
  const auto done =
      run_executable(LADDER, "verdict " + one + " --unchecked step1_naive --reason 'it does not compile' " +
                                 "--compiler-log " + log + " --json " + both + " --sarif -");
  CHECK(done.status == 0);
  CHECK_THAT(done.out, ContainsSubstring("\"startLine\": 21"));
  std::ifstream file(both);
  const auto read = verdicts_from_json({std::istreambuf_iterator<char>(file), {}});
  REQUIRE(read.size() == 2);
  CHECK(read[1].not_checked == std::vector<std::string>{"all: it does not compile"});
  CHECK_FALSE(read[1].good());
  check_refused(run_executable(LADDER, "verdict /nosuch.json"), 2, "/nosuch.json: cannot be read");
  check_refused(run_executable(LADDER, "verdict " + log), 2, "not a chapter's verdict");
}
