#include "ladder/report/quiz.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <sstream>
#include <string>

#include "ladder/base/mapped.hpp"
#include "ladder/report/terminal.hpp"

namespace ladder {
namespace {

struct Cost {
  std::string name;
  double each;
};

std::vector<Cost> costs_of(const Counters& c) {
  std::vector<Cost> costs;
  const auto add = [&](std::uint64_t transactions, std::uint64_t requests, const char* name) {
    if (requests != 0) costs.push_back({name, static_cast<double>(transactions) / static_cast<double>(requests)});
  };
  add(c.global_load_sectors, c.global_load_requests, "sectors per load");
  add(c.global_store_sectors, c.global_store_requests, "sectors per store");
  add(c.shared_load_wavefronts, c.shared_load_requests, "wavefronts per load");
  add(c.shared_store_wavefronts, c.shared_store_requests, "wavefronts per store");
  return costs;
}

std::string joined(const std::vector<Cost>& costs, const char* between, bool names) {
  const auto word = [=](const Cost& cost) { return names ? cost.name : fmt::format("{:.4g}", cost.each); };
  return fmt::format("{}", fmt::join(mapped(costs, word), between));
}

// The numbers of a line, with blanks or commas between them. Nothing where something else stands there.
std::optional<std::vector<double>> numbers_of(std::string line) {
  std::replace(line.begin(), line.end(), ',', ' ');
  std::istringstream words(line);
  std::vector<double> numbers;
  for (double number; words >> number;) numbers.push_back(number);
  if (!words.eof()) return std::nullopt;
  return numbers;
}

// An average of many requests has to be met to one part in a hundred.
bool right(const std::vector<double>& said, const std::vector<Cost>& costs) {
  return std::ranges::equal(
      said, costs, [](double number, const Cost& cost) { return std::abs(number - cost.each) <= 0.01 * cost.each; });
}

// The numbers that the next line of the answers has, asked for again until they are as many as the costs. Nothing at
// the end of the answers; none where the line is empty.
std::optional<std::vector<double>> answer(const std::vector<Cost>& costs, std::istream& answers, FILE* questions) {
  for (std::string line; std::getline(answers, line);) {
    const auto numbers = numbers_of(line);
    if (numbers && (numbers->empty() || numbers->size() == costs.size())) return numbers;
    fmt::print(questions, "{} {}, please, with blanks between them: ", costs.size(),
               costs.size() == 1 ? "number" : "numbers");
    std::fflush(questions);
  }
  return std::nullopt;
}

}  // namespace

void quiz(const std::vector<Result>& results, std::istream& answers, FILE* questions) {
  std::size_t asked = 0, good = 0;
  fmt::print(questions, "What does a request cost? (An empty line: go on to the next.)\n");
  for (const Result& result : results) {
    if (!result.counters) continue;
    const std::vector<Cost> costs = costs_of(*result.counters);
    if (costs.empty()) continue;
    std::string question = fmt::format("{}, block {}: {}?", result.variant, result.block, joined(costs, ", ", true));
    question = wrapped(question, letters_of(questions));
    fmt::print(questions, "{} ", question.substr(0, question.size() - 1));
    std::fflush(questions);
    const auto said = answer(costs, answers, questions);
    if (!said) {
      fmt::print(questions, "\n");
      break;
    }
    ++asked;
    const bool is_right = right(*said, costs);
    good += is_right ? 1 : 0;
    fmt::print(questions, "  {}\n", is_right ? "right" : "it is " + joined(costs, " ", false));
  }
  fmt::print(questions, "{} of {} right\n\n", good, asked);
  std::fflush(questions);
}

}  // namespace ladder
