// Each message says where, what, why and what to do.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string_view>

#include "ladder/emulator/hazards/hazards.hpp"
#include "tests/messages/said.hpp"

using Catch::Matchers::ContainsSubstring;

namespace {

const int short_time_limit = setenv("LADDER_TIME_LIMIT", "0.2", 1);  // for who waits in vain

// The line with the comment "at NAME", as messages name it.
std::string place_of(const std::string& name) {
  std::ifstream file(SOURCES "/common/tests/messages/wrong_kernels.cu");
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.ends_with("// at " + name)) return "wrong_kernels.cu:" + std::to_string(number) + ": ";
  }
  return "";
}

// What has to stand in the first message, but for its place; and how many messages there are.
struct Due {
  std::vector<std::string> words;
  std::size_t messages = 1;
};

const std::map<std::string, Due> due = {
    {"barrier_in_a_branch",
     {{"divergent barrier: 40 of 64 threads of block (0, 0) wait here; thread (40, 0) goes on without it at wrong_kern",
       "all threads of a block that have not ended have to come to the same barrier"},
      2}},
    {"beyond_the_end",
     {{"out of bounds: thread (63, 0) of block (0, 0) reads global values[64]; values has 64 elements",
       "test the index"}}},
    {"float4_beyond_the_end",
     {{"out of bounds: thread (16, 0)", "reads global values[64] to values[67]; values has 64 elements"}}},
    {"beyond_a_shared_array", {{"thread (32, 0)", "writes shared row[32]; row is [32]", "too short, the index wrong"}}},
    {"beyond_a_local_array",
     {{"out of bounds: thread (0, 0) of block (0, 0) uses index 7 of an array of its own; it is float [7]",
       "is copies[7] at wrong_kernels.cu:33 too short"}}},
    {"float4_of_any_element", {{"misaligned: thread (0, 0)", "16 bytes at global values[1]", "smaller pieces"}}},
    {"float_behind_a_header", {{"misaligned: thread (0, 0)", "4 bytes at global values[1]", "begin elsewhere"}}},
    {"input_of_another_device",
     {{"no peer access: thread (0, 0) of block (0, 0) reads global values[0]; values is memory of device 1",
       "cudaDeviceEnablePeerAccess()"}}},
    {"store_to_the_input", {{"input overwritten: thread (0, 0)", "writes global values[0], the input"}}},
    {"store_to_a_constant",
     {{"constant written: thread (0, 0)", "writes constant scale", "no kernel can: nvcc refuses it", "__device__"}}},
    {"shuffle_beyond_the_mask",
     {{"absent lane: thread (15, 0)", "lane 16", "0x0000ffff", "every lane that takes part"}}},
    {"shuffle_with_lanes_that_have_ended",
     {{"absent lane: thread (19, 0)", "lane 20, which is not there: the mask 0xffffffff names it, but it has ended",
       "only lanes 0-19 came", "has to come"}}},
    {"shuffle_that_meets_a_vote", {{"divergent exchange", "__shfl_down_sync()", "all lanes of a mask have to meet"}}},
    {"copy_without_a_wait",
     {{"not arrived: thread (0, 0) of block (0, 0) reads shared row[0], to which thread (0, 0) copies asynchronously "
       "at ",
       "a wait of the copying thread is missing"}}},
    {"no_barrier", {{"race on shared row[", "a __syncthreads() is missing between them"}}},
    {"no_barrier_in_a_device_function", {{"race on shared row[", "(called at wrong_kernels.cu:"}}},
    {"no_syncwarp", {{"race on shared row[", "a __syncwarp() is missing between them"}}},
    {"one_index_for_two", {{"race on shared row[0]", "two threads have the same index here", "an atomic"}}},
    {"count_without_atomic", {{"race on shared count", "two threads have the same index here", "an atomic"}}},
    {"one_element_for_two", {{"written twice: global result[0]", "two threads have the same index here", "an atomic"}}},
    {"one_element_for_all_blocks",
     {{"written twice: global result[0]", "one of them alone may write it", "an atomic"}}},
    {"the_block_before", {{"no order between blocks", "reads global result[", "let one block do both"}}},
    {"last_block_without_a_fence", {{"no order between blocks", "a __threadfence() is missing"}}},
    {"fence_before_the_write", {{"no order between blocks", "no fence follows this write"}}},
    {"fence_behind_the_ticket", {{"no order between blocks", "has to come before the atomic"}}},
    {"waits_in_vain", {{"thread (0, 0) of block (0, 0) waits here for what no thread is going to write"}}},
    {"never_written", {{"uninitialized read: thread (7, 0)", "shared row[7], which nothing wrote", "write it first"}}},
    {"endless", {{"thread (", "was still running here", "does the loop end?"}}},
    {"large_local_array", {{"thread (0, 0)", "overflows its stack of 128 KiB"}}},
    {"division_by_zero", {{"thread (5, 0)", "divides an integer by 0"}}},
    {"exit_in_a_kernel", {{"thread (7, 0)", "calls exit(), which ends the whole program"}}},
    {"too_many_blocks", {{"a grid of (1, 65536, 1) blocks cannot be launched"}}},
    {"too_much_shared_memory", {{"65536 bytes of shared memory in a block cannot be launched: at most 49152"}}},
    {"too_many_threads", {{"a block of (32, 64, 1) threads cannot be launched"}}},
    {"more_threads_than_its_bounds",
     {{"a block of (128, 1, 1) threads cannot be launched: the kernel's __launch_bounds__ allows 64"}}},
    {"a_race_after_a_divergent_barrier", {{"divergent barrier: 32 of 64 threads"}, 2}},
    {"last_block_goes_wrong",
     {{"out of bounds: thread (15, 3) of block (1, 1) writes global partial[256]; partial has 256 elements"}, 1}},
    {"beyond_a_row", {{"beyond its row: thread (15, 0)", "index 16 of a row; it is float [16]", "into the next row"}}},
    {"one_value_for_one_element", {{"written twice, with the same value: global result[0]"}}},
    {"copy_that_is_never_used",
     {{"never waited for: thread (0, 0) of block (0, 0) copies to shared row[0] here", "a __pipeline_commit()"}}},
    {"tree_of_48", {{"a tree leaves out shared row[2]: this level combines 2 of the 3 results", "a power of two?"}}},
    {"ended_before_a_barrier",
     {{"ended before a barrier: thread (40, 0) of block (0, 0) does nothing after this line", "40 of 64 threads"}}},
    {"floats_in_the_wrong_order",
     {{"floats in the wrong order: thread (0, 0) of block (0, 0) compares global result[0]"}}},
    {"time_by_clock", {{"no time: thread (0, 0)", "calls clock64()"}}},
};

