#include "ladder/source/index_definitions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "ladder/source/accesses.hpp"
#include "ladder/source/scope.hpp"
#include "ladder/source/strides.hpp"

namespace ladder {
namespace {

// The text of an index, and the definition that it stands in; null: the line of the access. Of a function that is
// called: where its value is multiplied.
struct Piece {
  Scope scope;
  Range range;
  const Definition* owner;
  const Definition* product = nullptr;
};

constexpr std::size_t most_told = 3;

// Not one that only gives a thread's number a name: "x = threadIdx.x".
bool says_more_than_a_name(const Definition& one) {
  return std::ranges::none_of(std::string_view("xyz"),
                              [&](char c) { return one.text == one.name + " = threadIdx." + c; });
}

CodePlace at_line(const Scope& scope, std::size_t token) {
  return {scope.at.file, scope.source->tokens[token].line, scope.at.path};
}

Definition definition_of(const Scope& scope, const Assignment& one, bool is_plain) {
  const Source& source = *scope.source;
  const Range text = one.is_of_loop ? course_of_loop(source, one.name) : Range{one.name, one.value.end};
  return {source.tokens[one.name].text,
          words(source, text.begin, text.end),
          at_line(scope, one.name),
          is_plain && !one.is_of_loop,
          scope.callers,
          one.is_of_loop || one.is_more,
          one.is_of_loop ? words(source, one.value.begin, one.value.end) : ""};
}

// Follows an index back through the source.
class IndexReader {
 public:
  IndexReader(const SourceAccess& access, std::optional<int> part, std::string number)
      : access_(access), part_(part), number_(std::move(number)) {}

  std::vector<Definition> read() {
    const auto scope = scope_of(access_.at, 0);
    const auto subscripts = scope ? subscripts_of(*scope, access_, part_ && *part_ < 0) : std::nullopt;
    if (subscripts) of_access(*scope, *subscripts, nullptr);
    return found_;
  }

 private:
  void of_access(const Scope& scope, const Subscripts& access, const Definition* owner) {
    const bool is_flat = access.indexes.size() < 2;
    for (std::size_t i = 0; i < access.indexes.size(); ++i) {
      const auto number = static_cast<int>(i), from_end = number - static_cast<int>(access.indexes.size());
      if (is_flat || !part_ || *part_ == number || *part_ == from_end)
        follow({scope, access.indexes[i], owner}, is_flat ? part_ : std::nullopt, true);
    }
    if (is_flat && !access.is_cast) follow_name(scope, access.base, part_, true, nullptr);
  }

  // part: of what lies one row after the other, 0 the row, 1 the place in it.
  void follow(const Piece& piece, std::optional<int> part, bool is_plain) {
    const Source& source = *piece.scope.source;
    for (const Range& term : terms(source, piece.range)) {
      if (source.is(term.begin, "(") && closing(source, term.begin) + 1 == term.end) {
        follow({piece.scope, {term.begin + 1, term.end - 1}, piece.owner}, part, is_plain);
        continue;
      }
      const bool is_pointer =
          term.end == term.begin + 1 && source.is_identifier(term.begin) && is_pointer_name(piece.scope, term.begin);
      if (part && !is_pointer && is_row(source, term) != (*part == 0)) continue;
      const std::size_t products = count_of(source, term, {"*"});
      const bool is_sum = count_of(source, term, {"/", "%", "^", "&", "|", "?", "<", ">"}) == 0 &&
                          products == (part && *part == 0 && !is_pointer ? 1U : 0U);
      if (!number_.empty() && has_number(source, term)) {
        Definition leaf = piece.owner == nullptr ? Definition{"", "", access_.at} : *piece.owner;
        leaf.is_plain = is_plain;
        if (!leaf.begin.empty()) leaf.text = leaf.name + " = " + std::exchange(leaf.begin, ""), leaf.is_of_loop = false;
        if (piece.product != nullptr && count_of(source, term, {"*", "/", "%"}) == 0) leaf.product = {*piece.product};
        add(leaf);
        continue;
      }
      for (std::size_t i = term.begin; i < term.end; ++i) {
        const bool is_member = i > term.begin && is_one_of(source.tokens[i - 1].text, {".", "->", "::"});
        if (source.is_identifier(i) && !is_member)
          follow_name(piece.scope, i, is_pointer ? part : std::nullopt, is_plain && is_sum, piece.owner,
                      is_plain && !is_sum ? piece.owner : nullptr);
      }
    }
  }

