// The first line of a report is the cause, and says what to mend.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "tests/try/run_program.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string first_line(const std::string& program) {
  const Outcome outcome = run_program("first_lines", program);
  INFO(outcome.out);
  CHECK(outcome.status == 1);
  const auto found = findings_in(outcome.out, "first_lines");
  return found.empty() ? "nothing is said" : found[0];
}

// Of the marked line.
void check_first(const std::string& program, const std::string& words) {
  INFO(program);
  CHECK_THAT(first_line(program), ContainsSubstring(place_of_mark("first_lines", program) + ": " + words));
}

void check_silent(const std::string& program) {
  const Outcome outcome = run_program("first_lines", program);
  INFO(program << "\n" << outcome.out);
  CHECK(outcome.status == 0);
  CHECK(outcome.out.find("no order") == std::string::npos);
  CHECK(outcome.out.find("out of bounds") == std::string::npos);
}

}  // namespace

TEST_CASE("tried: of a wrong pointer nobody says that an index is wrong") {
  const auto check = [](const std::string& program, const std::string& words) {
    INFO(program);
    const std::string line = first_line(program);
    CHECK_THAT(line, ContainsSubstring(words));
    CHECK(line.find("the index") == std::string::npos);
  };
  check("stack_of_the_host", "this is memory of the host");
  check("heap_in_a_struct", "this is memory of the host");
  check("null_in_a_struct", "the pointer is null: was the array allocated?");
  check("never_allocated", "the pointer is null: was the array allocated?");
  check("freed_before", "a was freed at ");
  CHECK_THAT(first_line("index_beyond"), ContainsSubstring("; test the index before, or correct it"));
}

TEST_CASE("tried: an offset that does not fit 32 bits is told from any other index") {
  const std::string too_small = "the index is 2^32 too small: its offset does not fit 32 bits, compute it in size_t";
  for (const char* program : {"product_of_ints", "row_of_ints", "sum_of_ints"}) {
    INFO(program);
    check_first(program, "out of bounds: ");
    CHECK_THAT(first_line(program), ContainsSubstring(too_small));
  }
  check_first("middle_of_ints", "out of bounds: ");
  CHECK_THAT(first_line("middle_of_ints"), ContainsSubstring("the index is 2^31 too small"));
  CHECK_THAT(first_line("just_before"), ContainsSubstring("; test the index before, or correct it"));
  check_silent("product_of_size_t");
  check_silent("middle_that_fits");
}

TEST_CASE("tried: what nothing has written is found in the first block, whatever those do that nobody observes") {
  const Outcome outcome = run_program("first_lines", "unset_counter", "--observe\n1e-6");
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.out, ContainsSubstring(place_of_mark("first_lines", "unset_counter") + ": uninitialized read: "));
}

TEST_CASE("tried: what the host did stands before what the kernel then does, and not before what it did earlier") {
  check_first("pointer_for_its_address", "wrong pointer: cudaMemcpyToSymbol()");
  check_first("elements_for_bytes", "filled in part: 256 bytes of a, 1024 bytes");
  check_first("pinned_elements_for_bytes", "filled in part: 256 bytes of a, 1024 bytes");
  check_first("wrong_direction", "wrong pointer: cudaMemcpy(): its destination is to be on the host");
  check_first("launch_that_failed", "failed launch: a block of (2048, 1, 1) threads");
  CHECK_THAT(first_line("size_behind_a_hazard"), ContainsSubstring("uninitialized read: "));
  check_silent("address_of_the_pointer");
}

TEST_CASE("tried: what comes first in the program stands first") {
  check_first("race_before_its_index", "written twice: global begin[0]");
  check_silent("index_of_one");
  check_silent("index_of_nobody");
  check_first("streams_before_freed_twice", "no order between streams: this work reads a");
  check_silent("freed_once_behind_an_event");
}

TEST_CASE("tried: a counter that is set while others count is not said to be unwritten") {
  CHECK_THAT(first_line("set_while_counted"), ContainsSubstring("race on global counts["));
  const Outcome across = run_program("first_lines", "set_while_others_count");
  CHECK_THAT(across.out, ContainsSubstring("no order between blocks: ") && ContainsSubstring("race on global counts["));
  for (const char* program : {"set_while_counted", "set_while_others_count"})
    CHECK(run_program("first_lines", program).out.find("uninitialized read") == std::string::npos);
  check_silent("set_before_counting");
  check_silent("set_and_waited_for");
}

TEST_CASE("tried: what nothing wrote is told before races, and without advice on barriers") {
  for (const char* program : {"output_for_input", "output_across_blocks"}) {
    check_first(program, "uninitialized read: ");
    const std::string report = run_program("first_lines", program).out;
    INFO(report);
    CHECK(report.find("__syncthreads() is missing") == std::string::npos);
    CHECK(report.find("__threadfence()") == std::string::npos);
  }
}

TEST_CASE("tried: of what a thread reads and another one updates by an atomic, what mends it is told") {
  CHECK_THAT(first_line("read_and_exchanged"), ContainsSubstring("to read and to exchange are two steps"));
  CHECK_THAT(first_line("waits_for_a_plain_value"),
             ContainsSubstring("the read has to be an atomic, too, or a volatile"));
  CHECK_THAT(first_line("reference_to_the_host"), ContainsSubstring("arrays at first_lines.cu:") &&
                                                      ContainsSubstring("a kernel takes what the host has by value"));
}

TEST_CASE("tried: memory is made and freed in the order of its stream") {
  check_first("freed_in_another_stream",
              "no order between streams: this work frees a, and nothing says that the work of first_lines.cu:");
  check_first("made_in_another_stream", "no order between streams: this work writes a");
  check_first("set_in_another_stream", "no order between streams: this work writes a");
  check_first("copied_while_freed", "no order between streams: this work frees a");
  check_silent("freed_behind_an_event");
  check_silent("made_and_freed_in_one_stream");
  check_silent("made_before_a_wait");
  check_silent("made_in_the_default_stream");
  check_first("pool_freed_in_another_stream",
              "no order between streams: this work frees a, and nothing says that the ");
  check_first("pool_made_in_another_stream", "no order between streams: this work writes a");
  check_first("pool_set_in_another_stream", "no order between streams: this work writes a");
  check_first("pool_that_is_gone", "failed call: the memory pool does not exist");
  check_silent("pool_behind_an_event");
  check_silent("pool_in_one_stream");
}
