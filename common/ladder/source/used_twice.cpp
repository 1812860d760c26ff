#include "ladder/source/used_twice.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

namespace ladder {
namespace {

// What stands at a token by which parts differ, in order: components of a vector, or small numbers; else nothing.
std::vector<std::string> choices(const Source& source, std::size_t token) {
  std::vector<std::string> all = {"0", "1", "2", "3", "4", "5", "6", "7"};
  if (source.is(token - 1, ".")) all = {"x", "y", "z", "w"};
  if (std::ranges::find(all, source.tokens[token].text) == all.end()) all.clear();
  return all;
}

class Parts {
 public:
  Parts(const Source& source, const std::vector<Range>& uses) : source_(source), uses_(uses) {
    for (const Range& use : uses) by_text_[with(use, use.end, "")].push_back(use);
  }

  std::optional<UsedTwice> odd() const {
    const auto twice = std::ranges::find_if(by_text_, [](const auto& one) { return one.second.size() == 2; });
    if (twice == by_text_.end() || by_text_.size() + 1 != uses_.size()) return std::nullopt;
    const Range first = twice->second[0], second = twice->second[1];
    std::vector<std::pair<std::size_t, std::string>> others;  // a token, and what it is in the part that is left out
    for (std::size_t token = 1; token < first.end - first.begin; ++token) {
      if (const std::string other = left_out(first, token); !other.empty()) others.emplace_back(token, other);
    }
    if (others.size() != 1) return std::nullopt;
    const auto& [token, other] = others.front();
    const int in_first = fits(first, token, other), in_second = fits(second, token, other);
    if (in_first == in_second) return std::nullopt;
    const Range& meant = in_first > in_second ? first : second;
    Source wanted{{source_.tokens.begin() + meant.begin, source_.tokens.begin() + meant.end}, ""};
    const std::string is = words(wanted, 0, wanted.tokens.size());
    wanted.tokens[token].text = other;
    return UsedTwice{source_.tokens[meant.begin].line,
                     is + " is used twice, and " + words(wanted, 0, wanted.tokens.size()) + " nowhere"};
  }

  // Each is used once, and in one line alone two stand the other way round.
  std::optional<UsedTwice> exchanged() const {
    if (by_text_.size() != uses_.size()) return std::nullopt;
    std::vector<std::size_t> down;
    bool goes_up = false;
    for (std::size_t i = 0; i + 1 < uses_.size(); ++i) {
      const int step = step_between(uses_[i], uses_[i + 1]);
      goes_up = goes_up || step > 0;
      if (step < 0) down.push_back(i);
    }
    if (down.size() != 1 || !goes_up) return std::nullopt;
    const Range &first = uses_[down[0]], &second = uses_[down[0] + 1];
    return UsedTwice{source_.tokens[first.begin].line, words(source_, first.begin, first.end) + " stands before " +
                                                           words(source_, second.begin, second.end) +
                                                           " here: are they exchanged?"};
  }

 private:
  // By how much the second part of a line has more than the first, at the one token in which they differ; else 0.
  int step_between(const Range& a, const Range& b) const {
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < a.end - a.begin; ++i) {
      if (a.end - a.begin == b.end - b.begin && source_.tokens[a.begin + i].text != source_.tokens[b.begin + i].text)
        others.push_back(i);
    }
    if (others.size() != 1 || source_.tokens[a.begin].line != source_.tokens[b.begin].line) return 0;
    const std::vector<std::string> all = choices(source_, a.begin + others[0]);
    const auto place = [&](const Range& part) {
      return static_cast<int>(std::ranges::find(all, source_.tokens[part.begin + others[0]].text) - all.begin());
    };
    return all.empty() ? 0 : place(b) - place(a);
  }

  // The part with this text at one of its tokens, without blanks.
  std::string with(const Range& part, std::size_t token, const std::string& text) const {
    std::string all;
    for (std::size_t i = part.begin; i < part.end; ++i) all += i == part.begin + token ? text : source_.tokens[i].text;
    return all;
  }

  // The one choice at that token by which no part is used: the fourth of four components, or between two numbers.
  std::string left_out(const Range& part, std::size_t token) const {
    const std::vector<std::string> all = choices(source_, part.begin + token);
    const auto is_used = [&](std::size_t i) { return by_text_.contains(with(part, token, all[i])); };
    const bool is_component = source_.is(part.begin + token - 1, ".");
    std::vector<std::string> found;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool is_between = i > 0 && i + 1 < all.size() && is_used(i - 1) && is_used(i + 1);
      if (!is_used(i) && (is_component || is_between)) found.push_back(all[i]);
    }
    return found.size() == 1 ? found[0] : "";
  }

