#include "ladder/chapter/transpose/tile_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "ladder/verification/index_formula.hpp"

namespace ladder::transpose {
namespace {

using Element = std::array<long, 2>;  // row and column; of an array without rows 0 and the index

// What the threads of the block do in one line: they store to the array, or load from it.
struct Uses {
  std::map<std::uint32_t, std::vector<Element>> of_thread;
  std::size_t count = 0;
  Step first;
};

// The uses of one line, or all of them.
using Lines = std::map<std::string, Uses>;

const Uses& busiest(const Lines& lines) {
  return std::max_element(lines.begin(), lines.end(),
                          [](const auto& a, const auto& b) { return a.second.count < b.second.count; })
      ->second;
}

std::string range(const std::set<long>& numbers) {
  return numbers.size() == 1 ? fmt::format("{}", *numbers.begin())
                             : fmt::format("{} to {}", *numbers.begin(), *numbers.rbegin());
}

class TileIndex {
 public:
  TileIndex(const Recording& recording, const DeclaredVariable& array) : recording_(recording), array_(array) {
    for (const Step& step : recording.steps) add(step);
  }

  std::string flaw(bool is_open) const {
    if (stores_.empty() || loads_.empty()) return {};
    if (const std::string words = row_too_short(); !words.empty()) return words;
    if (!is_open || !recording_.stopped.empty()) return {};  // those that ran on show too little
    if (const std::string words = pitches_differ(); !words.empty()) return words;
    return not_stored();
  }

 private:
  void add(const Step& step) {
    const std::string name = recording_.element(step);
    if (!name.starts_with(array_.name + "[")) return;
    const char* const indexes = name.c_str() + array_.name.size();
    Element element{};
    const bool has_rows = array_.extents.size() == 2;
    const int found = has_rows ? std::sscanf(indexes, "[%ld][%ld]", &element[0], &element[1])
                               : std::sscanf(indexes, "[%ld]", &element[1]);
    if (found != (has_rows ? 2 : 1)) return;
    Lines& lines = step.doing == Step::Doing::store ? stores_ : loads_;
    Uses& uses = lines.try_emplace(recording_.line_in_kernel(step), Uses{{}, 0, step}).first->second;
    std::vector<Element>& of_thread = uses.of_thread[step.thread];
    if (of_thread.empty() || of_thread.back() != element) of_thread.push_back(element);  // the parts of a float4
    ++uses.count;
  }

  // The formula of what `value` makes of an element, in one line or all of them.
  template <typename Value>
  std::optional<IndexFormula> formula(const Lines& lines, const Value& value) const {
    const auto& block = recording_.launches.front().block;
    std::map<std::uint32_t, UsedByThread> threads;
    for (const auto& [line, uses] : lines) {
      for (const auto& [thread, elements] : uses.of_thread) {
        UsedByThread& used = threads[thread];
        used.place = {thread % block[0], thread / block[0], 0, 0, 0};
        for (const Element& element : elements) used.indexes.push_back(value(element));
      }
    }
    std::vector<UsedByThread> all;
    for (auto& [thread, used] : threads) all.push_back(std::move(used));
    auto found = formula_of(all, {block[0], block[1], 1, 1, 1});
    if (!found || !found->is_complete) return std::nullopt;
    std::erase_if(found->digits, [](const Digit& digit) { return digit.step == 0; });
    return found;
  }
  long row_length() const { return static_cast<long>(array_.extents.back()); }
  std::optional<IndexFormula> index(const Lines& lines) const {
    return formula(lines, [this](const Element& e) { return e[0] * row_length() + e[1]; });
  }

  std::string at(const Uses& uses, const std::string& words) const {
    return recording_.line(uses.first) + ": " + words + recording_.caller(uses.first);
  }
  std::string line(const Uses& uses) const { return recording_.line(uses.first); }

  // More elements side by side than a row has, so that they go on in rows which others store to.
  std::string row_too_short() const {
    const auto stored = index(stores_);
    if (array_.extents.size() != 2 || !stored) return {};
    long along_row = 1, rows = 1;
    for (const Digit& digit : stored->digits) {
      if (digit.step < 0) return {};
      (digit.step % row_length() == 0 ? rows : along_row) +=
          (digit.step % row_length() == 0 ? digit.step / row_length() : digit.step) * (digit.count - 1);
    }
    if (along_row <= row_length() || stored->first != 0) return {};
    const bool exchanged = along_row <= static_cast<long>(array_.extents[0]) && rows <= row_length();
    return at(busiest(stores_),
              fmt::format("the index runs over {} elements along each row of {}, which has rows of {} ({}): {}",
                          along_row, array_.name, row_length(), array_.place,
                          exchanged ? "its sides are exchanged" : "are they too short, or is the index wrong?"));
  }

  // How far rows are apart in an array without rows: what one number of the thread counts, where the other counts
  // elements.
  static std::optional<long> pitch(const IndexFormula& formula) {
    std::map<std::string, long> steps;
    for (const Digit& digit : formula.digits) steps[digit.name] = digit.step;
    const long x = steps["threadIdx.x"], y = steps["threadIdx.y"];
    return std::min(x, y) == 1 ? std::optional(std::max(x, y)) : std::nullopt;
  }

