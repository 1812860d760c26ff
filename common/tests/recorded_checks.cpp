// What was recorded of GPUs, against what is counted and predicted here: on every machine, with or without a GPU.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "ladder/base/files.hpp"
#include "tools/profile/runs.hpp"

using namespace ladder;
using namespace ladder::profile;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

// The folder's folders that hold a file of that name.
std::vector<fs::path> folders_with(const std::string& name, const fs::path& folder) {
  std::vector<fs::path> found;
  if (!fs::is_directory(folder)) return found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (fs::exists(entry.path() / name)) found.push_back(entry.path());
  }
  return found;
}

// A folder for each GPU that was measured.
std::vector<fs::path> gpus_with(const std::string& name) {
  return folders_with(name, fs::path(SOURCES) / "docs" / "measured");
}

// The file holds variants of the chapter at their size, all of them among these, with these counts. Those that were
// added since have none there. False where it holds nothing of the chapter: that was never measured there.
bool is_recorded(const fs::path& file, const std::string& chapter, std::vector<Result> emulated) {
  const Sizes sizes = emulated.at(0).sizes;
  INFO(file.string() << ": " << chapter << " at " << in_words(sizes));
  auto measured = variants_from_json(contents(file));
  std::erase_if(measured, [&](const MeasuredVariant& m) { return m.chapter != chapter; });
  if (measured.empty()) return false;
  std::erase_if(measured, [&](const MeasuredVariant& m) { return m.sizes != sizes; });
  std::erase_if(emulated, [&](const Result& result) {
    return std::none_of(measured.begin(), measured.end(), [&](auto& m) { return m.variant == result.variant; });
  });
  REQUIRE(!measured.empty());
  REQUIRE(measured.size() == emulated.size());
  for (std::size_t i = 0; i < measured.size(); ++i) {
    CHECK(measured[i].variant == emulated[i].variant);
    for (const HardwareCounter& counter : hardware_counters()) {
      // One that was not read then: of what the variant does not have.
      if (counter.must_equal && measured[i].measured.emplace(counter.name, 0).second) {
        CHECK(*emulated[i].counters.*counter.emulated == 0);
      }
    }
    for (const auto& [counter, counted, read] : differences(*emulated[i].counters, measured[i].measured)) {
      FAIL_CHECK(measured[i].variant << ": " << counter << ": " << counted << " emulated, " << read << " measured");
    }
  }
  return true;
}

}  // namespace

TEST_CASE("the emulator's counts equal those recorded of GPUs") {
  const auto gpus = gpus_with("counters.json");
  REQUIRE(!gpus.empty());
  std::size_t compared = 0;
  for (const fs::path& folder : folders_with("variants.cu", SOURCES)) {
    const Chapter chapter(EXECUTABLES, folder.filename());
    const auto sizes = chapter.sizes();
    REQUIRE(sizes.size() >= 2);
    for (const std::string& size : sizes) {
      const auto emulated = chapter.emulate(size);
      for (const fs::path& gpu : gpus) compared += is_recorded(gpu / "counters.json", folder.filename(), emulated);
    }
  }
  CHECK(compared >= gpus.size() * (5 * 3 + 2));  // of five steps three sizes, of the reduction two
}

TEST_CASE("the memory model equals what was recorded of single warps on GPUs") {
  const auto gpus = gpus_with("probe.json");
  REQUIRE(!gpus.empty());
  for (const fs::path& gpu : gpus) {
    const auto patterns = probed_from_json(contents(gpu / "probe.json"));
    CHECK(patterns.size() >= 200);
    for (const auto& [pattern, readings, space, operation] : patterns) {
      CHECK(!operation);
      CHECK(readings.size() >= 8);
      for (const auto& reading : readings) {
        INFO(gpu.string() << ": " << pattern.name << ", " << reading.bytes << " bytes, " << reading.counter);
        CHECK(probe::predict(pattern, reading.bytes, reading.counter) == reading.measured);
        CHECK(reading.equal());
      }
    }
  }
}

// All but the sectors of a few atomics to global memory, which take one or two more: docs/emulator.md says so.
TEST_CASE("the rules of atomics equal what was recorded of single warps on GPUs") {
  const auto gpus = gpus_with("atomics.json");
  REQUIRE(!gpus.empty());
  for (const fs::path& gpu : gpus) {
    const auto atomics = probed_from_json(contents(gpu / "atomics.json"));
    CHECK(atomics.size() >= 200);
    std::size_t different = 0;
    for (const auto& [pattern, readings, space, operation] : atomics) {
      REQUIRE(operation);
      CHECK(readings.size() >= 2);
      for (const auto& reading : readings) {
        INFO(gpu.string() << ": " << in_words(*operation) << ", " << pattern.name << ", " << reading.counter);
        CHECK(probe::predict(pattern, reading.bytes, reading.counter, operation) == reading.predicted);
        if (reading.equal()) continue;
        ++different;
        CHECK(reading.counter == "global_atomic_sectors");
        CHECK(reading.measured <= reading.predicted + 2);
        CHECK(reading.measured > reading.predicted);
      }
    }
    CHECK(different <= 4);
  }
}
