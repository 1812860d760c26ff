// Programs that call cuBLAS: what is computed, what is said where a call is wrong, and what is refused. Those that run
// are skipped where the system has no CBLAS.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "ladder/base/files.hpp"
#include "tests/try/run_program.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

namespace {

// Names the marked line with these words, and gives this status; mended, it says nothing.
void check_cublas(const std::string& mistake, const std::string& words, const std::string& status = "") {
  INFO(mistake);
  const Outcome outcome = run_program("cublas_mistakes", mistake),
                mended = run_program("cublas_mistakes", mistake + " mended");
  const std::string line = "\n" + place_of_mark("cublas_mistakes", mistake) + ": " + words;
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.out, ContainsSubstring(line) && StartsWith(status) && !ContainsSubstring(" times)"));
  CHECK(mended.status == 0);
  if (!status.empty()) CHECK_THAT(mended.out, StartsWith("CUBLAS_STATUS_SUCCESS\n"));
}

}  // namespace

TEST_CASE("cublas: programs in the styles of public ones get what they expect, and nothing is said of them") {
  for (const std::string program : {"by_rows 1", "by_columns 1", "vectors 7", "matrix_and_vector 2", "batches 1",
                                    "device_pointers 3", "transposes 2", "streams 2"}) {
    INFO(program);
    const std::string name = program.substr(0, program.find(' ')), calls = program.substr(program.find(' ') + 1);
    const Outcome outcome = run_program("cublas", name);
    CHECK(outcome.status == 0);
    CHECK_THAT(outcome.out, StartsWith("0 failures\n") &&
                                ContainsSubstring("\n" + calls + (calls == "1" ? " call" : " calls") +
                                                  " of cuBLAS: computed by the system's CBLAS, not counted\n"));
    CHECK(findings_in(outcome.out, "cublas").empty());
  }
  const Outcome outcome = run_program("cublas", "batches", "--json\n-\n");
  CHECK(nlohmann::json::parse(outcome.out.substr(outcome.out.find("\n{")))["program"]["cublas_calls"] == 1);
  CHECK_THAT(run_program("histogram").out, !ContainsSubstring("cuBLAS"));
}

TEST_CASE("cublas: arguments that are wrong by themselves") {
  const std::string invalid = "CUBLAS_STATUS_INVALID_VALUE\n", unknown = "CUBLAS_STATUS_NOT_INITIALIZED\n";
  check_cublas("lda_too_small", "failed call: cublasSgemm(): lda is 7: at least 8\n", invalid);
  check_cublas("negative_size", "failed call: cublasSgemm(): m is -8: at least 0\n", invalid);
  check_cublas("zero_increment", "failed call: cublasSgemv(): incx or incy is 0\n", invalid);
  check_cublas("null_alpha", "failed call: cublasSscal(): alpha is null\n", invalid);
  check_cublas("no_operation", "failed call: cublasSgemm(): A has no such operation\n", invalid);
  check_cublas("transposed_in_place", "failed call: cublasSgeam(): C is A, which is transposed", invalid);
  check_cublas("short_columns", "wrong size: cublasSetMatrix(): a row is wider than its pitch\n", invalid);
  check_cublas("no_bytes", "failed call: cublasSetVector(): a size or a distance is too small\n", invalid);
  check_cublas("destroyed", "failed call: cublasSscal(): cublasDestroy() has ended its handle\n", unknown);
  check_cublas("never_created", "failed call: cublasSetStream(): cublasCreate() made no such handle\n", unknown);
}

