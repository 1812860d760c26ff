// Kernels of one's own: docs/examples and wrong ones, what the `try:` line may say, and ./learn try as a user meets it.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "ladder/base/failure.hpp"
#include "tests/run_executable.hpp"
#include "tools/try/try_line.hpp"
#include "tools/try/unsupported.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;

namespace {

// The executable of an example. Runs of blanks in what it prints become one.
Outcome run_example(const std::string& name, const std::string& options = "") {
  Outcome outcome = run_executable(std::string(BIN) + "/try_" + name, "--device emulator " + options);
  outcome.out = std::regex_replace(outcome.out, std::regex(" +"), " ");
  return outcome;
}

// Runs well, and its report has these rows: "11 global load 16 bytes 1 requests 16 sectors each,".
void check_rows(const std::string& name, const std::vector<std::string>& rows) {
  const Outcome outcome = run_example(name);
  CHECK(outcome.status == 0);
  CHECK(outcome.err == "");
  for (const std::string& row : rows) CHECK_THAT(outcome.out, ContainsSubstring(name + ".cu:" + row));
}

void check_refused(const std::string& line, const std::string& words) {
  INFO(line);
  try {
    tried::parse_try_lines("mine.cu", "\n" + line + "\n");
    FAIL_CHECK("not refused");
  } catch (const Failure& failure) {
    CHECK(failure.status == bad_usage);
    CHECK_THAT(failure.what(), ContainsSubstring("mine.cu") && ContainsSubstring(words));
  }
}

Outcome learn_try(const std::string& arguments) {
  return run_executable("env", "LADDER_BUILD='" BUILD "' '" LEARN "' try " + arguments + " -- --device emulator");
}

}  // namespace

TEST_CASE("tried: transposes and sums are verified") {
  check_rows("transpose_template", {"19 shared load 4 bytes 24864 requests 1 wavefront each,",
                                    "19 shared load 4 bytes 24864 requests 31.25 wavefronts each,"});
  CHECK_THAT(run_example("transpose_template").out,
             ContainsSubstring("transpose<32, 8, 1> 32x8 yes") && ContainsSubstring("transpose<32, 8, 0> 32x8 yes"));
  check_rows("whole_program", {"19 shared load 4 bytes 280 requests 1 wavefront each,"});
  check_rows("sum_dynamic",
             {"20 global load 4 bytes 1565 requests 4 sectors each,", "25 shared load 4 bytes 2352 requests"});
  CHECK_THAT(run_example("sum_dynamic").out, ContainsSubstring("reduce<int, 256> 256x1 yes"));
}

TEST_CASE("tried: what limits each launch, unless it went wrong") {
  const std::string sizes_known = run_example("transpose_template", "--limits").out;
  CHECK_THAT(sizes_known, ContainsSubstring("transpose<32, 8, 0> on the h200 at 1000x777: at most "
                                            "") &&
                              ContainsSubstring("94 % at transpose_template.cu:19, shared load: 31.25 a request"));
  CHECK_THAT(run_example("matrix_product", "--limits").out,
             ContainsSubstring("multiply on the h200: at most") && ContainsSubstring("64 blocks, 8 at a time"));
  CHECK_THAT(run_example("missing_barrier").out, !ContainsSubstring("at most GB/s"));
}

TEST_CASE("tried: cooperative groups, and variables outside functions") {
  check_rows("sum_groups", {"20 shared store 4 bytes 256 requests", "25 global atomic 4 bytes 64 requests"});
  check_rows("sum_last_block",
             {"20 global atomic 4 bytes 40 requests 1 sector each,", "25 global load 8 bytes 40 requests"});
  check_rows("stencil_3d",
             {"14 global load 4 bytes 1024 requests 5 sectors each,", "18 global store 4 bytes 1024 requests"});
  check_rows("sum_tiles", {"25 shared store 4 bytes 314 requests", "27 global atomic 4 bytes 314 requests"});
  check_rows("convolution", {"29 shared load 4 bytes 7000 requests", "30 global store 4 bytes 280 requests"});
}

