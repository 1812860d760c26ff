#include "tests/planted/complaints.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace ladder::planted {
namespace {

// Loads and stores, first of global and then of shared memory.
std::string requests(const Counters& c) {
  return fmt::format("{}, {} and {}, {} requests", c.global_load_requests, c.global_store_requests,
                     c.shared_load_requests, c.shared_store_requests);
}

std::string cost_per_request(const Counters& c) {
  const auto cost = [](std::uint64_t transactions, std::uint64_t requests) {
    return requests == 0 ? 0.0 : static_cast<double>(transactions) / static_cast<double>(requests);
  };
  return fmt::format(
      "{:.3g}, {:.3g} sectors and {:.3g}, {:.3g} wavefronts per request",
      cost(c.global_load_sectors, c.global_load_requests), cost(c.global_store_sectors, c.global_store_requests),
      cost(c.shared_load_wavefronts, c.shared_load_requests), cost(c.shared_store_wavefronts, c.shared_store_requests));
}

// A number at the end of the word has to end there: kernel.cuh:12 is not in kernel.cuh:126.
bool has_word(const std::string& line, const std::string& word) {
  for (auto at = line.find(word); at != std::string::npos; at = line.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if (end == line.size() || std::isdigit(static_cast<unsigned char>(line[end])) == 0) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> complaints(const Result& result) {
  std::vector<std::string> lines = result.messages;
  if (!result.failure.empty()) lines.push_back(result.failure);
  if (result.hazards.any() && result.messages.empty()) lines.push_back("hazards without a message");
  return lines;
}

std::vector<std::string> breaches_of_contract(const Counters& paid, const Counters& due) {
  std::vector<std::string> lines;
  for (const auto in_words : {requests, cost_per_request}) {
    const std::string words = in_words(paid), due_words = in_words(due);
    if (words != due_words) lines.push_back(fmt::format("memory contract: {}, not {}", words, due_words));
  }
  return lines;
}

bool say(const std::vector<std::string>& lines, const std::vector<std::string>& words) {
  return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
    return std::all_of(words.begin(), words.end(), [&](const std::string& word) { return has_word(line, word); });
  });
}

std::string joined(const std::vector<std::string>& lines) { return fmt::format("{}", fmt::join(lines, "\n")); }

}  // namespace ladder::planted
