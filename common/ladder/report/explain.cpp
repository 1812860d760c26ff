#include "ladder/report/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

#include "ladder/report/result.hpp"

namespace ladder {

using memory_model::Space;

namespace {

constexpr const memory_model::Architecture& gpu = memory_model::architecture;

std::vector<std::uint64_t> active_addresses(const memory_model::WarpAccess& access) {
  std::vector<std::uint64_t> addresses;
  for (int lane = 0; lane < gpu.warp_lanes; ++lane) {
    if ((access.active >> lane & 1u) != 0) addresses.push_back(access.address[lane]);
  }
  return addresses;
}

// The distance from each active lane to the next, where it is the same for all.
std::optional<std::int64_t> common_distance(const std::vector<std::uint64_t>& addresses) {
  if (addresses.size() < 2) return std::nullopt;
  const auto distance = [&](std::size_t i) { return static_cast<std::int64_t>(addresses[i + 1] - addresses[i]); };
  for (std::size_t i = 1; i + 1 < addresses.size(); ++i) {
    if (distance(i) != distance(0)) return std::nullopt;
  }
  return distance(0);
}

std::string plural(std::size_t count, const char* word) {
  return fmt::format("{} {}{}", grouped(count), word, count == 1 ? "" : "s");
}

// "a of them in bank b" for the bank that the most different words fall into; of atomics, where lanes take turns at a
// word as well, the most lanes.
std::string fullest_bank(const std::vector<std::uint64_t>& addresses, memory_model::Access operation) {
  std::map<std::uint64_t, std::set<std::uint64_t>> words_of_bank;
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    const std::uint64_t word = addresses[i] / gpu.bank_bytes;
    words_of_bank[word % gpu.banks].insert(operation == memory_model::Access::atomic ? i : word);
  }
  const auto fullest = std::ranges::max_element(words_of_bank, {}, [](const auto& bank) { return bank.second.size(); });
  return fmt::format("{} in bank {}", plural(fullest->second.size(), "lane"), fullest->first);
}

std::string global_in_words(const std::vector<std::uint64_t>& addresses, const LineCounters& line) {
  const auto distance = common_distance(addresses);
  const std::string cost = plural(static_cast<std::size_t>(line.worst_transactions), "sector");
  const std::uint64_t offset = addresses.front() % gpu.sector_bytes;
  if (!distance) return fmt::format("lanes at uneven distances: {}", cost);
  if (*distance == 0) return fmt::format("{} at one element: {}", plural(addresses.size(), "lane"), cost);
  const std::string apart = fmt::format("{} {} bytes apart", plural(addresses.size(), "lane"), *distance);
  if (std::abs(*distance) >= gpu.sector_bytes) return fmt::format("{}, each in a sector of its own: {}", apart, cost);
  if (*distance == line.bytes && offset != 0) {
    return fmt::format("{}, but the first lies {} bytes into a sector: {}", apart, offset, cost);
  }
  return fmt::format("{}: {}", apart, cost);
}

std::string shared_in_words(const std::vector<std::uint64_t>& addresses, const LineCounters& line) {
  const auto distance = common_distance(addresses);
  const std::string cost = plural(static_cast<std::size_t>(line.worst_transactions), "wavefront");
  const std::string bank = fullest_bank(addresses, line.operation);
  if (!distance || *distance % gpu.bank_bytes != 0) return fmt::format("{}: {}", bank, cost);
  const std::int64_t words = *distance / gpu.bank_bytes;
  return fmt::format("lanes {} bytes apart: lane i in bank ({}*i + {}) % {}, {}: {}", *distance, words,
                     addresses.front() / gpu.bank_bytes % gpu.banks, gpu.banks, bank, cost);
}

// What nvcc may make of the line's accesses: the counts after that, and as written. Nothing, or a line for each.
std::string nvcc_in_words(const LineCounters& line) {
  const char* const transaction = line.space == Space::global ? "sector" : "wavefront";
  const auto counts = [&](std::uint64_t requests, std::uint64_t transactions) {
    if (requests == 0) return std::string("none");
    return fmt::format("{}, {}", plural(requests, "request"), plural(transactions, transaction));
  };
  const std::string operation = in_words(line.operation), as_written = counts(line.requests, line.transactions);
  std::string text;
  const auto& [bytes, requests, transactions, made] = line.merged;
  if (requests == 0 && bytes != 0) {
    text += fmt::format("    nvcc {} these a part of {}s of {} bytes that stand elsewhere: {}none; as written, {}\n",
                        made ? "made" : "may make", operation, bytes, made ? "" : "then ", as_written);
  } else if (bytes != 0 && bytes < line.bytes) {
    text += fmt::format("    nvcc split each into {}s of {} bytes: {}; as written, {}\n", operation, bytes,
                        counts(requests, transactions), as_written);
  } else if (bytes != 0) {
    text += fmt::format("    nvcc {} neighbours into {}s of {} bytes: {}{}; as written, {}\n",
                        made ? "merged" : "may merge", operation, bytes, made ? "" : "then ",
                        counts(requests, transactions), as_written);
  }
  if (line.joined.any) {
    text += fmt::format("    nvcc {} one {} of those in both arms of the branch: {}{}; as written, {}\n",
                        line.joined.made ? "made" : "may make", operation, line.joined.made ? "" : "then ",
                        counts(line.requests + static_cast<std::uint64_t>(line.joined.requests),
                               line.transactions + static_cast<std::uint64_t>(line.joined.transactions)),
                        as_written);
  }
  if (line.repeated.requests != 0) {
    text += fmt::format("    nvcc may {}: then {}; as written, {}\n",
                        line.operation == memory_model::Access::load ? "keep in registers what is loaded again"
                                                                     : "keep in registers what is stored again",
                        counts(line.requests - line.repeated.requests, line.transactions - line.repeated.transactions),
                        as_written);
  }
  return text;
}

}  // namespace