TEST_CASE("cublas: memory that is too small, freed, or not where it is to be") {
  const std::string invalid = "CUBLAS_STATUS_INVALID_VALUE\n", failed = "CUBLAS_STATUS_EXECUTION_FAILED\n";
  check_cublas(
      "swapped_sizes",
      "wrong size: cublasSgemm(): A takes 256 bytes (4 columns of 16, 16 apart), and has 128 left: a, 128 bytes",
      failed);
  check_cublas("vector_too_long",
               "wrong size: cublasSscal(): x takes 252 bytes (32 columns of 1, 2 apart), and has 128 left: a,", failed);
  check_cublas("stride_too_long", "wrong pointer: cublasSgemmStridedBatched(): A[4] begins at a[32], and there are 32",
               failed);
  check_cublas("matrix_too_large", "wrong size: cublasSetMatrix(): 512 bytes, but its destination has 128 left: a",
               "CUBLAS_STATUS_MAPPING_ERROR\n");
  check_cublas("host_pointer",
               "wrong pointer: cublasSgemm(): A is to be on the device, but the pointer is of host memory", failed);
  check_cublas("alpha_on_host",
               "wrong pointer: cublasSscal(): alpha (pointer mode: device) is to be on the device, but", failed);
  check_cublas(
      "alpha_on_device",
      "wrong pointer: cublasSscal(): alpha (pointer mode: host) is to be on the host, but it is number, 4 bytes",
      invalid);
  check_cublas("result_on_device",
               "wrong pointer: cublasSdot(): result (pointer mode: host) is to be on the host, but it is number",
               invalid);
  check_cublas("freed", "use after free: cublasSscal(): x is a, which was freed at ", failed);
  check_cublas("uninitialized", "uninitialized: cublasSgemm() reads A, of which nothing wrote 128 bytes: empty,",
               "CUBLAS_STATUS_SUCCESS\n");
  check_cublas("uninitialized_sum", "uninitialized: cublasSgemm() reads C, of which nothing wrote 512 bytes: sum,",
               "CUBLAS_STATUS_SUCCESS\n");
}

TEST_CASE("cublas: a call is a piece of work of its handle's stream, and no more is promised") {
  check_cublas("read_too_early", "too early: the host uses c while the work of cublas_mistakes.cu:");
  check_cublas("result_on_device_is_no_wait", "too early: the host uses c while the work of cublas_mistakes.cu:");
  check_cublas("copied_too_early", "no order between streams: this work reads a, and nothing says that the work of ");
  check_cublas("no_order", "no order between streams: this work reads a, and nothing says that the work of ");
  check_cublas("default_stream", "no order between streams: this work writes a, and nothing says that the work of ");
  check_cublas("ended_stream", "failed call: cublasSscal(): the stream of its handle does not exist",
               "CUBLAS_STATUS_EXECUTION_FAILED\n");
  const Outcome outcome = run_program("cublas_mistakes", "other_device", "--gpus\n2\n");
  CHECK_THAT(outcome.out,
             StartsWith("CUBLAS_STATUS_EXECUTION_FAILED\n") &&
                 ContainsSubstring(place_of_mark("cublas_mistakes", "other_device") +
                                   ": failed call: cublasSscal(): its handle is of device 0, its stream of "
                                   "device 1, and device 1 is the current one\n"));
}

TEST_CASE("cublas: what is not there is refused by name and line, and so is all of it without a CBLAS") {
  const Outcome without = compiled_with("cblas", "libnone.so.0", "cublas.cu");
  CHECK(without.status == 2);
  CHECK(without.err ==
        "cublas.cu:2: cublas_v2.h: cuBLAS is computed by the system's CBLAS, and there is none: install "
        "libopenblas0 (Debian, Ubuntu) or openblas (Fedora)\n");
  const Outcome old = compiled_with("cblas", "libnone.so.0", "cublas_without_handles.cu");
  CHECK(old.status == 2);
  CHECK(old.err ==
        "cublas_without_handles.cu:2: cublas.h: its functions without handles are not supported; those of "
        "cublas_v2.h are\n");
  const Outcome parts = compiled_with("cblas", "libopenblas.so.0 libblas.so.3 libcblas.so.3", "cublas.cu");
  if (parts.err == without.err) SKIP("the system has no CBLAS");
  CHECK(parts.status == 2);
  CHECK(parts.err ==
        "cublas.cu:7: cublasScnrm2: complex numbers are not supported in cuBLAS\n"
        "cublas.cu:8: cublasCgemv: complex numbers are not supported in cuBLAS\n"
        "cublas.cu:9: cublasStbsv: is no part of cuBLAS that the emulator has\n"
        "cublas.cu:10: cublasScopy: is no part of cuBLAS that the emulator has\n");
}