TEST_CASE("tried: dynamic shared memory, atomics and shuffles") {
  check_rows("matrix_product", {"19 shared load 4 bytes 131072 requests 1 wavefront each,"});
  check_rows("sort_and_scan",
             {"15 shared store 4 bytes 32 requests 1 wavefront each,", "27 global store 4 bytes 32 requests",
              "34 shared store 4 bytes 4 requests 2 wavefronts each,"});
  check_rows("histogram",
             {"15 global load 1 bytes 3125 requests 1 sector each,", "19 global atomic 4 bytes 256 requests"});
  check_rows("scan_shuffle", {"20 shared store 4 bytes 128 requests", "27 global store 4 bytes 128 requests"});
}

TEST_CASE("tried: an access of a vector type is one request, as wide as the type; three members are three") {
  check_rows("wide_types",
             {"11 global load 16 bytes 1 requests 16 sectors each,", "11 global store 16 bytes 1 requests",
              "12 global load 8 bytes 1 requests 8 sectors each,", "12 global store 8 bytes 1 requests",
              "13 global load 16 bytes 1 requests", "13 global store 16 bytes 1 requests",
              "14 global load 4 bytes 1 requests 4 sectors each,", "14 global store 4 bytes 1 requests",
              "15 global load 4 bytes 1 requests", "15 global store 4 bytes 1 requests"});
  check_rows("n_body",
             {"25 shared load 16 bytes 8192 requests 2 wavefronts each,", "28 global store 4 bytes 48 requests"});
}

TEST_CASE("tried: a published program with its host code left out, and printf") {
  check_rows("published", {"11 global store 4 bytes 32 requests"});
  CHECK_THAT(run_example("published").out, ContainsSubstring("block 0 of 4, thread 0: y[0] = "));
  CHECK_THAT(run_executable(BIN "/try_published", "--device emulator --json -").out,
             ContainsSubstring("\"verified\": null"));  // nothing says what is right
}

TEST_CASE("tried: hazards and wrong results end with 1") {
  const auto check = [](const std::string& name, const std::string& words) {
    const Outcome outcome = run_example(name);
    CHECK(outcome.status == 1);
    CHECK_THAT(outcome.err, ContainsSubstring(words));
  };
  check("missing_barrier", "missing_barrier.cu:5: race on shared dynamic_shared");
  check("too_little_shared", "too_little_shared.cu:5: out of bounds: thread (63, 0) of block (0, 0) writes");
  check("wrong_results", "almost_sum: the sum is ");
  check("never_written", "nothing: out is still all 0");
  CHECK_THAT(run_example("never_written").out, ContainsSubstring("never_written.cu:5 global load"));
#if defined(__x86_64__)  // others refuse no division
  check("never_written", "never_written.cu:10: thread (0, 0) of block (0, 0) divides an integer by 0");
#endif
  check("wrong_results", "copy: row 0, column 1 of the output");
}

TEST_CASE("tried: each case of docs/find_the_bug is named, and runs well once it is mended") {
  const auto check = [](const std::string& name, const std::string& words, int status = 1) {
    INFO(name);
    const Outcome wrong = run_example(name), mended = run_example(name + "_mended");
    CHECK(wrong.status == status);
    CHECK_THAT(wrong.out + wrong.err, ContainsSubstring(words));
    CHECK(mended.status == 0);
    CHECK(mended.err == "");
    CHECK_THAT(mended.out, !ContainsSubstring(words));
  };
  check("case_1", "out of bounds: thread (198, 0) of block (167, 0) reads global in[-35791]");
  check("case_2", "divergent barrier: ");
  check("case_3", "row 0, column 96 of the output was never written; 856 of 7000 elements are wrong, 856 of them");
  check("case_4", "lane l in bank (32*l + 0) % 32, 32 lanes in bank 0: 32 wavefronts", 0);
  check("case_5",
        "race on shared tile[17][1]: thread (16, 1) of block (0, 0) writes it here, thread (33, 0) writes it");
  check("case_6", "a block of (32, 64, 1) threads cannot be launched: 1 to 1024 in all");
}

TEST_CASE("tried: an array of a negative number of elements, a product of ints, is refused") {
  const Outcome outcome = run_example("too_many_elements");
  CHECK(outcome.status == 2);
  CHECK_THAT(outcome.err, ContainsSubstring("fill: out has -169803776 elements"));
}

