#include "ladder/problems/many_gpus/fixture.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "ladder/base/failure.hpp"
#include "ladder/base/values.hpp"
#include "ladder/problems/many_gpus/processes.hpp"
#include "ladder/verification/comparison.hpp"

namespace ladder::many_gpus {
namespace {

std::vector<Variant> that_can_run(std::vector<Variant> all) {
  std::erase_if(all, [](const Variant& v) { return !v.can_run || (processes().are_several() && !v.calls_nccl); });
  return all;
}

using Value = std::function<float(std::size_t)>;

constexpr std::size_t most_elements = std::size_t{1} << 20;  // that are searched for a pattern

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

Comparison compare(const std::vector<float>& found, const Value& expected) {
  Comparison all;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (bits(found[i]) == bits(expected(i))) continue;
    if (all.wrong++ == 0) all.first = {i, bits(expected(i)), bits(found[i])};
    if (bits(found[i]) == poison_bits) ++all.unwritten;
  }
  return all;
}

// "is 3, and should be 4; 2 of its 5 elements are wrong, 0 of them never written".
std::string in_words(const Comparison& all, const std::string& found, const std::string& expected, std::size_t size) {
  return fmt::format("{}, and should be {}; {} of its {} elements are wrong, {} of them never written",
                     all.first->found == poison_bits ? "was never written" : "is " + found, expected, all.wrong, size,
                     all.unwritten);
}

// "in[5][3], which rank 1 has": which element of the matrix has these bits.
std::string origin_of(std::uint32_t found, const Layout& layout) {
  const auto i = input_with(found, layout.rows * layout.cols);
  if (found == 0) return "0";  // which may be anyone's
  if (!i) return value_in_words(found, sizeof(float)) + ", which is no element of the input";
  std::size_t rank = 0;
  while (layout.rows_of(rank).first + layout.rows_of(rank).count <= *i / layout.cols) ++rank;
  return fmt::format("in[{}][{}], which rank {} has", *i / layout.cols, *i % layout.cols, rank);
}

WrongElement wrong_strip(const std::vector<float>& found, const Layout& layout, std::size_t rank) {
  const Comparison all = compare(found, [&](std::size_t i) { return element_of_matrix(layout.source_of(rank, i)); });
  if (!all.first) return {};
  const std::size_t row = layout.cols_of(rank).first + all.first->index / layout.rows;  // of the whole transpose
  const std::size_t col = all.first->index % layout.rows;
  const std::string expected = fmt::format("in[{}][{}]", col, row);
  return {fmt::format("out[{}][{}] of rank {} {}", row, col, rank,
                      in_words(all, origin_of(all.first->found, layout), expected, found.size())),
          rank, all.first->index};
}

// Element i of the sum of all vectors, each counted so often.
float sum_of(const std::vector<unsigned>& counts, std::size_t i) {
  float sum = 0;
  for (std::size_t rank = 0; rank < counts.size(); ++rank)
    sum += static_cast<float>(counts[rank]) * element_of_vector(rank, i);
  return sum;
}

// "; the vectors of ranks 0, 2 are missing; that of rank 1 is added twice": the fewest such by which all elements are
// explained that are wrong. Empty where there are none.
std::string what_is_added(const std::vector<float>& found, const Layout& layout) {
  constexpr std::size_t most_ranks = 8;
  if (found.size() > most_elements || layout.ranks > most_ranks) return {};
  const std::vector<unsigned> once(layout.ranks, 1);
  std::vector<std::vector<unsigned>> all{{}};  // of each rank a count
  while (all.front().size() < layout.ranks) {
    std::vector<std::vector<unsigned>> longer;
    for (const auto& counts : all) {
      for (const unsigned count : {1U, 0U, 2U}) longer.emplace_back(counts).push_back(count);
    }
    all = longer;
  }
  std::erase(all, once);
  const auto is_once = [](const auto& counts) { return std::ranges::count(counts, 1U); };
  std::ranges::stable_sort(all, [&](const auto& a, const auto& b) { return is_once(a) > is_once(b); });
  const auto explains = [&](const std::vector<unsigned>& counts) {
    for (std::size_t i = 0; i < found.size(); ++i)
      if (found[i] != sum_of(once, i) && found[i] != sum_of(counts, i)) return false;
    return true;
  };
  const auto counts = std::ranges::find_if(all, explains);
  if (counts == all.end()) return {};
  std::string words;
  for (const auto& [count, happens] : {std::pair(0U, "missing"), std::pair(2U, "added twice")}) {
    std::vector<std::size_t> ranks;
    for (std::size_t rank = 0; rank < layout.ranks; ++rank)
      if ((*counts)[rank] == count) ranks.push_back(rank);
    if (ranks.size() == 1) words += fmt::format("; the vector of rank {} is {}", ranks.front(), happens);
    if (ranks.size() > 1) words += fmt::format("; the vectors of ranks {} are {}", fmt::join(ranks, ", "), happens);
  }
  return words;
}

WrongElement wrong_sum(const std::vector<float>& found, const Layout& layout, std::size_t rank) {
  const std::vector<unsigned> once(layout.ranks, 1);
  const Comparison all = compare(found, [&](std::size_t i) { return sum_of(once, i); });
  if (!all.first) return {};
  const auto [i, expected, is] = *all.first;
  return {fmt::format("sum[{}] of rank {} {}{}", i, rank,
                      in_words(all, fmt::format("{}", std::bit_cast<float>(is)),
                               fmt::format("{}", std::bit_cast<float>(expected)), found.size()),
                      what_is_added(found, layout)),
          rank, i};
}

// Whether what the devices have is what they shall have, bit by bit. Empty where all is well; else one line for the
// first rank that has anything wrong: the first element, what was expected and found, how many are wrong, and what that
// looks like.
WrongElement what_is_wrong(Node& node, Task task, const Layout& layout) {
  std::vector<std::size_t> ranks;
  for (std::size_t rank = 0; rank < layout.ranks; ++rank) {
    if (node.has(rank) && !node.is_known_right(task, rank)) ranks.push_back(rank);
  }
  for (const std::size_t rank : ranks) {
    if (task == Task::exchange) break;
    const std::vector<float> found = node.values(rank, task == Task::sum ? "sum" : "out");
    WrongElement wrong = task == Task::sum ? wrong_sum(found, layout, rank) : wrong_strip(found, layout, rank);
    if (!wrong.words.empty()) return wrong;
  }
  for (const std::size_t rank : ranks) {
    const std::size_t first = layout.rows_of(rank).first * layout.cols;
    const Value expected = [&](std::size_t i) {
      return task == Task::sum ? element_of_vector(rank, i) : element_of_matrix(first + i);
    };
    if (compare(node.values(rank, task == Task::sum ? "numbers" : "in"), expected).wrong != 0)
      return {fmt::format("the input of rank {} was overwritten; it has to stay as it is", rank)};
  }
  return {};
}

}  // namespace

