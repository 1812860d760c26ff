#include "ladder/chapter/transpose/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "ladder/chapter/transpose/verify.hpp"

namespace ladder::transpose {
namespace {

constexpr std::size_t most_counted_elements = std::size_t{1} << 20;

Sizes sizes_of(unsigned rows, unsigned cols) { return {{"rows", rows}, {"cols", cols}}; }

}  // namespace

Bench::Bench(Engine& engine, std::string chapter, unsigned rows, unsigned cols)
    : engine_(engine),
      chapter_(std::move(chapter)),
      rows_(rows),
      cols_(cols),
      in_(engine, std::size_t{rows} * cols, "in"),
      out_(engine, std::size_t{rows} * cols, "out") {
  fill_with_input(in_);
}

Result Bench::run(const Variant& variant, int repeats) {
  Result result;
  result.chapter = chapter_;
  result.variant = variant.name;
  result.device = engine_.name();
  result.block = variant.block.x == 0 ? "-" : fmt::format("{}x{}", variant.block.x, variant.block.y);
  result.sizes = sizes_of(rows_, cols_);
  result.elements = static_cast<double>(in_.size());
  result.useful_bytes = 2.0 * static_cast<double>(in_.bytes());
  const Run launch = [&] { variant.run({in_.data(), out_.data(), rows_, cols_}); };
  try {
    out_.poison();
    if (const auto observation = engine_.execute_for_profiler(launch, variant.name)) {
      adopt_observation(*observation, result);
    }
    result.failure = verify(out_, rows_, cols_, variant);
    if (result.failure.empty()) {
      result.seconds = engine_.time(launch, repeats);
      if (!result.seconds.empty()) result.failure = verify(out_, rows_, cols_, variant);
    }
  } catch (const std::exception& error) {
    result.failure = error.what();
  }
  result.verified = result.failure.empty();
  if (const auto limits = engine_.limits()) mark_by_limits(*limits, result);
  return result;
}

void count_on_emulator(const std::string& variant, unsigned rows, unsigned cols, Result& result) {
  if (std::size_t{rows} * cols > most_counted_elements) {
    rows = std::min(rows, std::max(1024u, static_cast<unsigned>(most_counted_elements / cols)));
    cols = std::min(cols, static_cast<unsigned>(most_counted_elements / rows));
  }
  const auto variants = emulator::variants();
  const auto same = std::find_if(variants.begin(), variants.end(),
                                 [&](const Variant& candidate) { return candidate.name == variant; });
  if (same == variants.end()) return;
  const auto engine = make_emulator();
  adopt_counts(Bench(*engine, result.chapter, rows, cols).run(*same, 1), result);
}

}  // namespace ladder::transpose
