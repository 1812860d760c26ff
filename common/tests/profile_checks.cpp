// The comparison with the hardware's counters: on every machine, with or without a GPU.
#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ladder/base/failure.hpp"
#include "ladder/base/json.hpp"
#include "ladder/base/shell.hpp"
#include "tools/profile/runs.hpp"

using namespace ladder;
using namespace ladder::profile;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

// Readings that equal what the emulator counted.
Readings readings_like(const Counters& emulated) {
  Readings readings;
  for (const HardwareCounter& counter : hardware_counters()) {
    readings[counter.name] = counter.must_equal ? emulated.*counter.emulated : 0;
  }
  return readings;
}

// The first metric of each counter has its reading, a second none.
Readings metrics_like(const Counters& emulated) {
  Readings metrics;
  for (const HardwareCounter& counter : hardware_counters()) {
    for (const auto& metric : counter.metrics) metrics[metric] = 0;
    if (counter.must_equal) metrics[counter.metrics.front()] = emulated.*counter.emulated;
  }
  return metrics;
}

// ncu's raw page: "1234" as "1,234", the units in a line of their own.
class RawPage {
 public:
  explicit RawPage(const std::vector<std::string>& metrics) : metrics_(metrics) {
    text_ =
        "==PROF== Connected to process 1\n\"ID\",\"Kernel Name\",\"Grid Size\",\"Block Size\","
        "\"thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg\"";
    for (const auto& metric : metrics_) text_ += ",\"" + metric + "\"";
    text_ += "\n\"\",\"\",\"\",\"\",\"\"";
    for (std::size_t i = 0; i < metrics_.size(); ++i) text_ += ",\"sector\"";
    text_ += "\n";
  }
  void add(const std::string& kernel, const std::string& range, const Readings& readings) {
    text_ += "\"" + std::to_string(kernels_++) + "\",\"" + kernel +
             "\",\"(16, 1, 1)\",\"(256, 1, 1)\",\"7  \"\"<default domain>:" + range +
             ":none:none:none:none:none:none\"\" \"";
    for (const auto& metric : metrics_) {
      std::string digits = std::to_string(readings.at(metric));
      for (int i = static_cast<int>(digits.size()) - 3; i > 0; i -= 3) digits.insert(static_cast<std::size_t>(i), ",");
      text_ += ",\"" + digits + "\"";
    }
    text_ += "\n";
  }
  const std::string& text() const { return text_; }

 private:
  std::vector<std::string> metrics_;
  std::string text_;
  int kernels_ = 0;
};

// A program in the folder that does what the lines of shell say.
std::string script(const TemporaryFolder& folder, const std::string& name, const std::string& lines) {
  const fs::path path = folder.path / name;
  std::ofstream(path) << "#!/bin/sh\n" << lines;
  fs::permissions(path, fs::perms::owner_all);
  return path;
}

// An ncu that reports this page and fails with this status.
std::string ncu_that_reports(const TemporaryFolder& folder, const std::string& page, int status = 0) {
  std::ofstream(folder.path / "page") << page;
  return script(folder, "ncu",
                "if [ \"$1\" = --version ]; then echo 'Version 2025.3.1.0 (build 1)'; exit; fi\n"
                "while [ \"$1\" != --log-file ]; do shift; done\n"
                "cp '" +
                    (folder.path / "page").string() + "' \"$2\"\nexit " + std::to_string(status) + "\n");
}

}  // namespace

TEST_CASE("the probe has over 200 different patterns, and as many of 1 and 2 bytes, that fit a block's shared memory") {
  std::set<std::string> names;
  using Accesses = std::set<std::pair<std::uint32_t, std::array<std::uint32_t, 32>>>;
  std::map<std::vector<int>, Accesses> accesses;
  for (const auto& pattern : probe::patterns()) {
    names.insert(pattern.name);
    accesses[pattern.widths].insert({pattern.active, pattern.element});
    CHECK(pattern.active != 0);
    const auto last = *std::max_element(pattern.element.begin(), pattern.element.end());
    CHECK((last + 1) * static_cast<unsigned>(pattern.widths.back()) <= probe::memory_bytes);
  }
  CHECK(names.size() == probe::patterns().size());
  CHECK(accesses[{4, 8, 16}].size() > 200);
  CHECK(accesses[{1, 2}].size() > 200);
}

