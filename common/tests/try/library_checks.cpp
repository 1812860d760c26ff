// Programs that use Thrust, CUB and cuda_fp8.h: what is computed, what is said where they are used in a wrong way, and
// what is refused. Those that run are skipped where the headers are not found.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <filesystem>
#include <string>

#include "ladder/base/files.hpp"
#include "tests/try/run_program.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

// Names the marked line with these words; mended, it says nothing.
void check_thrust(const std::string& mistake, const std::string& words, bool goes_on = true) {
  INFO(mistake);
  const Outcome outcome = run_program("thrust_mistakes", mistake),
                mended = run_program("thrust_mistakes", mistake + " mended");
  CHECK((outcome.status == 1) == goes_on);
  CHECK_THAT(outcome.out, ContainsSubstring(place_of_mark("thrust_mistakes", mistake) + ": " + words));
  CHECK(mended.status == 0);
  CHECK(findings_in(mended.out, "thrust_mistakes").empty());
}

}  // namespace

TEST_CASE("libraries: programs that use Thrust in the styles of public ones get what they expect") {
  for (const std::string name : {"with_kernels", "algorithms", "iterators", "functors", "memory"}) {
    INFO(name);
    const Outcome outcome = run_program("thrust", name);
    CHECK(outcome.status == 0);
    CHECK_THAT(outcome.out, StartsWith("0 failures\n"));
    CHECK(findings_in(outcome.out, "thrust").empty());
  }
}

TEST_CASE("libraries: what is wrong around Thrust's algorithms is named in the program's own lines") {
  const std::string on_host = "device memory on the host: the host uses ";
  check_thrust("beyond", "out of bounds: thread (0, 0) of block (1, 0) writes global a[256]; a has 256 elements");
  check_thrust("on_host", on_host, false);
  check_thrust("on_host_later", on_host, false);
  check_thrust("no_policy", on_host + "a, 1024 bytes", false);
  check_thrust("uninitialized", "uninitialized: this reads a, 1024 bytes, ");
  check_thrust("no_order", "no order between streams: this work reads an array, and nothing says that the work of ");
  CHECK_THAT(run_program("thrust_mistakes", "beyond").out,
             ContainsSubstring("made at " + place_of_mark("thrust_mistakes", "vector")));
}

TEST_CASE("libraries: CUB's own kernels run, and are shown where the program calls for them") {
  const Outcome outcome = run_program("cub", "", "", "20");
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, StartsWith("0 failures\n") && ContainsSubstring("\ncub::DeviceScanKernel at cub.cu:"));
  CHECK(findings_in(outcome.out, "cub").empty());
}

TEST_CASE("libraries: cuda_fp8.h converts by the toolkit's own code") {
  const Outcome outcome = run_program("fp8");
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, StartsWith("0 failures\n"));
  CHECK(findings_in(outcome.out, "fp8").empty());
}

TEST_CASE("libraries: what is not there is refused in one line, with what to install") {
  const std::string install =
      ": Thrust and CUB are those of the system's packages, of version 1, and there are none, or they lack this: "
      "install "
      "libthrust-dev and libcub-dev (Debian, Ubuntu)\n";
  const Outcome without = compiled_with("cuda_folders", "/nowhere", "thrust.cu");
  CHECK(without.status == 2);
  CHECK(without.err == "thrust.cu:2: thrust/device_vector.h" + install);
  const Outcome no_toolkit = compiled_with("cuda_folders", "/nowhere", "fp8.cu");
  CHECK(no_toolkit.status == 2);
  CHECK(no_toolkit.err ==
        "fp8.cu:2: cuda_fp8.h: this header is the CUDA toolkit's own, and there is none in /nowhere\n");
  const Outcome with = compiled_with("cuda_folders", "/usr/include", "thrust.cu");
  if (with.err == without.err) SKIP("the system has no Thrust");
  CHECK(with.status == 2);
  CHECK(with.err == "thrust.cu:3: thrust/no_such_header.h" + install);
  const Outcome async = compiled_with("cuda_folders", "/usr/include", "thrust_async.cu");
  CHECK(async.status == 2);
  CHECK(async.err == "thrust_async.cu:2: Thrust: its asynchronous algorithms are not supported\n");
}