TEST_CASE("the try: line, all that it may say") {
  const auto lines =
      tried::parse_try_lines("mine.cu",
                             "// try: launch n=4*(3 + 1) grid=n,2 block=8,8,4 shared=n*4\n"
                             "//   kernel=ns::mine<4, float>(const float4 a[n*(n+1)], int b[n]=i%(2 + n),\n"
                             "//   Pair{1, 2}, n)\n"
                             "__global__ void k();\n");
  REQUIRE(lines.size() == 1);
  const tried::TryLine& line = lines.front();
  CHECK(line.line == 1);
  CHECK(line.computes == tried::Computes::unknown);
  REQUIRE(line.constants.size() == 1);
  CHECK(line.constants[0] == std::pair<std::string, std::string>("n", "4*(3 + 1)"));
  CHECK(line.grid == "n,2");
  CHECK(line.block == "8,8,4");
  CHECK(line.shared_bytes == "n*4");
  CHECK(line.kernel == "ns::mine<4, float>");
  REQUIRE(line.arguments.size() == 4);
  CHECK(line.arguments[0].element_type == "const float4");
  CHECK(line.arguments[0].size == "n*(n+1)");
  CHECK(line.arguments[1].text == "b");
  CHECK(line.arguments[1].value == "i%(2 + n)");
  CHECK(line.arguments[2].text == "Pair{1, 2}");
  CHECK(line.arguments[3].text == "n");
}

TEST_CASE("the try: line, what is refused") {
  check_refused("__global__ void k();", "no line says how to launch");
  check_refused("// try: run grid=1 block=1 kernel=k()", "transpose, sum or launch");
  check_refused("// try: launch block=1 kernel=k()", "grid= is missing");
  check_refused("// try: launch grid=1 kernel=k()", "block= is missing");
  check_refused("// try: launch grid=1 block=1", "kernel= is missing");
  check_refused("// try: launch grid=1 block=1 kernel=k", "NAME(ARGUMENTS)");
  check_refused("// try: launch gird=1 grid=1 block=1 kernel=k()", "'gird=' is not known");
  check_refused("// try: launch grid=1,2,3,4 block=1 kernel=k()", "grid= takes one to three");
  check_refused("// try: launch grid=4 / 2 block=1 kernel=k()", "'/' is not KEY=VALUE");
  check_refused("// try: transpose rows=3 grid=1 block=1 kernel=k()", "cols= is missing");
  check_refused("// try: sum grid=1 block=1 kernel=k()", "elements= is missing");
  check_refused("// try: launch n=" + std::string(100000, '1') + " grid=1 block=1 kernel=k()", "has more than 4000");
}

TEST_CASE("what the emulator does not have is named with its line, but not in comments and strings") {
  const auto found = tried::find_unsupported("mine.cu",
                                             "#include <cub/cub.cuh>\n// tex2D <<<\n/* asm\n asm */ float x;\n"
                                             "const char* text = \"<<<\";\nasm(\"\");\nint v = tex2D<int>(t, 1, 2);\n");
  REQUIRE(found.size() == 3);
  CHECK_THAT(found[0], ContainsSubstring("mine.cu:1: #include <cub/"));
  CHECK_THAT(found[1], ContainsSubstring("mine.cu:6: asm"));
  CHECK_THAT(found[2], ContainsSubstring("mine.cu:7: tex2D"));
  // However long the comment.
  CHECK(tried::find_unsupported("mine.cu", "/*" + std::string(1000000, '*') + "/ asm(\"\");").size() == 1);
}

// One after the other: they share a build folder.
TEST_CASE("./learn try: its exit status and its messages") {
  const TemporaryFolder folder;
  const auto file = folder.path / "a kernel.cu";
  std::filesystem::copy(FILES "/wrong/too_little_shared.cu", file);
  const Outcome hazard = learn_try("'" + file.string() + "'");
  CHECK(hazard.status == 1);
  CHECK_THAT(hazard.err, ContainsSubstring("a kernel.cu:5: out of bounds"));

  const Outcome unsupported = learn_try("'" FILES "/unsupported.cu'");
  CHECK(unsupported.status == 1);
  CHECK_THAT(unsupported.err, ContainsSubstring("unsupported.cu:6: __activemask: ") &&
                                  ContainsSubstring("unsupported.cu:12: <<<: host code") &&
                                  ContainsSubstring("unsupported.cu:5: asm: PTX") &&
                                  ContainsSubstring("/unsupported.cu:11:3: error: "));

  const Outcome missing = learn_try("/nosuch/file.cu");
  CHECK(missing.status == 2);
  CHECK_THAT(missing.err, ContainsSubstring("/nosuch/file.cu: cannot be read"));
  CHECK(learn_try("").status == 2);
}