TEST_CASE("a counter that differs is named, with both numbers") {
  const Counters emulated{64, 256, 64, 2048, 32, 32, 32, 1024, 5, 6, 7, 8};
  Readings measured = readings_like(emulated);
  CHECK(differences(emulated, measured).empty());
  measured["shared_load_bank_conflicts"] = 77;  // only shown
  CHECK(differences(emulated, measured).empty());
  for (const HardwareCounter& counter : hardware_counters()) {
    if (!counter.must_equal) continue;
    Readings off = measured;
    ++off[counter.name];
    const auto found = differences(emulated, off);
    REQUIRE(found.size() == 1);
    CHECK(found[0].counter == counter.name);
    CHECK(found[0].measured == found[0].emulated + 1);
    off.erase(counter.name);
    CHECK_THROWS_WITH(differences(emulated, off), counter.name + " was not measured");
  }
}

TEST_CASE("the kernels of a variant are found by its range and summed") {
  const TemporaryFolder folder;
  const Counters first{1000000, 4000000, 64, 2048, 0, 32, 0, 1024, 5, 6}, second{1, 2, 3, 4, 0, 6, 0, 8, 9, 10};
  RawPage page(all_metrics());
  page.add("void ladder::sum<(int)1, (int)2>(const float *)", "sum", metrics_like(first));
  page.add("other", "summit", metrics_like(first));
  page.add("finish", "sum", metrics_like(second));
  const NsightCompute ncu(ncu_that_reports(folder, page.text()));
  CHECK(ncu.version() == "2025.3.1.0 (build 1)");
  script(folder, "chapter", "exit 0\n");
  Result sum, summit, absent;
  sum.variant = "sum", summit.variant = "summit", absent.variant = "absent";
  sum.sizes = summit.sizes = {{"elements", 8}};
  const Chapter chapter(folder.path, "chapter");
  const auto measured = chapter.measure(ncu, "--elements 8", {sum, summit});
  REQUIRE(measured.size() == 2);
  CHECK(measured[0].measured.at("global_load_requests") == 1000001);
  CHECK(measured[0].measured.at("global_atomic_requests") == 14);
  CHECK(differences(first, measured[1].measured).empty());
  CHECK_THROWS_WITH(chapter.measure(ncu, "--elements 8", {absent}), "chapter/absent: ncu saw no kernel of it");

  const auto read = variants_from_json(to_json(Context{"2026-11-20", "profile", "a GPU"}, measured));
  REQUIRE(read.size() == 2);
  CHECK(read[1].variant == "summit");
  CHECK(read[1].sizes == Sizes{{"elements", 8}});
  CHECK(read[1].measured == measured[1].measured);
}

TEST_CASE("what keeps Nsight Compute from counting is said in one line") {
  const TemporaryFolder folder;
  const auto status_of = [](const auto& action) {
    try {
      action();
    } catch (const Failure& failure) {
      return static_cast<int>(failure.status);
    }
    return -1;
  };
  CHECK(status_of([&] { NsightCompute(folder.path / "no_ncu"); }) == device_missing);
  CHECK(status_of([&] { NsightCompute("/bin/true"); }) == device_missing);
  const NsightCompute forbidden(ncu_that_reports(folder, "==ERROR== ERR_NVGPUCTRPERM - The user does not have", 1));
  CHECK(status_of([&] { forbidden.profile("true", {"m"}); }) == device_missing);

  const TemporaryFolder broken_folder;
  const NsightCompute broken(ncu_that_reports(broken_folder, "==PROF== a\n==ERROR== Failed to find metric m\n", 1));
  CHECK_THROWS_WITH(broken.profile("true", {"m"}), ContainsSubstring("Failed to find metric m"));
}

TEST_CASE("a page without a table, a column or a count is refused") {
  CHECK_THROWS_WITH(parse_raw_page("==WARNING== No kernels were profiled.\n", {"m"}),
                    ContainsSubstring("No kernels were profiled"));
  RawPage page({"m"});
  page.add("kernel", "range", {{"m", 1234567}});
  CHECK(parse_raw_page(page.text(), {"m"}).at(0).metrics.at("m") == 1234567);
  CHECK_THROWS_WITH(parse_raw_page(page.text(), {"other"}), ContainsSubstring("no column 'other'"));
  std::string text = page.text();
  text.replace(text.find("1,234,567"), 9, "n/a");
  CHECK_THROWS_WITH(parse_raw_page(text, {"m"}), ContainsSubstring("'n/a' is no count of m"));
}