  // How well the other choice fits in the place of this use: two for each part in its line that has it, too, and one
  // if the parts before it have lower ones, and those behind it higher ones.
  int fits(const Range& use, std::size_t token, const std::string& other) const {
    const std::vector<std::string> all = choices(source_, use.begin + token);
    int beside = 0;
    bool is_in_order = true;
    for (const Range& one : uses_) {
      if (one.begin == use.begin || one.end - one.begin != use.end - use.begin) continue;
      const Token& there = source_.tokens[one.begin + token];
      if (there.text == other && there.line == source_.tokens[use.begin].line) ++beside;
      if (with(one, token, "") != with(use, token, "")) continue;
      const bool is_lower = std::ranges::find(all, there.text) < std::ranges::find(all, other);
      is_in_order = is_in_order && is_lower == (one.begin < use.begin);
    }
    return 2 * beside + (is_in_order ? 1 : 0);
  }

  const Source& source_;
  const std::vector<Range>& uses_;
  std::map<std::string, std::vector<Range>> by_text_;
};

}  // namespace

std::vector<Range> parts_used(const Source& source, Range range, const std::string& name) {
  std::vector<Range> uses;
  bool is_right_side = false, is_returned = false;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (source.is_one_of(i, {";", "{", "}"})) is_right_side = is_returned = false;
    is_returned = is_returned || source.is(i, "return");
    is_right_side = is_right_side || source.is_one_of(i, {"=", "+=", "("});
    if (!is_right_side || is_returned || source.tokens[i].text != name) continue;
    std::size_t end = i + 1;
    while (source.is_one_of(end, {"[", "."})) end = source.is(end, "[") ? closing(source, end) + 1 : end + 2;
    if (!source.is(end, "=")) uses.push_back({i, end});
  }
  return uses;
}

std::optional<UsedTwice> component_used_twice(const CodePlace& line) {
  const auto scope = scope_of(line, 0);
  if (!scope) return std::nullopt;
  const Source& source = *scope->source;
  std::set<std::string> vectors;
  bool has_fourth = false;
  for (std::size_t i = scope->function.body.begin; i + 2 < scope->function.body.end; ++i) {
    const bool is_number = source.is_one_of(i, {"threadIdx", "blockIdx", "blockDim", "gridDim"});
    if (is_number || !source.is_identifier(i) || !source.is(i + 1, ".")) continue;
    has_fourth |= source.is(i + 2, "w");
    if (source.is_one_of(i + 2, {"x", "y", "z", "w"})) vectors.insert(source.tokens[i].text);
  }
  if (!has_fourth) return std::nullopt;
  for (const std::string& vector : vectors) {
    const std::vector<Range> uses = parts_used(source, scope->function.body, vector);
    if (const auto odd = Parts(source, uses).odd()) return odd;
  }
  return std::nullopt;
}

std::optional<UsedTwice> number_for_variable(const Source& source, const Range& set, const std::vector<Range>& uses) {
  const auto indexes_of = [&](const Range& part) {
    std::vector<std::size_t> single;  // of each index its token; 0: it has several
    for (std::size_t open = part.begin + 1; source.is(open, "["); open = closing(source, open) + 1)
      single.push_back(closing(source, open) == open + 2 ? open + 1 : 0);
    return single;
  };
  const auto variables = indexes_of(set);
  std::vector<std::pair<Range, std::size_t>> numbers;
  for (const Range& use : uses) {
    const auto indexes = indexes_of(use);
    for (std::size_t i = 0; i < std::min(indexes.size(), variables.size()); ++i) {
      if (variables[i] != 0 && source.is_identifier(variables[i]) && indexes[i] != 0 &&
          source.tokens[indexes[i]].kind == TokenKind::number)
        numbers.emplace_back(use, indexes[i]);
    }
  }
  if (numbers.size() != 1) return std::nullopt;
  const auto& [use, index] = numbers.front();
  return UsedTwice{source.tokens[use.begin].line, words(source, use.begin, use.end) + " always has " +
                                                      source.tokens[index].text + ", and " +
                                                      words(source, set.begin, set.end) + " gets the values in line " +
                                                      std::to_string(source.tokens[set.begin].line)};
}

std::optional<UsedTwice> used_twice(const Source& source, const std::vector<Range>& uses) {
  const Parts parts(source, uses);
  const auto odd = parts.odd();
  return odd ? odd : parts.exchanged();
}

}  // namespace ladder