// The element that pictures mark; "" where the message is about none.
const std::map<std::string, std::string> elements_of = {
    {"barrier_in_a_branch", ""},
    {"beyond_the_end", "global values[64]"},
    {"float4_beyond_the_end", "global values[64]"},
    {"beyond_a_shared_array", "shared row[32]"},
    {"beyond_a_local_array", ""},
    {"float4_of_any_element", "global values[1]"},
    {"shuffle_beyond_the_mask", ""},
    {"shuffle_with_lanes_that_have_ended", ""},
    {"shuffle_that_meets_a_vote", ""},
    {"one_index_for_two", "shared row[0]"},
    {"count_without_atomic", "shared count"},
    {"one_element_for_all_blocks", "global result[0]"},
    {"never_written", "shared row[7]"},
};

}  // namespace

TEST_CASE("each message says where, what, why and what to do") {
  for (const messages::WrongKernel& kernel : messages::wrong_kernels()) {
    const auto found = due.find(kernel.name);
    if (found == due.end()) continue;
    const auto said = messages::said_of(kernel);
    INFO(kernel.name);
    REQUIRE_FALSE(said.empty());
    CHECK(said.size() == found->second.messages);
    CHECK(said.front().starts_with(place_of(kernel.name)));
    for (const std::string& words : found->second.words) CHECK_THAT(said.front(), ContainsSubstring(words));
    CHECK(said.front().find("(called at") == said.front().rfind("(called at"));  // both lines have one caller
  }
}

TEST_CASE("an access beyond its array is told once") {
  const auto kernels = messages::wrong_kernels();
  const auto kernel = std::find_if(kernels.begin(), kernels.end(), [](const messages::WrongKernel& wrong) {
    return std::string(wrong.name) == "beyond_a_shared_array";
  });
  REQUIRE(kernel != kernels.end());
  const auto seen = messages::seen_of(*kernel);
  CHECK(seen.messages.size() == 1);
  CHECK(seen.remarks.empty());
}

TEST_CASE("every kind of hazard and of remark has an example") {
  std::vector<std::string> said;
  for (const messages::WrongKernel& kernel : messages::wrong_kernels()) {
    if (!due.contains(kernel.name)) continue;
    const std::vector<std::string> of_kernel = messages::said_of(kernel);
    said.insert(said.end(), of_kernel.begin(), of_kernel.end());
  }
  for (const ladder::emulator::HazardRow& row : ladder::emulator::hazard_table) {
    const std::string_view words(row.headline);
    const std::string begin = ": " + std::string(words.substr(0, words.find('{')));
    INFO(begin);
    CHECK(std::any_of(said.begin(), said.end(), [&](const std::string& s) { return s.find(begin) != s.npos; }));
  }
}

TEST_CASE("the element that a message is about stands beside its words") {
  std::size_t checked = 0;
  for (const messages::WrongKernel& kernel : messages::wrong_kernels()) {
    const auto found = elements_of.find(kernel.name);
    if (found == elements_of.end()) continue;
    INFO(kernel.name);
    const auto seen = messages::seen_of(kernel);
    REQUIRE_FALSE(seen.places.empty());
    CHECK(seen.places.front().element == found->second);
    ++checked;
  }
  CHECK(checked == elements_of.size());
}