TEST_CASE("a program's kernel is equal where nvcc has done what it may; one that prints is not compared") {
  const TemporaryFolder folder;
  const auto entry = [](const std::string& kernel, bool prints, const Counters& counted, const Json& may) {
    Json json = {{"kernel", kernel}, {"grid", {16, 1, 1}}, {"threads", {256, 1, 1}}, {"launches", 1},
                 {"observed", 1},    {"prints", prints},   {"nvcc_may", may}};
    for (const auto& [name, member] : counter_names) json["counters"][name] = counted.*member;
    return json;
  };
  const auto choice = [](const std::string& words, int requests, int sectors) {
    Json json = {{"words", words}};
    for (const auto& [name, member] : counter_names) json["more"][name] = 0;
    json["more"]["global_load_requests"] = requests, json["more"]["global_load_sectors"] = sectors;
    return json;
  };
  const Counters counted{1024, 4096, 128, 512};
  const Json may = {choice("merges at k.cu:1", -7, -9), choice("keeps at k.cu:2", -896, -3584)};
  const Json program = {{"benchmarks",
                         {entry("as_written", false, counted, may), entry("keeps", false, counted, may),
                          entry("does_both", false, counted, may), entry("differs", false, counted, may),
                          entry("has_no_choice", false, counted, Json::array()), entry("prints", true, counted, may)}}};
  std::ofstream(folder.path / "emulated.json") << program;

  RawPage page(all_metrics());
  page.add("as_written(int)", "", metrics_like(counted));
  page.add("void keeps<(int)1>(int)", "", metrics_like({128, 512, 128, 512}));
  page.add("does_both", "", metrics_like({121, 503, 128, 512}));
  page.add("differs", "", metrics_like({128, 512, 127, 512}));
  page.add("has_no_choice", "", metrics_like({128, 512, 128, 512}));
  page.add("prints", "", metrics_like({2000, 9000, 128, 512}));
  const Outcome outcome = outcome_of(shell_quoted(EXECUTABLES "/profile_program") + " --ncu " +
                                     shell_quoted(ncu_that_reports(folder, page.text())) + " " +
                                     shell_quoted((folder.path / "emulated.json").string()) + " -- true");
  CHECK(outcome.status == wrong_or_hazard);
  const std::string said = std::regex_replace(outcome.out, std::regex("\\s+"), " "), shape = " (16, 1, 1) (256, 1, 1) ";
  CHECK_THAT(said, ContainsSubstring("as_written" + shape + "equal differs"));
  CHECK_THAT(said, ContainsSubstring(" keeps" + shape + "equal, where nvcc keeps at k.cu:2 "));
  CHECK_THAT(said, ContainsSubstring("does_both" + shape + "equal, where nvcc keeps at k.cu:2, merges at k.cu:1 "));
  CHECK_THAT(said, ContainsSubstring("differs" + shape + "DIFFERENT ") &&
                       ContainsSubstring("global_store_requests: 128 emulated, 127 measured "));
  CHECK_THAT(said, ContainsSubstring("has_no_choice" + shape + "DIFFERENT "));
  CHECK_THAT(said, ContainsSubstring("prints" + shape + "not compared: it prints"));
  CHECK_THAT(said, ContainsSubstring("3 of 6 kernels equal, 1 not compared"));
}

TEST_CASE("patterns survive being recorded") {
  const probe::Launch launch = probe::launches("atomics").back();
  const auto atomics = probed_from_json(to_json(
      Context{},
      std::vector<Probed>{{launch.pattern, {{"shared_atomic_wavefronts", 4, 3, 4}}, launch.space, launch.operation}}));
  REQUIRE(atomics.size() == 1);
  CHECK(atomics[0].pattern.name == launch.pattern.name);
  CHECK(atomics[0].space == launch.space);
  CHECK(atomics[0].operation == launch.operation);
  CHECK(!atomics[0].readings.at(0).equal());

  std::vector<Probed> probed = {{probe::patterns().back(), {{"shared_load_wavefronts", 16, 3, 4}}}};
  const auto read = probed_from_json(to_json(Context{}, probed));
  REQUIRE(read.size() == 1);
  CHECK(read[0].pattern.name == probed[0].pattern.name);
  CHECK(read[0].pattern.active == probed[0].pattern.active);
  CHECK(read[0].pattern.element == probed[0].pattern.element);
  CHECK(read[0].readings.at(0).bytes == 16);
  CHECK(!read[0].readings.at(0).equal());
  CHECK(!read[0].operation);
  CHECK_THROWS(probed_from_json("{}"));
}
