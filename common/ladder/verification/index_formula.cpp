#include "ladder/verification/index_formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace ladder {
namespace {

constexpr std::size_t first_of_block = 2;  // of the places

// How often each value was named. Mostly it is named several times in turn, and then quickly found.
template <typename Value>
class Votes {
 public:
  void add(const Value& value) {
    if (newest_ == nullptr || newest_->first != value) newest_ = &*counts_.try_emplace(value).first;
    ++newest_->second;
  }
  bool empty() const { return counts_.empty(); }
  const Value& most_frequent() const {
    return std::max_element(counts_.begin(), counts_.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
  }
  // Of values that are vectors.
  const Value& longest() const {
    return std::max_element(counts_.begin(), counts_.end(),
                            [](const auto& a, const auto& b) { return a.first.size() < b.first.size(); })
        ->first;
  }

 private:
  std::map<Value, std::size_t> counts_;
  std::pair<const Value, std::size_t>* newest_ = nullptr;
};

// Sums of digits, sorted, from 0: the digits. None where the values are no such sums.
std::optional<std::vector<Digit>> digits_of(std::vector<long> values) {
  std::vector<Digit> digits;
  while (values.size() > 1) {
    const long step = values[1] - values[0];
    std::size_t count = 2;
    while (count < values.size() && values[count] - values[count - 1] == step) ++count;
    std::vector<long> rest;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i % count == 0) rest.push_back(values[i]);
      if (values[i] != rest.back() + static_cast<long>(i % count) * step) return std::nullopt;
    }
    if (values.size() % count != 0) return std::nullopt;
    digits.push_back({round_digit, step, static_cast<long>(count)});
    values = std::move(rest);
  }
  return digits;
}

// What the first index of a thread gains with each value of a number of its place; empty where no two threads are apart
// by that number alone.
using Offsets = std::array<std::vector<long>, index_places.size()>;

// The first index of each thread, sorted by its place.
using FirstIndexes = std::vector<std::pair<std::array<long, 5>, long>>;

FirstIndexes first_indexes_of(const std::vector<UsedByThread>& threads) {
  FirstIndexes first;
  first.reserve(threads.size());
  for (const UsedByThread& thread : threads) first.emplace_back(thread.place, thread.indexes.front());
  std::sort(first.begin(), first.end());
  return first;
}

// What it goes on by, mostly; evenly: by the same from each value to the next.
Offsets offsets_of(const FirstIndexes& first, bool evenly) {
  Offsets offsets;
  for (std::size_t number = 0; number < index_places.size(); ++number) {
    const bool one_step = evenly || number >= first_of_block;
    Votes<long> votes;
    std::map<long, Votes<long>> votes_after;  // each value
    long last = 0;
    auto next = first.begin();  // moves on with `place`, as both are sorted
    for (const auto& [place, index] : first) {
      std::array<long, 5> beside = place;
      last = std::max(last, place[number]);
      ++beside[number];
      while (next != first.end() && next->first < beside) ++next;
      if (next == first.end() || next->first != beside) continue;
      votes.add(next->second - index);
      if (!one_step) votes_after[place[number]].add(next->second - index);
    }
    if (votes.empty()) continue;
    std::vector<long>& of_number = offsets[number];
    of_number.push_back(0);
    for (long value = 0; value < last; ++value) {
      const auto own = votes_after.find(value);
      of_number.push_back(of_number.back() + (own == votes_after.end() ? votes : own->second).most_frequent());
    }
  }
  return offsets;
}

// Of "threadIdx.x" where it counts `count` values: "threadIdx.x"; or, where it is taken apart, "threadIdx.x % 8",
// "threadIdx.x / 8".
std::optional<std::vector<Digit>> digits_of_number(const char* name, const std::vector<long>& offsets, long count) {
  if (offsets.size() < 2) return std::vector<Digit>{};
  const long step = offsets[1];
  const auto jumps = [=](long before, long after) { return after - before != step; };
  const bool is_even = std::adjacent_find(offsets.begin(), offsets.end(), jumps) == offsets.end();
  if (is_even) return std::vector<Digit>{Digit{name, step, count}};
  auto digits = digits_of(offsets);
  if (!digits) return digits;
  long below = 1;
  for (Digit& digit : *digits) {
    digit.name = name;
    if (below > 1) digit.name += fmt::format(" / {}", below);
    below *= digit.count;
    if (&digit != &digits->back()) digit.name += fmt::format(" % {}", digit.count);
  }
  return digits;
}

