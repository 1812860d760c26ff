// Asynchronous copies in whole programs: right ones, mistakes, and counts as an H200's counters.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "ladder/base/files.hpp"
#include "tests/try/run_program.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;

namespace {

// The mistake's line is named so, and that of the copy, if it is another one.
void check_copy(const std::string& mistake, const std::string& words, const std::string& missing, int status = 1) {
  INFO(mistake);
  const Outcome outcome = run_program("async_mistakes", mistake);
  CHECK(outcome.status == status);
  const std::string begin = place_of_mark("async_mistakes", mistake) + ": " + words;
  const auto lines = findings_in(outcome.out, "async_mistakes");
  if (lines.empty()) FAIL_CHECK("nothing is named");
  if (lines.empty()) return;
  CHECK_THAT(lines.front(), ContainsSubstring(begin) && ContainsSubstring(missing));
  const std::string copy = place_of_mark("async_mistakes", "copy of " + mistake);
  if (copy.starts_with("async_mistakes.cu:")) CHECK_THAT(lines.front(), ContainsSubstring(copy + ";"));
}

constexpr const char* no_wait = "; a wait of the copying thread is missing in between: __pipeline_wait_prior()";

}  // namespace

TEST_CASE("tried: asynchronous copies that are right, in stages, with zeros, by groups, PTX and pipelines") {
  for (const char* wishes : {"", "--observe\n1e-9"}) {
    const Outcome outcome = run_program("found_async", "", wishes);
    INFO(outcome.out);
    CHECK(outcome.status == 0);
    CHECK_THAT(outcome.out, !ContainsSubstring("HAZARD") && !ContainsSubstring("never waited for"));
  }
}

TEST_CASE("tried: what an asynchronous copy brings is read too early") {
  check_copy("no_wait", "not arrived: thread (0, 0) of block (0, 0) reads shared s[0], to which thread (0, 0)",
             no_wait);
  check_copy("no_commit", "not arrived: thread (0, 0) of block (0, 0) reads shared s[0], to which thread (0, 0)",
             "; the wait before is for committed groups alone: a __pipeline_commit() (cp.async.commit_group, "
             "producer_commit()) is missing");
  check_copy("no_producer_commit", "not arrived: thread (0, 0) of block (0, 0) reads shared s[0]",
             "; the wait before is for committed groups alone: a __pipeline_commit() (cp.async.commit_group, "
             "producer_commit()) is missing");
  check_copy("one_too_many_left", "not arrived: thread (0, 0) of block (0, 0) reads shared s[1][0]",
             "; the wait before leaves the newest group on the way, with this copy: wait for fewer");
  check_copy("wait_behind_the_barrier",
             "not arrived: thread (0, 0) of block (0, 0) reads shared s[255], to which thread (255, 0)",
             std::string(no_wait) + " (cp.async.wait_group, consumer_wait()), and a __syncthreads() behind it");
  check_copy("group_does_not_wait", "not arrived: thread (0, 0) of block (0, 0) reads shared s[255]", no_wait);
  check_copy(
      "group_leaves_one", "not arrived: thread (0, 0) of block (0, 0) reads shared s[255]",
      "; the wait before leaves the newest group on the way, with this copy: wait for fewer, and a __syncthreads()");
  check_copy("ptx_without_group", "not arrived: thread (0, 0) of block (0, 0) reads shared s[0]",
             "; the wait before is for committed groups alone");
  check_copy("ptx_of_one_stage_too_few", "not arrived: thread (0, 0) of block (0, 0) reads shared s[0][0]",
             "; the wait before leaves the newest 2 groups on the way, with this copy: wait for fewer");
  check_copy("pipeline_does_not_wait", "not arrived: thread (0, 0) of block (0, 0) reads shared s[0]", no_wait);
}

TEST_CASE("tried: asynchronous copies without a barrier, behind their wait or in front of them") {
  const std::string behind_wait = "; a copy arrives where its thread waits for it: a ";
  check_copy("no_barrier", "race on shared s[128]: thread (128, 0) of block (0, 0) writes it at ",
             behind_wait + "__syncthreads() is missing between that wait and the read");
  check_copy("no_syncwarp", "race on shared s[1]: thread (1, 0) of block (0, 0) writes it at ",
             behind_wait + "__syncwarp() is missing between that wait and the read");
  check_copy("pipeline_of_one_block", "race on shared s[128]: thread (128, 0) of block (0, 0) writes it at ",
             behind_wait + "__syncthreads()");
  const std::string too_early =
      "; a copy may write as soon as it is started: a __syncthreads() is missing between the read";
  check_copy("reused_too_early", "not arrived: thread (128, 0) of block (0, 0) reads shared s[0][127]", too_early);
  check_copy("one_tile_reused", "race on shared s[127]: thread (128, 0) of block (0, 0) reads it at ", too_early);
}