  // Whether it is declared as a pointer, from which a place in an array is counted.
  static bool is_pointer_name(const Scope& scope, std::size_t name) {
    const Source& source = *scope.source;
    const Range parameters = scope.function.parameters;
    for (std::size_t i = parameters.begin + 2; i < name; ++i) {
      if (source.tokens[i].text != source.tokens[name].text) continue;
      const std::size_t star = source.is(i - 1, "__restrict__") ? i - 2 : i - 1;
      const bool is_declared = i < parameters.end || is_one_of(source.tokens[star - 2].text, {"const", ";", "{", "}"});
      if (source.is(star, "*") && is_declared) return true;
    }
    return false;
  }

  bool has_number(const Source& source, Range term) const {
    for (std::size_t i = term.begin; i < term.end; ++i) {
      if (source.tokens[i].text == number_ && !source.is(i - 1, ".")) return true;
      if (i + 2 < term.end && source.tokens[i].text + source.tokens[i + 1].text + source.tokens[i + 2].text == number_)
        return true;
    }
    return false;
  }

  void follow_name(const Scope& scope, std::size_t name, std::optional<int> part, bool is_plain,
                   const Definition* owner, const Definition* product = nullptr) {
    if (constexpr std::size_t most_steps = 256; ++steps_ > most_steps) return;
    const Source& source = *scope.source;
    const std::string& text = source.tokens[name].text;
    const auto all = assignments(scope, text);
    for (const Assignment& one : all) {
      const Definition definition = definition_of(scope, one, is_plain);
      if (number_.empty()) {
        add(definition_of(scope, one, true));
        if (!one.is_of_loop) add_loops(scope, one), add_odd(scope, one);
      } else if (number_ == "iteration" && (one.is_of_loop || one.is_more)) {
        if (one.is_of_loop && owner != nullptr) add(*owner);
        add(definition);
        continue;
      }
      Scope there = scope;
      there.before = one.name;
      if (!number_.empty() && one.value.begin < one.value.end) follow({there, one.value, &definition}, part, is_plain);
    }
    if (!all.empty()) return;
    follow_argument(scope, text, part, is_plain);
    if (number_.empty()) return;
    const auto called = source.is(name + 1, "(") ? function_named(source, text) : std::nullopt;
    if (!called) return;
    const bool is_short = count_of(source, called->body, {";"}) == 1;  // else its text says nothing here
    const std::string value = is_short ? ": " + words(source, called->body.begin, called->body.end - 1) : "";
    const Definition definition{text, text + "()" + value, at_line(scope, called->body.begin), is_plain, scope.callers};
    follow({{&source, scope.at, *called, called->body.end, scope.callers}, called->body, &definition, product}, {},
           is_plain);
  }

  // Of a parameter: what the caller gives.
  void follow_argument(const Scope& scope, const std::string& name, std::optional<int> part, bool is_plain) {
    const auto caller = caller_of(scope, access_.callers);
    if (!caller) return;
    for (const Argument& one : arguments(scope, *caller)) {
      if (one.parameter != name) continue;
      const Definition definition{name, name + " = " + one.text, caller->at, is_plain, caller->callers};
      if (!number_.empty()) return follow({*caller, one.value, &definition}, part, is_plain);
      const std::size_t known = found_.size();  // of a variable of the caller's, what that is made of says more
      if (one.value.end == one.value.begin + 1) follow_name(*caller, one.value.begin, part, is_plain, nullptr);
      if (found_.size() == known && one.text != name) add(definition);
      return;
    }
  }

  // The loops whose variables a value has.
  void add_loops(const Scope& scope, const Assignment& of) {
    Scope there = scope;
    there.before = of.name;
    const Source& source = *scope.source;
    for (std::size_t i = of.value.begin; i < of.value.end; ++i) {
      for (const Assignment& one : assignments(there, source.tokens[i].text)) {
        if (!one.is_of_loop) continue;
        Definition loop = definition_of(there, one, true);
        loop.is_plain = true;  // it stands beside what is made of it
        add(loop);
      }
    }
  }

