#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "ladder/engine/engine.hpp"
#include "ladder/verification/device_buffer.hpp"
#include "tests/hazards/cases.hpp"
#include "tests/hazards/said_of.hpp"

using namespace ladder;
using hazards::Case;
using hazards::Orders;

hazards::Said hazards::said_of(const std::function<void(Buffers)>& launch, bool reordered) {
  constexpr std::size_t elements = 4096;
  const auto engine = make_emulator();
  engine->reorder_blocks(reordered);
  DeviceBuffer<float> in(*engine, elements, "in"), out(*engine, elements, "out");
  std::vector<float> values(elements);
  for (std::size_t i = 0; i < elements; ++i) values[i] = static_cast<float>(i);
  in.upload(0, values);
  in.keep_from_kernels();
  try {
    const auto seen = engine->execute([&] { launch({in.data(), out.data()}); });
    CHECK(seen->hazards.any() == !seen->messages.empty());
    Said said{seen->messages, {}};
    for (const PlacedHazard& remark : seen->remarks) said.remarks.push_back(remark.words);
    return said;
  } catch (const StoppedRun& stopped) {
    auto lines = stopped.seen.messages;
    lines.push_back(stopped.what());
    return {lines, {}};
  }
}

namespace {

bool has_all(const std::string& line, const std::vector<const char*>& words) {
  return std::all_of(words.begin(), words.end(),
                     [&](const char* word) { return line.find(word) != std::string::npos; });
}

void check(const std::vector<Case>& cases) {
  for (const Case& kernel : cases) {
    int orders_as_they_should = 0;
    std::string said;
    for (const bool reordered : {false, true}) {
      const auto lines = hazards::said_of(kernel.launch, reordered).lines;
      const auto has_words = [&](const std::string& line) { return has_all(line, kernel.words); };
      orders_as_they_should +=
          kernel.words.empty() ? lines.empty() : std::any_of(lines.begin(), lines.end(), has_words);
      said += fmt::format("{}:\n{}\n", reordered ? "in another order" : "in the usual order", fmt::join(lines, "\n"));
    }
    INFO(kernel.name << ": what is said of it " << said);
    INFO("what one line should have: " << fmt::format("{}", fmt::join(kernel.words, ", ")));
    CHECK(orders_as_they_should >= (kernel.orders == Orders::both ? 2 : 1));
  }
}

}  // namespace

TEST_CASE("an index beyond shared memory is found however far it leads, and the array is named") {
  check(hazards::bounds());
}

TEST_CASE("an address that is no multiple of what the type is aligned to is found, and packed structs have none") {
  check(hazards::alignment());
}

TEST_CASE("threads that write the same value to one element do not collide") { check(hazards::equal_values()); }

TEST_CASE("neighbours of one and two bytes are elements of their own") { check(hazards::small_elements()); }

TEST_CASE("an index beyond an array that is a variable of the thread is found") { check(hazards::local_arrays()); }

TEST_CASE("a __syncwarp() orders what its lanes did, in global memory as in shared") { check(hazards::order()); }

TEST_CASE("of a counter that all threads have nobody says that a barrier is missing") {
  check(hazards::counters());
  for (const Case& counter : hazards::counters()) {
    INFO(counter.name);
    for (const std::string& line : hazards::said_of(counter.launch, false).lines)
      CHECK(line.find("is missing") == std::string::npos);
  }
}

TEST_CASE("what another block wrote is read behind a fence and an atomic, or it is a hazard") {
  check(hazards::between_blocks());
}

TEST_CASE("a read of what others update is a first guess where a compare-and-swap follows, and else a race") {
  check(hazards::guesses());
}

TEST_CASE("a fence of one lane of a warp is another one's only after they have met") {
  check(hazards::between_lanes());
}

TEST_CASE("a barrier that some threads reach by another call, or in another instance, is another one") {
  check(hazards::barriers());
}

TEST_CASE("threads that have ended are not waited for at a barrier, and a remark says so") {
  check(hazards::ended_threads());
  for (const Case& kernel : hazards::ended_threads()) {
    if (!kernel.words.empty()) continue;
    const auto remarks = hazards::said_of(kernel.launch, false).remarks;
    INFO(kernel.name << ":\n" << fmt::format("{}", fmt::join(remarks, "\n")));
    REQUIRE(!remarks.empty());
    CHECK(remarks[0].find("ended before a barrier: ") != std::string::npos);
  }
}

TEST_CASE("a tree that leaves a result out gets a remark") {
  for (const Case& kernel : hazards::trees()) {
    const hazards::Said said = hazards::said_of(kernel.launch, false);
    INFO(kernel.name << ":\n" << fmt::format("{}", fmt::join(said.remarks, "\n")));
    CHECK(said.lines.empty());
    CHECK(said.remarks.empty() == kernel.words.empty());
    for (const std::string& remark : said.remarks) CHECK(has_all(remark, kernel.words));
  }
}

TEST_CASE("what orders blocks orders the threads of one block") { check(hazards::order_in_block()); }

TEST_CASE("a plain read and another thread's atomic collide, whichever comes first") { check(hazards::looks()); }

TEST_CASE("what is found of threads that race is the same in every run") {
  constexpr int runs = 6;
  for (const Case& kernel : hazards::same_in_every_run()) {
    const auto first = hazards::said_of(kernel.launch, false).lines;
    INFO(kernel.name << ":\n" << fmt::format("{}", fmt::join(first, "\n")));
    REQUIRE(!first.empty());
    CHECK(has_all(first[0], kernel.words));
    for (int run = 1; run < runs; ++run) CHECK(hazards::said_of(kernel.launch, false).lines == first);
  }
}

TEST_CASE("blocks wait for each other where they fit, and their order is not always the same") {
  check(hazards::waiting());
}

// On one core, the first blocks run first: on several, what a block overwrites may not have been read yet.
TEST_CASE("what a thread has read in global memory, another one overwrites only in an order") {
  cpu_set_t all, one;
  REQUIRE(sched_getaffinity(0, sizeof all, &all) == 0);
  CPU_ZERO(&one);
  CPU_SET(static_cast<unsigned>(sched_getcpu()), &one);
  REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
  check(hazards::overwrites());
  sched_setaffinity(0, sizeof all, &all);
}

TEST_CASE("a read of shared memory that only the reader writes, later, is one of what nothing wrote") {
  check(hazards::early_reads());
}