TEST_CASE("tried: asynchronous copies that nothing waits for, of the wrong size, at the wrong place, or disturbed") {
  check_copy("never_waited_for", "never waited for: thread (0, 0) of block (0, 0) copies to shared s[0] here",
             "; no wait of the thread behind it is for its group", 0);
  check_copy(
      "never_in_a_group", "never waited for: thread (0, 0) of block (0, 0) copies to shared s[0] here",
      "; the thread makes no group of it: a __pipeline_commit() (cp.async.commit_group, producer_commit()) is missing",
      0);
  check_copy("of_12_bytes", "thread (0, 0) of block (0, 0) copies 12 bytes to shared s[0] asynchronously",
             "only 4, 8 and 16 are possible");
  check_copy("source_not_aligned", "misaligned: thread (0, 0) of block (0, 0) reads 16 bytes at global in[1]", "");
  check_copy("place_not_aligned", "misaligned: thread (0, 0) of block (0, 0) writes 16 bytes at shared s[1]", "");
  check_copy("to_global_memory", "thread (0, 0) of block (0, 0) copies to global out[0] asynchronously",
             "only shared memory is possible");
  check_copy("from_shared_memory", "thread (0, 0) of block (0, 0) copies shared s[0][0] asynchronously",
             "only global memory is possible");
  check_copy("past_the_end", "out of bounds: thread (255, 0) of block (0, 0) reads global in[1024]", "");
  check_copy("past_the_tile", "out of bounds: thread (255, 0) of block (0, 0) writes shared s[256]", "");
  check_copy(
      "source_written", "race on global in[0]: thread (0, 0) of block (0, 0) reads it at ",
      "; an asynchronous copy may read until its thread has waited for it: the write has to come behind that wait");
  check_copy("two_to_one_place", "not arrived: thread (0, 0) of block (0, 0) writes shared s[0]", no_wait);
  check_copy("written_on_the_way", "not arrived: thread (0, 0) of block (0, 0) writes shared s[0]", no_wait);
}

// docs/reference/transposes_measured.md, "Asynchronous copies, counted": at 8192 x 8192, which is 16384 tiles.
TEST_CASE("tried: asynchronous copies count as an H200's counters do") {
  const TemporaryFolder folder;
  const std::string file = (folder.path / "report.json").string();
  const Outcome outcome = run_program("found_async_counts", "", "--json\n" + file);
  INFO(outcome.out);
  REQUIRE(outcome.status == 0);
  CHECK_THAT(outcome.out, !ContainsSubstring("HAZARD"));
  const auto measured =
      nlohmann::json::parse(std::ifstream(FILES "/../../../docs/measured/h200/asynchronous.json")).at("counters");
  const auto report = nlohmann::json::parse(std::ifstream(file));
  constexpr unsigned tiles = 16, tiles_measured = 16384;
  int compared = 0;
  for (const auto& kernel : report.at("benchmarks")) {
    std::string name = kernel.at("name");
    name = name.substr(name.rfind(":by_") + 1, name.find(" at ") - name.rfind(":by_") - 1);
    if (const std::size_t at = name.find("u>"); at != name.npos) name.erase(at, 1);
    INFO(name);
    const auto& counted = kernel.at("counters");
    const auto& there = measured.at(name);
    const auto check = [&](const char* counter, unsigned long hardware) {
      INFO(counter);
      CHECK(counted.at(counter).get<unsigned long>() * (tiles_measured / tiles) == hardware);
    };
    const auto of = [&](const std::string& counter) { return there.at(counter + ".sum").get<unsigned long>(); };
    check("global_load_requests", of("l1tex__t_requests_pipe_lsu_mem_global_op_ld"));
    check("global_load_sectors", of("l1tex__t_sectors_pipe_lsu_mem_global_op_ld"));
    check("global_store_requests", of("l1tex__t_requests_pipe_lsu_mem_global_op_st"));
    check("global_store_sectors", of("l1tex__t_sectors_pipe_lsu_mem_global_op_st"));
    check("shared_store_requests", of("smsp__inst_executed_op_shared_st") + of("smsp__inst_executed_op_ldgsts"));
    check("shared_store_wavefronts", of("smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st") +
                                         of("sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts"));
    check("shared_load_wavefronts", of("smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld"));
    ++compared;
  }
  CHECK(compared == 5);
}