  std::string pitches_differ() const {
    if (array_.extents.size() != 1) return {};
    const auto stored = index(stores_), loaded = index(loads_);
    if (!stored || !loaded) return {};
    const auto there = pitch(*stored), here = pitch(*loaded);
    if (!there || !here || *there == *here) return {};
    const MatrixShape shape{array_.name, 1, row_length()};
    return at(busiest(stores_),
              fmt::format("stores to {}, in rows of {}, and {} loads {}, from rows of {}", in_words(*stored, shape),
                          *there, line(busiest(loads_)), in_words(*loaded, shape), *here));
  }

  std::set<long> numbers(const Lines& lines, std::size_t axis) const {
    std::set<long> all;
    for (const auto& [line, uses] : lines) {
      for (const auto& [thread, elements] : uses.of_thread) {
        for (const Element& element : elements) all.insert(element[axis]);
      }
    }
    return all;
  }

  static const char* why(const std::optional<IndexFormula>& along, const std::set<long>& stored,
                         const std::set<long>& loaded) {
    if (*stored.begin() > *loaded.begin()) return "is one of the two indexes wrong?";
    const auto further = [](const Digit& a, const Digit& b) { return std::abs(a.step) < std::abs(b.step); };
    const bool by_rounds = along && !along->digits.empty() &&
                           std::max_element(along->digits.begin(), along->digits.end(), further)->name == round_digit;
    return by_rounds ? "has the loop that stores too few rounds?" : "is a test too strict, or an index wrong?";
  }

  // Rows or columns that are loaded, and that no thread stores to.
  std::string not_stored() const {
    for (const std::size_t axis : {std::size_t{0}, std::size_t{1}}) {
      const auto stored = numbers(stores_, axis), loaded = numbers(loads_, axis);
      std::set<long> missing;
      std::set_difference(loaded.begin(), loaded.end(), stored.begin(), stored.end(),
                          std::inserter(missing, missing.end()));
      if (missing.empty()) continue;
      const char* unit = array_.extents.size() == 1 ? "elements" : axis == 0 ? "rows" : "columns";
      const bool leaves_gaps = *missing.begin() < *stored.rbegin() && *missing.rbegin() > *stored.begin();
      const std::string loads =
          fmt::format("{} loads {} {} of {}", line(busiest(loads_)), unit, range(loaded), array_.name);
      const auto along = formula(stores_, [=](const Element& e) { return e[axis]; });
      if (!leaves_gaps && *stored.begin() == 0 && *loaded.begin() > 0 && loaded.size() == stored.size()) {
        return at(busiest(loads_),
                  fmt::format("loads {} {} of {}, and {} stores to {}: the index goes too far by {} here", unit,
                              range(loaded), array_.name, line(busiest(stores_)), range(stored), *loaded.begin()));
      }
      if (!leaves_gaps) {
        return at(busiest(stores_), fmt::format("stores to {} {} of {}, and {}: {}", unit, range(stored), array_.name,
                                                loads, why(along, stored, loaded)));
      }
      const MatrixShape shape{axis == 0 || array_.extents.size() == 1 ? array_.name : array_.name + "[..]", 1,
                              *loaded.rbegin() + 1};
      const std::string flaw = along ? flaw_of(*along, shape) : "";
      if (!flaw.starts_with("leaves")) continue;
      return at(busiest(stores_), fmt::format("{} {}; {}", in_words(*along, shape), flaw, loads));
    }
    return {};
  }

  const Recording& recording_;
  const DeclaredVariable& array_;
  Lines stores_, loads_;
};

// Of the first block.
std::string wrong_tile_index_at(Engine& engine, const Variant& variant, unsigned rows, unsigned cols, bool is_open) {
  const std::size_t elements = std::size_t{rows} * cols;
  DeviceBuffer<float> in(engine, elements, "in"), out(engine, elements, "out");
  in.upload(0, std::vector<float>(elements));
  const Recording recording = engine.recorder()->record(
      [&] {
        variant.run({in.data(), out.data(), rows, cols});
      },
      [](const Step& step) { return step.in_shared && step.block == 0 && step.launch == 0; });
  for (const DeclaredVariable& array : recording.variables()) {
    if (!array.is_shared || array.extents.empty() || array.extents.size() > 2) continue;
    const std::string flaw = TileIndex(recording, array).flaw(is_open);
    if (!flaw.empty()) return flaw;
  }
  return {};
}

}  // namespace

std::string wrong_tile_index(Engine& engine, const Variant& variant, bool is_open) {
  if (engine.recorder() == nullptr) return {};
  // Rows that a float4 fits, and rows that it does not.
  for (const auto& [rows, cols] : {std::pair{264u, 520u}, std::pair{267u, 523u}}) {
    try {
      const std::string flaw = wrong_tile_index_at(engine, variant, rows, cols, is_open);
      if (!flaw.empty()) return fmt::format("{} (at {}x{})", flaw, rows, cols);
    } catch (const std::exception&) {
      // It fails in another way now, which explains nothing.
    }
  }
  return {};
}

}  // namespace ladder::transpose