// blockIdx.z may carry on where blockIdx.y ends: then they are one number.
void join_z(std::vector<Digit>& digits) {
  if (digits.size() < 2) return;
  Digit& y = digits[digits.size() - 2];
  const Digit& z = digits.back();
  if (y.name != "blockIdx.y" || z.name != "blockIdx.z" || z.step != y.step * y.count) return;
  y.count *= z.count;
  digits.pop_back();
}

// takes_longest: the rounds are those of the thread that makes most, as tests may cut short those of most threads.
std::optional<IndexFormula> formula_with(const Offsets& offsets, bool takes_longest,
                                         const std::vector<UsedByThread>& threads, const std::array<long, 5>& counts) {
  const auto of_place = [&](const UsedByThread& thread) {
    long index = 0;
    for (std::size_t n = 0; n < index_places.size(); ++n) {
      if (!offsets[n].empty()) index += offsets[n][static_cast<std::size_t>(thread.place[n])];
    }
    return index;
  };
  Votes<long> firsts;
  Votes<std::vector<long>> rounds_of_threads;
  std::vector<long> rounds;
  for (const UsedByThread& thread : threads) {
    firsts.add(thread.indexes.front() - of_place(thread));
    rounds.clear();
    for (const long index : thread.indexes) rounds.push_back(index - thread.indexes.front());
    std::sort(rounds.begin(), rounds.end());
    rounds.erase(std::unique(rounds.begin(), rounds.end()), rounds.end());
    rounds_of_threads.add(rounds);
  }
  rounds = takes_longest ? rounds_of_threads.longest() : rounds_of_threads.most_frequent();
  const auto of_rounds = digits_of(rounds);
  if (!of_rounds) return std::nullopt;
  const long first = firsts.most_frequent();
  IndexFormula formula{first + rounds.front(), {}, rounds};
  std::size_t uses = 0, strays = 0;
  for (const UsedByThread& thread : threads) {
    const long due = first + of_place(thread);
    for (const long index : thread.indexes) {
      ++uses;
      if (std::binary_search(rounds.begin(), rounds.end(), index - due)) continue;
      const long shortfall = due - thread.indexes.front();
      if (bits_of_number(shortfall) == 0) ++strays;
      formula.shortfall = formula.shortfall.value_or(shortfall);
    }
  }
  if (10 * strays > uses) return std::nullopt;
  const auto add = [&](const std::vector<Digit>& digits) {
    formula.digits.insert(formula.digits.end(), digits.begin(), digits.end());
  };
  for (std::size_t n = 0; n < index_places.size(); ++n) {
    if (n == first_of_block) add(*of_rounds);
    if (counts[n] <= 1) continue;
    const auto digits = digits_of_number(index_places[n], offsets[n], counts[n]);
    if (!digits) return std::nullopt;
    add(*digits);
    // (Blocks differ in their numbers alone: two show what all do.)
    const bool shows_all = n >= first_of_block ? !digits->empty() : offsets[n].size() == std::size_t(counts[n]);
    formula.is_complete = formula.is_complete && shows_all;
  }
  join_z(formula.digits);
  return formula;
}

}  // namespace

int bits_of_number(long shortfall) {
  if (shortfall == 0 || shortfall % (1 << 8) != 0) return 0;
  return shortfall % (1 << 16) == 0 ? 16 : 8;
}

std::optional<IndexFormula> formula_of(const std::vector<UsedByThread>& threads, const std::array<long, 5>& counts) {
  if (threads.empty()) return std::nullopt;
  const FirstIndexes first = first_indexes_of(threads);
  for (const bool evenly : {true, false}) {
    const Offsets offsets = offsets_of(first, evenly);
    for (const bool takes_longest : {false, true}) {
      if (auto formula = formula_with(offsets, takes_longest, threads, counts)) return formula;
    }
  }
  return std::nullopt;
}

}  // namespace ladder
