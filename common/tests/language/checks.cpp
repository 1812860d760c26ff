// CUDA's device functions on each engine, against what CUDA defines.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <ctime>
#include <stdexcept>
#include <string>
#include <vector>

#include "ladder/engine/devices.hpp"
#include "ladder/verification/device_buffer.hpp"
#include "tests/language/cases.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;
using language::Case;

namespace {

struct Seen {
  std::vector<unsigned> words;
  std::vector<std::string> messages, remarks;
};

Seen run(Engine& engine, const Case& kernel) {
  DeviceBuffer<unsigned> out(engine, kernel.words, "out");
  Seen seen{std::vector<unsigned>(kernel.words), {}, {}};
  try {
    if (const auto observation = engine.execute([&] { kernel.launch(out.data()); })) {
      seen.messages = observation->messages;
      for (const PlacedHazard& remark : observation->remarks) seen.remarks.push_back(remark.words);
    }
  } catch (const StoppedRun& stopped) {
    seen.messages = stopped.seen.messages;
    seen.messages.push_back(stopped.what());
  } catch (const std::invalid_argument& refused) {
    seen.messages.push_back(refused.what());
  }
  out.download(0, seen.words);
  return seen;
}

// By itself, or by its twin on the emulator.
std::vector<unsigned> expected_of(const Case& kernel, const Case& twin) {
  if (kernel.expected == nullptr) return run(*make_emulator(), twin).words;
  std::vector<unsigned> words(kernel.words);
  for (unsigned i = 0; i < kernel.words; ++i) words[i] = kernel.expected(i);
  return words;
}

void check(Engine& engine, const std::vector<Case>& cases, const std::vector<Case>& twins) {
  for (std::size_t i = 0; i < cases.size(); ++i) {
    INFO(cases[i].name);
    const Seen seen = run(engine, cases[i]);
    CHECK(seen.messages == std::vector<std::string>());
    CHECK(seen.words == expected_of(cases[i], twins[i]));
  }
}

// On the emulator, with the blocks in both orders.
void check(const std::vector<Case>& cases) {
  const auto engine = make_emulator();
  check(*engine, cases, cases);
  engine->reorder_blocks(true);
  check(*engine, cases, cases);
}

void check_wrong(const std::vector<Case>& cases) {
  const auto engine = make_emulator();
  for (const Case& kernel : cases) {
    INFO(kernel.name);
    CHECK_THAT(fmt::format("{}", fmt::join(run(*engine, kernel).messages, "\n")), ContainsSubstring(kernel.message));
  }
}

}  // namespace

TEST_CASE("device functions that call themselves give what they would give on a GPU") {
  check(language::emulator::recursion());
}

TEST_CASE("shuffles, matches and reductions of a warp") {
  check(language::emulator::warp_functions());
  check_wrong(language::emulator::wrong_warp_functions());
}

TEST_CASE("__activemask() gives the lanes that are there together") { check(language::emulator::active_masks()); }

TEST_CASE("arithmetic at its edges touches nothing but its results") { check(language::emulator::arithmetic()); }

TEST_CASE("atomics of every type lose nothing; those of a block are none between blocks") {
  check(language::emulator::atomics());
  check_wrong(language::emulator::wrong_atomics());
}

TEST_CASE("cooperative groups within a block") {
  check(language::emulator::groups());
  check_wrong(language::emulator::wrong_groups());
}

TEST_CASE("cooperative groups of a grid") {
  check(language::emulator::grid_groups());
  check_wrong(language::emulator::wrong_grid_groups());
}

TEST_CASE("inline PTX computes what it says") {
  check(language::emulator::ptx());
  check_wrong(language::emulator::wrong_ptx());
}

TEST_CASE("clocks go on whenever they are read, and a remark says that they are no time") {
  check(language::emulator::clocks());
  const auto engine = make_emulator();
  const Seen seen = run(*engine, language::emulator::clocks().front());
  CHECK_THAT(fmt::format("{}", fmt::join(seen.remarks, "\n")),
             ContainsSubstring("clocks.cu:14: no time: thread (0, 0) of block (0, 0) calls clock64(); ") &&
                 ContainsSubstring("clocks.cu:15: no time: thread (0, 0) of block (0, 0) calls clock(); "));
}

TEST_CASE("the host's clock() is the processor's time") {
  const clock_t start = clock();
  while (clock() - start < CLOCKS_PER_SEC / 100) {
  }
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  const double seconds = static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  CHECK(std::abs(static_cast<double>(clock()) / CLOCKS_PER_SEC - seconds) < 0.05);
}

TEST_CASE("what ends a launch from within is named") { check_wrong(language::emulator::stopped_launches()); }

TEST_CASE("what the emulator's checks expect of CUDA's device functions is so on the GPU") {
#ifdef LADDER_WITH_GPU
  std::string why;
  const auto engine = make_gpu(why);
  if (engine == nullptr) SKIP(why);
  check(*engine, language::gpu::active_masks(), language::emulator::active_masks());
  check(*engine, language::gpu::arithmetic(), language::emulator::arithmetic());
  check(*engine, language::gpu::atomics(), language::emulator::atomics());
  check(*engine, language::gpu::clocks(), language::emulator::clocks());
  check(*engine, language::gpu::grid_groups(), language::emulator::grid_groups());
  check(*engine, language::gpu::groups(), language::emulator::groups());
  check(*engine, language::gpu::ptx(), language::emulator::ptx());
  check(*engine, language::gpu::recursion(), language::emulator::recursion());
  check(*engine, language::gpu::warp_functions(), language::emulator::warp_functions());
#else
  SKIP("this build has no GPU engine");
#endif
}
