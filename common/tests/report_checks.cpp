#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "ladder/base/failure.hpp"
#include "ladder/base/files.hpp"
#include "ladder/base/printable.hpp"
#include "ladder/base/shell.hpp"
#include "ladder/report/json_report.hpp"
#include "ladder/report/quiz.hpp"
#include "ladder/report/table.hpp"
#include "ladder/report/terminal.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;

namespace {

Result emulated() {
  Result result;
  result.chapter = "step9";
  result.variant = "good";
  result.device = "emulator";
  result.block = "32x8";
  result.problem = "transpose";
  result.ceiling = "copy";
  result.sizes = {{"rows", 64}, {"cols", 32}};
  result.verified = true;
  result.elements = 2048;
  result.useful_bytes = 16384;
  result.counters = Counters{64, 256, 64, 2048, 0, 0, 0, 0};
  return result;
}

Result timed() {
  Result result = emulated();
  result.device = "gpu";
  result.timing.seconds = {1e-6, 2e-6, 3e-6};
  result.timing.fraction_of_copy = 0.5;
  result.timing.fits_l2 = true;
  result.counted_at = Sizes{{"rows", 32}, {"cols", 32}};
  return result;
}

std::string on_no_terminal(const Table& table, std::size_t letters) {
  FILE* const file = std::tmpfile();
  const std::string text = shown(table, letters, file);
  std::fclose(file);
  return text;
}
std::string plain(const Table& table) { return on_no_terminal(table, std::string::npos); }

}  // namespace

TEST_CASE("the table of an emulated run has counts and no times") {
  const std::string text = plain(table({emulated()}));
  CHECK_THAT(text, ContainsSubstring("good") && ContainsSubstring("32x8") && ContainsSubstring("yes") &&
                       ContainsSubstring("4  32"));
  CHECK_THAT(text, !ContainsSubstring("GB/s"));
}

TEST_CASE("the table of a timed run says what its figures are worth") {
  const std::string text = plain(table({timed()}));
  CHECK_THAT(text, ContainsSubstring("2.0 us") && ContainsSubstring("8.2*") && ContainsSubstring("1.00x") &&
                       ContainsSubstring("0.500"));
  CHECK_THAT(text, ContainsSubstring("fits the L2") && ContainsSubstring("counted by the emulator, at 32x32"));
}

TEST_CASE("a table has the columns in which something stands, and goes on below where a line is too short") {
  const std::string text = on_no_terminal(table({timed()}, false, 60), 60);
  CHECK(std::ranges::all_of(lines_of(text), [](const std::string& line) { return line.size() <= 60; }));
  CHECK_THAT(text, ContainsSubstring("sectors\nvariant  speed-up  of copy   ld  st\ngood "));
  for (const char* heading : {"verified", "GB/s", "speed-up", "of copy"}) CHECK_THAT(text, ContainsSubstring(heading));
  CHECK_THAT(text, !ContainsSubstring("wavefronts:"));  // it has no shared memory
  CHECK(lines_of(plain(table({timed()}))).size() + 4 <= lines_of(text).size());
}

TEST_CASE("lines that are too long are broken between words, and indented") {
  CHECK(wrapped("  one two\n\nthree\n", 80) == "  one two\n\nthree\n");
  CHECK(wrapped("  one two three\n", 9) == "  one two\n      three\n");
  CHECK(wrapped("incomprehensibilities so\n", 9) == "incomprehensibilities so\n");
  CHECK(wrapped("one\n", std::string::npos) == "one\n");
  CHECK(wrapped("", 9).empty());
}

TEST_CASE("wrong results and hazards cannot be overlooked") {
  Result wrong = emulated();
  wrong.verified = false;
  wrong.failure = "row 0 is wrong";
  Result hazardous = emulated();
  hazardous.hazards.races = 3;
  hazardous.places = {{.words = "kernel.cuh:7: race"}};
  CHECK_FALSE(wrong.good());
  CHECK_FALSE(hazardous.good());
  CHECK_THAT(plain(table({wrong, hazardous})), ContainsSubstring("WRONG") && ContainsSubstring("HAZARD"));
  CHECK(failures({emulated()}).empty());
  CHECK(failures({wrong, hazardous}) == "step9/good: row 0 is wrong\nstep9/good: kernel.cuh:7: race\n");
  Result other = hazardous;
  other.variant = "other";
  CHECK(failures({hazardous, other, hazardous}) == "step9/good, other, good: kernel.cuh:7: race\n");
}

