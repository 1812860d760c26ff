// What was found in public programs: small ones in found/ that do the same.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

#include "tests/try/run_program.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;

namespace {

// Ends with 0: all is as it should be, and nothing wrong is found.
void check_right(const std::string& name) {
  INFO(name);
  const Outcome outcome = run_program(name);
  CHECK(outcome.status == 0);
  CHECK(outcome.err == "");
  if (outcome.status != 0) CHECK(outcome.out == "");  // shows it
}

}  // namespace

TEST_CASE("found: kernels of one name, specializations, pointers to functions") { check_right("found_kernels"); }

TEST_CASE("found: cuda::atomic and cuda::atomic_ref, of every width") { check_right("found_atomics"); }

TEST_CASE("found: headers and calls besides the usual") { check_right("found_runtime"); }

TEST_CASE("found: classes and references as arguments; lanes that count on making their steps together") {
  check_right("found_classes");
  const Outcome wrong = run_program("found_classes", "more");
  CHECK_THAT(wrong.out, !ContainsSubstring("steps together") && !ContainsSubstring("a null pointer\n"));
  CHECK_THAT(wrong.out,
             ContainsSubstring("found_classes.cu:33: race on shared s[") &&
                 ContainsSubstring("found_classes.cu:40: out of bounds: thread (0, 0) of block (0, 0) reads") &&
                 !ContainsSubstring("uninitialized"));
}

TEST_CASE("found: an array that a kernel has twice, in place, is used in order") {
  CHECK_THAT(run_program("found_in_place", "", "--observe\n1e-9").out, !ContainsSubstring("no order between streams"));
  CHECK_THAT(run_program("found_in_place").out,
             ContainsSubstring("step at found_in_place.cu:12, 1x1 blocks 16x1 -") &&
                 ContainsSubstring("step at found_in_place.cu:12, 2x1 blocks 16x1 -"));
}

TEST_CASE("found: launches by constructors, before main()") {
  check_right("found_constructors");
  CHECK_THAT(run_program("found_constructors", "one more").out,
             ContainsSubstring("found_constructors.cu:12: race on shared s[") && !ContainsSubstring("out of bounds"));
}

TEST_CASE("found: several threads of the host launch and copy") { check_right("found_threads"); }

TEST_CASE("found: locks, flags and threads that leave in a block; looks at what another block updates") {
  check_right("found_order");
  const Outcome right = run_program("found_order");
  CHECK_THAT(right.out, ContainsSubstring("found_order.cu:43: ended before a barrier: thread (40, 0)") &&
                            !ContainsSubstring("race") && !ContainsSubstring("HAZARD"));
  for (const char* mistake : {"read_first", "read_last", "guard"}) {
    const Outcome wrong = run_program("found_order", mistake);
    INFO(mistake << ":\n" << wrong.out);
    CHECK(wrong.status == 1);
    CHECK_THAT(wrong.out, ContainsSubstring("no order between blocks: thread (0, 0) of block (") &&
                              ContainsSubstring(" updates it at found_order.cu:"));
    for (int run = 0; run < 3; ++run) CHECK(run_program("found_order", mistake).out == wrong.out);
  }
}

TEST_CASE("found: OpenMP on the host") {
  if (HAS_OPENMP == 0) SKIP("the compiler has no omp.h");
  check_right("found_openmp");
}

TEST_CASE("found: a shared array aligned to more than a page") { check_right("found_aligned"); }

TEST_CASE("found: a file of C beside the program") {
  const Outcome outcome = run_executable("env", "LADDER_BUILD='" BUILD "' '" LEARN "' try -std=c++20 '" FILES
                                                "/several/with_c.cu' '" FILES "/several/numbers.c'");
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, ContainsSubstring("42\n"));
}

TEST_CASE("found: the blocks of a cooperative launch meet, as many as fit") {
  const Outcome outcome = run_program("found_cooperative");
  CHECK_THAT(outcome.out, ContainsSubstring("1, then too many blocks in cooperative launch\n") &&
                              ContainsSubstring("found_cooperative.cu:34: failed launch: a cooperative launch of") &&
                              !ContainsSubstring("nobody asked"));
  CHECK(outcome.status == 1);
}

TEST_CASE("found: there is one GPU") {
  const Outcome outcome = run_program("found_devices");
  CHECK_THAT(outcome.out, ContainsSubstring("invalid device ordinal\n") &&
                              ContainsSubstring("found_devices.cu:5: failed call: there is no device 1"));
}

TEST_CASE("found: a program that gives up is not asked what it freed") {
  const Outcome outcome = run_program("found_abort");
  CHECK(outcome.status == 134);
  CHECK_THAT(outcome.out,
             ContainsSubstring("it ended with signal 6 (it was aborted)") && !ContainsSubstring("never freed"));
}

TEST_CASE("found: kernels of templates have their arguments' names in CUDA, as in nvcc's machine code") {
  const Outcome outcome = run_program("found_types");
  CHECK(outcome.status == 0);
  for (const char* name : {"copy<float4>", "copy<uchar4>", "copy<ulonglong2>", "copy<char2>", "copy<__half>",
                           "copy<__half2>", "copy<__nv_bfloat16>", "copy<Pair<__half> >"}) {
    CHECK_THAT(outcome.out, ContainsSubstring(std::string("\n") + name + " at found_types.cu:"));
  }
}

TEST_CASE("found: a program is called by its own name") {
  const Outcome outcome =
      run_executable("env", "LADDER_BUILD='" BUILD "' '" LEARN "' try '" FILES "/found/found_arguments.cu'");
  CHECK(outcome.status == 2);
  CHECK_THAT(outcome.err, ContainsSubstring("usage: ./found_arguments SIZE"));
}
