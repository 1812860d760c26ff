#include "ladder/problems/reduction/fixture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <stdexcept>

#include "ladder/base/parallel.hpp"
#include "ladder/verification/comparison.hpp"

namespace ladder::reduction {
namespace {

// Arrays are filled in pieces of so many elements, so that the host never holds a whole one.
constexpr std::size_t piece_elements = std::size_t{1} << 22;
constexpr std::size_t most_cpu_elements = std::size_t{1} << 26;

// The time that one CPU core needs for the sum of so many elements with a plain loop in double precision, in seconds:
// the loop's speed over at most 2^26 elements.
double time_on_cpu(std::size_t count) {
  const std::size_t size = std::min(count, most_cpu_elements);
  if (size == 0) return 0;
  std::vector<float> values(size);
  for (std::size_t i = 0; i < size; ++i) values[i] = element(Data::fractions, i);
  double sum = 0;
  const auto start = std::chrono::steady_clock::now();
  for (const float value : values) sum += value;
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  volatile double keep = sum;  // a sum that nobody reads would not be computed
  static_cast<void>(keep);
  return seconds.count() * static_cast<double>(count) / static_cast<double>(size);
}

}  // namespace

Catalog<Variant> catalog_of(const Engine& engine) {
  if constexpr (built_with_gpu) {
    if (engine.kernels() == KernelForm::cuda) return {gpu::variants(), gpu::ceilings(), gpu::libraries()};
  }
  return {emulator::variants(), {}, {}};
}

Fixture::Fixture(Engine& engine, std::size_t count, std::size_t offset)
    : ladder::Fixture(engine, {{"elements", count}}, static_cast<double>(count),
                      static_cast<double>(count * sizeof(float))),
      offset_(offset),
      buffers_(engine, count, offset) {}

void Fixture::fill(Data data) {
  fill_with([data](std::size_t i) { return element(data, i); });
  exact_ = data == Data::integers;
}

void Fixture::fill_with(const std::function<float(std::size_t)>& value) {
  value_ = value;
  const std::size_t pieces = (buffers_.count + piece_elements - 1) / piece_elements;
  std::vector<Reference> references(pieces);
  in_parallel(pieces, [&](std::size_t piece) {
    const std::size_t first = piece * piece_elements;
    std::vector<float> values(std::min(piece_elements, buffers_.count - first));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = value(first + i);
    buffers_.in.upload(first, values);
    references[piece].add(values);
  });
  reference_ = {};
  for (const Reference& reference : references) reference_.add(reference);
}

Catalog<Case> Fixture::cases() {
  return catalog_of(engine()).each([this](const Variant& variant) { return case_of(variant); });
}

Case Fixture::case_of(const Variant& variant) {
  const Run launch = [this, variant] { variant.run(buffers_.arguments()); };
  return {
      .name = variant.name,
      .block = variant.threads == 0 ? "-" : std::to_string(variant.threads),
      .row = variant.line,
      .part = elements_in_words(variant.parts.elements),
      .launch = launch,
      .verify = [this, variant, launch](Result& result) { verify(variant, launch, result); },
      .cause = [this, variant](
                   bool is_open) { return cause_of_wrong_sum(engine(), variant, buffers_.count, offset_, is_open); }};
}

void Fixture::launch_on_poison(const Run& launch) {
  buffers_.poison();
  engine().execute(launch);
}

// Where the engine does not observe, that shows only afterwards; what runs next gets what it should.
std::string Fixture::restored_input() {
  const Expected values = [this](std::size_t first, std::span<std::uint32_t> bits) {
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = std::bit_cast<std::uint32_t>(value_(first + i));
  };
  const auto spoiled = compare(buffers_.in, values).first;
  if (!spoiled) return {};
  fill_with(std::function(value_));
  return fmt::format("element {} of the input was overwritten; it has to stay as it is", spoiled->index);
}

std::string Fixture::judge_sum(double chain) {
  const std::string spoiled = restored_input();
  if (!spoiled.empty()) return spoiled;
  const std::string wrong = judge(buffers_.download_sum(), reference_, chain);
  if (!wrong.empty()) return wrong;
  return buffers_.guards_intact() ? "" : "something was written outside the buffers";
}

void Fixture::prepare(const std::vector<Case>& cases) {
  fill(Data::integers);
  std::string first;
  for (const Case& one_case : cases) {
    std::string wrong;
    try {
      launch_on_poison(one_case.launch);
      wrong = judge_sum(0);
    } catch (const std::exception& error) {
      wrong = error.what();
    }
    if (!wrong.empty() && first.empty()) first = one_case.name + ": " + wrong;
    inexact_[one_case.name] = wrong;
  }
  try {
    fill(Data::fractions);
  } catch (const std::exception&) {
    // A kernel can take the GPU away from the whole program: the first that failed is the one to name.
    if (first.empty()) throw;
    throw std::runtime_error(first);
  }
}

void Fixture::verify(const Variant& variant, const Run& launch, Result& result) {
  if (!variant.longest_chain) return;                                       // it sums nothing
  const double chain = exact_ ? 0 : variant.longest_chain(buffers_.count);  // no addition of integers rounds
  const float sum = buffers_.download_sum();
  if (!never_written(sum)) {
    if (!cpu_seconds_) cpu_seconds_ = time_on_cpu(buffers_.count);
    result.sum = SumFigures{sum, reference_.sum(), error_bound(reference_, chain), *cpu_seconds_};
  }
  result.failure = judge_sum(chain);
  const std::string& inexact = inexact_[variant.name];
  if (result.failure.empty() && !inexact.empty()) result.failure = "of integers, " + inexact;
  // Where the engine observes, what makes two runs of a large array differ is a hazard, which it names in one.
  constexpr std::size_t most_elements_run_twice = std::size_t{1} << 17;
  const bool is_run_once = engine().observes() && buffers_.count > most_elements_run_twice;
  if (!result.failure.empty() || is_run_once) return;
  launch_on_poison(launch);
  result.failure = judge_sum(chain);
  const float again = buffers_.download_sum();
  if (result.failure.empty() && std::bit_cast<unsigned>(again) != std::bit_cast<unsigned>(sum)) {
    result.failure = fmt::format("two runs gave different sums: {:.9g} and {:.9g}", sum, again);
  }
}

}  // namespace ladder::reduction