TEST_CASE("hazards come before the wrong result that may follow from them; and its cause stands with it") {
  Result wrong = emulated();
  wrong.verified = false;
  wrong.failure = "row 0 is wrong";
  wrong.cause = {"wrong_result", {"kernel.cuh", 9}, "in[0] ends in out[1]"};
  wrong.hazards.uninitialized_reads = 3;
  wrong.places = {{.words = "kernel.cuh:7: uninitialized read", .rule = "uninitialized_read"}};
  wrong.places[0].thread.at = {"kernel.cuh", 7};
  const auto findings = findings_about(wrong);
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].rule == "uninitialized_read");
  CHECK(findings[0].words == "uninitialized read");
  CHECK(with_place(findings[1]) == "kernel.cuh:9: in[0] ends in out[1]; row 0 is wrong");
  CHECK(failures({wrong}).starts_with("step9/good: kernel.cuh:7: uninitialized read"));
}

TEST_CASE("a report survives the way through JSON") {
  Result wrong = emulated();
  wrong.verified = false;
  wrong.failure = "a \"quoted\" reason";
  wrong.hazards = {1, 2, 3, 4};
  wrong.places = {{.words = "one"}, {.words = "two"}};
  const Context context{"2026-01-02T03:04:05+00:00", "step9 --json -", "a device", {{"driver", "1.2"}}};
  Result linked = emulated();
  linked.links = {{0, 1, 2, 300, 4, 5}, {1, 0, 6, 700, 8, 9}};
  const Report report{context, {emulated(), timed(), wrong, linked}};
  const std::string json = to_json(report);
  const Report back = from_json(json);
  CHECK(to_json(back) == json);
  CHECK(plain(table(back.results)) == plain(table(report.results)));
  CHECK_THAT(json, ContainsSubstring("\"name\": \"step9/good\"") && ContainsSubstring("\"bytes_per_second\"") &&
                       ContainsSubstring("\"global_load_sectors\": 256") && ContainsSubstring("\"rows\": 64") &&
                       ContainsSubstring("\"driver\": \"1.2\""));
}

TEST_CASE("the quiz asks for what a request costs, and says what was right") {
  Result tile = emulated();
  tile.variant = "tile";
  tile.counters = Counters{64, 256, 64, 256, 64, 2048, 64, 64};
  Result average = emulated();
  average.variant = "average";
  average.counters = Counters{64, 256, 64, 250, 0, 0, 0, 0};
  const auto asked = [&](const std::string& lines) {
    std::istringstream answers(lines);
    FILE* questions = std::tmpfile();
    quiz({emulated(), tile, average}, answers, questions);
    std::rewind(questions);
    std::string text(4096, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), questions));
    std::fclose(questions);
    return text;
  };
  const std::string text = asked("4 32\n4, 4, 1, 1\n4 3.9\n");
  CHECK_THAT(text, ContainsSubstring("good, block 32x8: sectors per load, sectors per store?   right\n") &&
                       ContainsSubstring("wavefronts per store?   it is 4 4 32 1\n") &&
                       ContainsSubstring("average, block 32x8") && ContainsSubstring("2 of 3 right\n"));
  CHECK_THAT(asked("four\n4\n4 32\n\n"), ContainsSubstring("2 numbers, please") && ContainsSubstring("1 of 2 right"));
  CHECK_THAT(asked("\n4 4 32 1\n"), ContainsSubstring("it is 4 32\n") && ContainsSubstring("1 of 2 right"));
  CHECK_THAT(asked(""), ContainsSubstring("0 of 0 right"));
}

