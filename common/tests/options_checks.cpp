#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>
#include <vector>

#include "ladder/app/options.hpp"
#include "ladder/base/failure.hpp"
#include "ladder/engine/devices.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;

namespace {

const std::vector<SizeOption> size_options = {{"rows", "Rows", 1, 0x7fffffff, 8192, 1024},
                                              {"cols", "Columns", 1, 0x7fffffff, 8192, 2048}};

Options parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "step");
  return parse_options(static_cast<int>(arguments.size()), arguments.data(), "step", size_options).value();
}

std::string refusal(const std::vector<const char*>& arguments) {
  try {
    parse(arguments);
  } catch (const Failure& failure) {
    CHECK(failure.status == bad_usage);
    CHECK(std::string(failure.what()).find('\n') == std::string::npos);
    return failure.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("defaults") {
  const Options options = parse({});
  CHECK(options.variants.empty());
  CHECK(options.device == "auto");
  CHECK(options.repeats == 21);
  CHECK_FALSE(options.sizes[0].has_value());
}

TEST_CASE("options are taken as given") {
  const Options options = parse({"--rows", "3", "--cols=2147483647", "--variant", "a", "--variant", "b", "--device",
                                 "emulator", "--repeats", "5", "--json", "-", "--peers"});
  CHECK(options.sizes[0] == 3);
  CHECK(options.sizes[1] == 2147483647);
  CHECK(options.variants == std::vector<std::string>{"a", "b"});
  CHECK(options.device == "emulator");
  CHECK(options.repeats == 5);
  CHECK(options.json == "-");
  CHECK(options.peers);
}

TEST_CASE("bad usage is refused in one line that names the option and what it takes") {
  for (const char* rows : {"0", "-3", "abc", "", "1.5", "2147483648", "99999999999999999999999", "1e3", " 7"}) {
    INFO(rows);
    CHECK_THAT(refusal({"--rows", rows}),
               ContainsSubstring("--rows") && ContainsSubstring("a whole number from 1 to 2147483647"));
  }
  CHECK_THAT(refusal({"--device", "tpu"}), ContainsSubstring("--device") && ContainsSubstring("auto, gpu, emulator"));
  CHECK_THAT(refusal({"--repeats", "0"}), ContainsSubstring("--repeats"));
  CHECK_THAT(refusal({"--nosuch"}), ContainsSubstring("--nosuch"));
  CHECK_THAT(refusal({"stray"}), ContainsSubstring("stray"));
  CHECK_THAT(refusal({"--rows"}), ContainsSubstring("--rows: its value is missing: --rows N"));
  CHECK_THAT(refusal({"--json", ""}), ContainsSubstring("--json: takes a file"));
}

TEST_CASE("options that are given twice, or that contradict each other, are refused") {
  CHECK_THAT(refusal({"--rows", "3", "--rows", "4"}), ContainsSubstring("--rows: given 2 times; it takes one"));
  CHECK_THAT(refusal({"--device", "gpu", "--device", "emulator"}), ContainsSubstring("--device: given 2 times"));
  CHECK_THAT(refusal({"--list", "--json", "-"}), ContainsSubstring("--list, --json: only one of them"));
  CHECK_THAT(refusal({"--list", "--trace", "file"}), ContainsSubstring("--list, --trace: only one of them"));
  CHECK_THAT(refusal({"--list", "--quiz"}), ContainsSubstring("--list, --quiz: only one of them"));
  CHECK_THAT(refusal({"--records", "file", "--quiz"}), ContainsSubstring("--quiz, --records: only one of them"));
}

TEST_CASE("a device that is not there is refused with its own status") {
#ifndef LADDER_WITH_GPU
  try {
    choose_engine("gpu");
    FAIL("there is no GPU engine in this build");
  } catch (const Failure& failure) {
    CHECK(failure.status == device_missing);
    CHECK_THAT(failure.what(), ContainsSubstring("--device gpu"));
  }
#endif
  CHECK(choose_engine("emulator").engine->name() == "emulator");
}