std::string lanes_in_words(const LineCounters& line) {
  const auto addresses = active_addresses(line.worst_request);
  if (addresses.empty()) return "no lane is active";
  return line.space == Space::global ? global_in_words(addresses, line) : shared_in_words(addresses, line);
}

std::string explain(const std::vector<LineCounters>& lines) {
  std::string text, place;
  for (const LineCounters& line : lines) {
    const auto per_request = [&](std::uint64_t sum) {
      return static_cast<double>(sum) / static_cast<double>(line.requests);
    };
    if (const std::string here = fmt::format("{}:{}\n", line.file, line.line); here != place) text += place = here;
    text += fmt::format("  {:<13}{:>8} {:>9} requests  {:>5.4g} {}{} each, at best {:.4g}\n",
                        fmt::format("{} {}", in_words(line.space), in_words(line.operation)),
                        plural(static_cast<std::size_t>(line.bytes), "byte"), grouped(line.requests),
                        per_request(line.transactions), line.space == Space::global ? "sector" : "wavefront",
                        line.transactions == line.requests ? "" : "s", per_request(line.least_transactions));
    if (line.transactions > line.least_transactions) text += fmt::format("    {}\n", lanes_in_words(line));
    text += nvcc_in_words(line);
  }
  return text;
}

std::string hidden_accesses(const Counters& counters, std::uint64_t least_loads, std::uint64_t least_stores) {
  const std::uint64_t loads = counters.global_load_sectors + counters.global_atomic_sectors,
                      stores = counters.global_store_sectors + counters.global_atomic_sectors;
  if (loads >= least_loads && stores >= least_stores) return "";
  return fmt::format(
      "of global memory {} sectors are seen loaded and {} stored, and the result takes at least {} and {}: what inline "
      "asm, or a function with no_sanitize, loads and stores cannot be seen, and does not count",
      loads, stores, least_loads, least_stores);
}

}  // namespace ladder