TEST_CASE("the spread of the timed runs is in the JSON") {
  Result result = timed();
  result.timing.seconds.clear();
  for (int i = 1; i <= 21; ++i) result.timing.seconds.push_back(i * 1e-6);
  const std::string json = to_json({{}, {result}});
  CHECK_THAT(json, ContainsSubstring("\"real_time\": 11000,") && ContainsSubstring("\"min\": 1000,") &&
                       ContainsSubstring("\"q1\": 6000,") && ContainsSubstring("\"q3\": 16000,") &&
                       ContainsSubstring("\"max\": 21000\n"));
  result.timing.seconds = {7e-6};
  CHECK(result.timing.at(0) == 7e-6);
  CHECK(result.timing.at(1) == 7e-6);
}

TEST_CASE("text of others has no power over a terminal, and letters stay as they are") {
  CHECK(printable("a\x1b[31mb\x7f") == "a\\x1b[31mb\\x7f");
  CHECK(printable("\xc2\x9b") == "\\xc2\\x9b");
  CHECK(printable("\xe0\x82\x9b") == "\\xe0\\x82\\x9b");                  // the same one, in more bytes than it takes
  CHECK(printable("\xff\xc3\xa9\xe2\x82") == "\\xff\xc3\xa9\\xe2\\x82");  // not UTF-8 but in the middle
  CHECK(printable("\u202e \u2066 \u200f \u061c") == "\\xe2\\x80\\xae \\xe2\\x81\\xa6 \\xe2\\x80\\x8f \\xd8\\x9c");
  for (const char* text : {"", "a line\n\tand another", "\u0130stanbul, \u20ac, \u2248, \u201cso\u201d"}) {
    CHECK(printable(text) == text);
  }
}

TEST_CASE("on a terminal verdicts are coloured and notes dim, unless plain text is asked for") {
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  FILE* stream = fdopen(terminal, "w");
  setenv("TERM", "xterm", 1);
  unsetenv("NO_COLOR");
  CHECK(with_coloured_verdicts("a  yes\nb  WRONG, yes\n", stream) ==
        "a\033[32m  yes\033[0m\nb  \033[31mWRONG\033[0m, yes\n");
  CHECK(shown({"a  yes\n", "*: a note\n"}, 6, stream) == "a\033[32m  yes\033[0m\n\033[2m*: a\n    note\n\033[0m");
  setenv("NO_COLOR", "1", 1);
  CHECK(with_coloured_verdicts("a  yes\n", stream) == "a  yes\n");
  unsetenv("NO_COLOR");
  std::fclose(stream);
  stream = std::tmpfile();
  CHECK(with_coloured_verdicts("a  yes\n", stream) == "a  yes\n");
  std::fclose(stream);
}

TEST_CASE("the results of each problem are a table, with the name of its ceiling") {
  Result sum = timed();
  sum.problem = "sum";
  sum.ceiling = "read";
  CHECK_THAT(plain(table({timed(), sum})),
             ContainsSubstring("of copy") && ContainsSubstring("\n\n") && ContainsSubstring("of read"));
}

TEST_CASE("text that is no report is refused") {
  for (const char* text : {"", "{}", "[1, 2", "{\"context\": {}, \"benchmarks\": 7}"}) {
    CHECK_THROWS_AS(from_json(text), std::exception);
  }
}

TEST_CASE("an output file appears whole or not at all") {
  const TemporaryFolder temporary;
  const auto& folder = temporary.path;
  const auto path = folder / "out.json";
  {
    OutputFile file(path);
    CHECK_FALSE(std::filesystem::exists(path));
  }
  CHECK(std::filesystem::is_empty(folder));
  {
    OutputFile file(path);
    file.commit("text");
  }
  CHECK(contents(path) == "text");
  CHECK(std::distance(std::filesystem::directory_iterator(folder), {}) == 1);
  CHECK_THROWS_AS(OutputFile(folder / "nosuch" / "out.json"), Failure);
  // A pipe that nobody reads is not waited for; one that somebody reads gets the text.
  const std::filesystem::path pipe = folder / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THROWS_WITH(OutputFile(pipe), "--json: cannot write '" + pipe.string() + "': nobody reads it");
  const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  OutputFile(pipe).commit("text");
  char text[8] = {};
  CHECK(read(reader, text, sizeof text) == 4);
  CHECK(std::string(text) == "text");
  close(reader);
}