  // The variables in a value that are made by more than sums and products.
  void add_odd(const Scope& scope, const Assignment& of) {
    Scope there = scope;
    there.before = of.name;
    for (std::size_t i = of.value.begin; i < of.value.end; ++i) {
      const auto all = assignments(there, scope.source->tokens[i].text);
      const bool is_odd = all.size() == 1 && !all[0].is_of_loop &&
                          count_of(*scope.source, all[0].value, {"/", "%", "^", "&", "|", "?"}) > 0;
      if (is_odd) add(definition_of(there, all[0], false));
    }
  }

  // One that is come to on two ways counts twice.
  void add(const Definition& definition) {
    for (Definition& known : found_) {
      if (known.at.line != definition.at.line || known.name != definition.name) continue;
      known.is_plain = known.is_plain && number_.empty();
      return;
    }
    found_.push_back(definition);
  }

  const SourceAccess& access_;
  std::optional<int> part_;
  std::string number_;
  std::size_t steps_ = 0;
  std::vector<Definition> found_;
};

}  // namespace

void sort_by_nearness(std::vector<Definition>& definitions) {
  std::ranges::stable_sort(definitions, [](const Definition& a, const Definition& b) {
    return a.callers != b.callers ? a.callers < b.callers : a.at.line > b.at.line;
  });
}

std::vector<Definition> index_definitions(const SourceAccess& access, std::optional<int> part) {
  std::vector<Definition> found = IndexReader(access, part, "").read();
  std::erase_if(found, [&](const Definition& d) { return d.at.line == access.at.line; });
  sort_by_nearness(found);
  std::stable_partition(found.begin(), found.end(),
                        [](const Definition& d) { return d.is_plain; });  // behind them: loops themselves
  if (found.size() > most_told) std::stable_partition(found.begin(), found.end(), says_more_than_a_name);
  const auto loop = std::ranges::find_if(found, &Definition::is_of_loop);  // the nearest one is told
  if (loop != found.end() && loop >= found.begin() + most_told) std::swap(found[most_told - 1], *loop);
  found.resize(std::min(found.size(), most_told), Definition{});
  return found;
}

std::vector<Definition> definitions_with(const SourceAccess& access, std::optional<int> part,
                                         const std::string& number) {
  return IndexReader(access, part, number).read();
}

std::optional<Definition> own_use(const SourceAccess& access, std::optional<int> part, const Definition& shared) {
  const auto scope = scope_of(shared.at, 0);
  constexpr std::size_t definition_and_use = 2;
  if (!scope || count_of(*scope->source, scope->function.body, {shared.name.c_str()}) <= definition_and_use)
    return std::nullopt;
  for (const Definition& one : definitions_with(access, part, shared.name)) {
    if (!one.name.empty() && one.at.line != shared.at.line && !one.is_of_loop && one.callers == shared.callers)
      return one;
  }
  return std::nullopt;
}

std::optional<Definition> step_of(const Definition& loop) {
  auto scope = loop.is_of_loop ? scope_of(loop.at, loop.callers) : std::nullopt;
  if (!scope) return std::nullopt;
  const Source& source = *scope->source;
  const Range line = tokens_of_line(source, loop.at.line);
  for (std::size_t i = line.begin; i + 3 < line.end; ++i) {
    if (source.tokens[i].text != loop.name || !source.is(i + 1, "+=") || !source.is(i + 3, ")")) continue;
    scope->before = i;
    const auto all = assignments(*scope, source.tokens[i + 2].text);
    if (all.size() == 1 && !all[0].is_of_loop) return definition_of(*scope, all[0], true);
  }
  return std::nullopt;
}

std::string in_words(const std::vector<Definition>& definitions) {
  std::string text;
  for (const Definition& one : std::span(definitions).first(std::min(most_told, definitions.size()))) {
    const std::string first = taken_first(one.text);
    text += fmt::format(
        "{}{}{}{} at {}", text.empty() ? "" : ", ", one.text, first.empty() ? "" : ", which is " + first + ",",
        one.begin.find("threadIdx") > one.begin.size() ? "" : ", from " + one.begin + " on,", in_words(one.at));
  }
  return text;
}

std::string loops_of(const SourceAccess& access) {
  std::vector<Definition> all = index_definitions(access, std::nullopt);
  std::erase_if(all, [](const Definition& one) { return !one.is_of_loop; });
  return all.empty() ? "" : ", " + in_words(all);
}

}  // namespace ladder
