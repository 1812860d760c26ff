#include "ladder/chapter/reduction/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "ladder/base/parallel.hpp"

namespace ladder::reduction {
namespace {

// Arrays are filled in pieces of so many elements, so that the host never holds a whole one.
constexpr std::size_t piece_elements = std::size_t{1} << 22;
constexpr std::size_t most_counted_elements = std::size_t{1} << 20;
constexpr std::size_t most_cpu_elements = std::size_t{1} << 26;

}  // namespace

Bench::Bench(Engine& engine, std::string chapter, std::size_t count)
    : engine_(engine), chapter_(std::move(chapter)), buffers_(engine, count) {}

void Bench::fill(Data data) {
  fill_with([data](std::size_t i) { return element(data, i); });
  exact_ = data == Data::integers;
}

void Bench::fill_with(const std::function<float(std::size_t)>& value) {
  const std::size_t pieces = (buffers_.count + piece_elements - 1) / piece_elements;
  std::vector<Reference> references(pieces);
  in_parallel(pieces, [&](std::size_t piece) {
    const std::size_t first = piece * piece_elements;
    std::vector<float> values(std::min(piece_elements, buffers_.count - first));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = value(first + i);
    buffers_.upload(first, values);
    references[piece].add(values);
  });
  reference_ = {};
  for (const Reference& reference : references) reference_.add(reference);
}

std::string Bench::diagnose(const Variant& variant) {
  constexpr std::size_t most_elements = std::size_t{1} << 24;  // that ones can count exactly
  if (buffers_.count == 0 || buffers_.count > most_elements) return {};
  const auto sum_of = [&](const std::function<float(std::size_t)>& value) {
    fill_with(value);
    execute_on_poison(variant);
    return static_cast<double>(buffers_.download_sum());
  };
  const double counted = sum_of([](std::size_t) { return 1.f; });
  const double size = static_cast<double>(buffers_.count);
  if (!(counted >= 0 && counted <= 4 * size) || counted != std::floor(counted)) return {};
  if (counted == size) return "as many elements are added as there are: are they the right ones, and added right?";
  if (counted > size) return fmt::format("some elements are counted twice: {:.0f} too many", counted - size);
  const auto missing = static_cast<std::size_t>(size - counted);
  const std::size_t first = buffers_.count - missing;
  const double of_the_last = sum_of([first](std::size_t i) { return i >= first ? 1.f : 0.f; });
  return of_the_last == 0 ? fmt::format("the last {} elements are missing", missing)
                          : fmt::format("{} elements are missing", missing);
}

void Bench::execute_on_poison(const Variant& variant) {
  buffers_.poison();
  engine_.execute([&] { variant.run(buffers_.problem()); });
}

// No addition of integers rounds.
double Bench::allowed_chain(const Variant& variant) const { return exact_ ? 0 : variant.longest_chain(buffers_.count); }

std::string Bench::judge_sum(const Variant& variant) const {
  const std::string wrong = judge(buffers_.download_sum(), reference_, allowed_chain(variant));
  if (!wrong.empty()) return wrong;
  return buffers_.guards_intact() ? "" : "something was written outside the buffers";
}

std::string Bench::check(const Variant& variant) {
  execute_on_poison(variant);
  return judge_sum(variant);
}

Result Bench::describe(const Variant& variant) const {
  Result result;
  result.chapter = chapter_;
  result.variant = variant.name;
  result.device = engine_.name();
  result.block = variant.threads == 0 ? "-" : std::to_string(variant.threads);
  result.sizes = {{"elements", buffers_.count}};
  result.elements = static_cast<double>(buffers_.count);
  result.useful_bytes = static_cast<double>(buffers_.in.bytes());
  return result;
}

void Bench::time(const Variant& variant, int repeats, Result& result) {
  if (buffers_.count == 0) return;  // nothing whose speed could be told
  result.seconds = engine_.time([&] { variant.run(buffers_.problem()); }, repeats);
  if (const auto limits = engine_.limits()) mark_by_limits(*limits, result);
}

Result Bench::run(const Variant& variant, int repeats) {
  Result result = describe(variant);
  try {
    buffers_.poison();
    const auto observation = engine_.execute_for_profiler([&] { variant.run(buffers_.problem()); }, variant.name);
    if (observation) adopt_observation(*observation, result);
    const float sum = buffers_.download_sum();
    if (!never_written(sum))
      result.sum = SumFigures{sum, reference_.sum(), error_bound(reference_, allowed_chain(variant))};
    result.failure = judge_sum(variant);
    if (result.failure.empty()) result.failure = check(variant);
    if (result.failure.empty() && std::bit_cast<unsigned>(buffers_.download_sum()) != std::bit_cast<unsigned>(sum)) {
      result.failure = fmt::format("two runs gave different sums: {:.9g} and {:.9g}", sum, buffers_.download_sum());
    }
    if (result.failure.empty()) {
      time(variant, repeats, result);
      if (!result.seconds.empty()) result.failure = judge_sum(variant);
    }
  } catch (const std::exception& error) {
    result.failure = error.what();
  }
  result.verified = result.failure.empty();
  return result;
}

Result Bench::run_ceiling(const Variant& variant, int repeats) {
  Result result = describe(variant);
  try {
    time(variant, repeats, result);
  } catch (const std::exception& error) {
    result.failure = error.what();
  }
  result.verified = result.failure.empty();
  return result;
}

double Bench::cpu_seconds() const {
  const std::size_t size = std::min(buffers_.count, most_cpu_elements);
  if (size == 0) return 0;
  std::vector<float> values(size);
  for (std::size_t i = 0; i < size; ++i) values[i] = element(Data::fractions, i);
  double sum = 0;
  const auto start = std::chrono::steady_clock::now();
  for (const float value : values) sum += value;
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  volatile double keep = sum;  // a sum that nobody reads would not be computed
  static_cast<void>(keep);
  return seconds.count() * static_cast<double>(buffers_.count) / static_cast<double>(size);
}

void count_on_emulator(const std::string& variant, std::size_t count, Result& result) {
  const auto variants = emulator::variants();
  const auto same = std::find_if(variants.begin(), variants.end(),
                                 [&](const Variant& candidate) { return candidate.name == variant; });
  if (same == variants.end()) return;
  const auto engine = make_emulator();
  Bench bench(*engine, result.chapter, std::min(count, most_counted_elements));
  bench.fill(Data::fractions);
  adopt_counts(bench.run(*same, 1), result);
}

}  // namespace ladder::reduction
