#include "ladder/problems/many_gpus/checks.hpp"

#include <fmt/format.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstdlib>
#include <set>

#include "ladder/app/findings.hpp"
#include "ladder/base/failure.hpp"
#include "ladder/problems/many_gpus/contract.hpp"
#include "ladder/problems/many_gpus/fixture.hpp"
#include "ladder/problems/transpose/checks.hpp"

namespace ladder::many_gpus {

void check_every_variant(Engine& engine, unsigned gpus) {
  // Rows, columns: whole tiles on up to 2 devices; on 4; ragged on any; a row; a column; an element.
  constexpr std::pair<std::size_t, std::size_t> sizes[] = {{128, 256}, {256, 512}, {130, 97}, {67, 259},
                                                           {1, 300},   {300, 1},   {3, 2},    {1, 1}};
  static std::set<std::string> told;  // of which variants it is said that other data cross the links
  for (const auto& [rows, cols] : sizes) {
    Fixture fixture(engine, {gpus, rows, cols});
    for (const Variant& variant : catalog_of(engine).variants) {
      if (found_wrong(engine, variant.name)) continue;
      const Result result = fixture.run(variant, 1);
      check_good(result);
      if (!result.good() || !engine.observes()) continue;
      const std::vector<std::string> breaches = breaches_on_links(result, link_contracts);
      if (breaches.empty() || !told.insert(variant.name).second) continue;
      const std::string more = breaches.size() == 1 ? "" : fmt::format("; {} links in all differ", breaches.size());
      fail_with({"contract", {}, breaches.front() + more, where_of(result, ""), "links", result.variant});
    }
  }
}

void skip_without_devices(Engine& engine, unsigned gpus) {
  try {
    const Fixture fixture(engine, {gpus, 1, 1});
  } catch (const Failure& failure) {
    SKIP(failure.what());
  }
}

void check_late_work(Engine& gpu, unsigned gpus) {
  if constexpr (built_with_gpu) {
    setenv("LADDER_TIME_LIMIT", "1", 1);
    Fixture fixture(gpu, {gpus, 130, 97});
    for (const Variant& late : gpu::late_variants(gpus)) {
      INFO(late.name);
      CHECK_THAT(fixture.run(late, 1).failure, Catch::Matchers::ContainsSubstring("has not ended after 1 seconds"));
      for (const Variant& variant : catalog_of(gpu).variants) check_good(fixture.run(variant, 1));
    }
    unsetenv("LADDER_TIME_LIMIT");
  }
}

void check_wrong_bytes(Engine& gpu, unsigned gpus) {
  if constexpr (built_with_gpu) {
    using Catch::Matchers::ContainsSubstring;
    Fixture fixture(gpu, {gpus, 130, 97});
    for (const auto& [where, words] : {std::pair(gpu::WrongByte::in_output, "; 1 of its "),
                                       std::pair(gpu::WrongByte::in_input, "was overwritten")}) {
      for (const Variant& variant : gpu::with_a_wrong_byte(catalog_of(gpu).variants, where)) {
        INFO(variant.name);
        CHECK_THAT(fixture.run(variant, 1).failure, ContainsSubstring(words));
      }
    }
  }
}

void check_far_kernels(Engine& engine, const std::vector<transpose::Variant>& kernels) {
  if (!wrong_variants.empty()) return;
  using Matrices = std::vector<transpose::FarMatrix>;
  for (const transpose::Variant& kernel : kernels) {
    const Matrices of_tiles{{65532 * 64, 2056}, {2056, 65532 * 64}}, of_rows{{3, (std::uint64_t{1} << 31) + 256}};
    std::vector<Finding> faults;
    for (const transpose::FarMatrix& matrix : kernel.tile.y == 1 ? of_rows : of_tiles)
      if (faults.empty()) faults = faults_in(engine, kernel, matrix);
    for (const Finding& fault : faults) fail_with(fault);
  }
  SUCCEED();
}

void check_contracts() {
  const auto engine = make_emulator();
  for (const Variant& variant : emulator::variants()) {
    if (found_wrong(*engine, variant.name)) continue;
    for (const std::size_t gpus : {1, 2, 4}) {
      Fixture fixture(*engine, {gpus, 1024, 512});
      if (!check_contract(fixture.run(variant, 1))) break;
    }
  }
  check_rows(emulator::variants());
}

}  // namespace ladder::many_gpus