Catalog<Variant> catalog_of(const Engine& engine) {
  if constexpr (built_with_gpu) {
    if (engine.kernels() == KernelForm::cuda) return {that_can_run(gpu::variants()), that_can_run(gpu::ceilings()), {}};
  }
  return {emulator::variants(), {}, {}};
}

// What has to be moved is the same for both problems: every element of the matrix is read once and written once; and as
// many of the vectors, and of the sum that each rank gets.
Fixture::Fixture(Engine& engine, const Layout& layout)
    : ladder::Fixture(engine, {{"gpus", layout.ranks}, {"rows", layout.rows}, {"cols", layout.cols}},
                      static_cast<double>(layout.rows * layout.cols),
                      2.0 * sizeof(float) * static_cast<double>(layout.rows * layout.cols), layout.ranks),
      layout_(layout) {
  const std::vector<Variant> variants = catalog_of(engine).variants;
  if (variants.empty())
    throw Failure(device_missing, "mpirun: this build has no NCCL, and nothing else reaches the others");
  node_ = variants.front().set_up(layout);
  node_->renew();
}

Catalog<Case> Fixture::cases() {
  return catalog_of(engine()).each([this](const Variant& variant) { return case_of(variant); });
}

Case Fixture::case_of(const Variant& variant) {
  return {
      .name = variant.name,
      .block = "-",
      .row = variant.line,
      .launch = [this, run = variant.run] { run(*node_); },
      .verify = [this, task = variant.task](Result& result) { verify(task, result); },
      .cause =
          [this, variant](bool is_open) {
            return is_open && wrong_.rank ? cause_of(engine(), variant, *node_, layout_, wrong_) : Finding{};
          },
      .matrices = {{"in", {layout_.rows_of(0).count, layout_.cols}}, {"out", {layout_.cols_of(0).count, layout_.rows}}},
      .before = wait_for_all,
      .takes_minutes = engine().clock() != nullptr && layout_.rows * layout_.cols > variant.most_timed};
}

void Fixture::verify(Task task, Result& result) {
  wrong_ = what_is_wrong(*node_, task, layout_);
  emulator::HostReport report = node_->report();
  result.links = report.links;
  result.task = task == Task::sum ? "sum" : "transpose";
  std::vector<std::string>& all = report.mistakes;  // which a wrong result may follow from
  if (!wrong_.words.empty()) all.push_back(wrong_.words);
  result.failure = agreed(fmt::format("{}", fmt::join(all, "; ")));
}

// A mistake of the host's code stands first, with its place.
void Fixture::conclude(const Case&, Result& result) {
  const emulator::HostReport report = node_->report();
  Finding mistake{"wrong_result", report.first_mistake};
  mistake.explains_others = report.explains_others;
  const std::string place = with_place(mistake);
  if (place.empty() || !result.failure.starts_with(place)) return;
  result.failure.erase(0, place.size());
  result.cause = mistake;
}

}  // namespace ladder::many_gpus
