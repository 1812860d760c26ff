#include "ladder/source/evaluated.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <utility>
#include <vector>

#include "ladder/source/scope.hpp"

namespace ladder {
namespace {

using Value = std::optional<long>;

// The operators of two numbers, those that are taken last first.
const std::array<Source::Words, 5> operators{{{"|"}, {"^"}, {"&"}, {"+", "-"}, {"*", "/", "%"}}};

Value result_of(long a, const std::string& sign, long b) {
  const bool divides = sign == "/" || sign == "%";
  if (divides && (b == 0 || a < 0)) return std::nullopt;  // what is less than 0 here may be unsigned there
  switch (sign[0]) {
    case '|': return a | b;
    case '^': return a ^ b;
    case '&': return a & b;
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '/': return a / b;
    default: return a % b;
  }
}

// For one thread.
class Evaluation {
 public:
  Evaluation(const Callers& callers, const ValueOfName& value) : callers_(callers), value_of_name_(value) {}

  Value of(const Scope& scope, Range range) {
    if (constexpr int most = 1000; ++steps_ > most) return std::nullopt;
    std::size_t at = range.begin;
    const Value value = binary(scope, at, range.end, 0);
    return at == range.end ? value : std::nullopt;
  }

  // Of the name at a token, which that moves on behind it: a variable, a parameter, a call without arguments.
  Value of_name(const Scope& scope, std::size_t& at) {
    const Source& source = *scope.source;
    const std::string name = source.tokens[at++].text;
    if (source.is(at, ".") && is_one_of(name, {"threadIdx", "blockIdx", "blockDim", "gridDim"})) {
      at += 2;
      return value_of_name_(name + "." + source.tokens[at - 1].text);
    }
    if (source.is(at, "(") && source.is(at + 1, ")")) {
      const auto called = function_named(source, name);
      at += 2;
      if (!called || !source.is(called->body.begin, "return")) return std::nullopt;
      return of({&source, scope.at, *called, called->body.end, callers_.size()},
                {called->body.begin + 1, end_of_statement(source, called->body.begin) - 1});
    }
    if (source.is_one_of(at, {"(", "[", ".", "->", "<", "::"})) return std::nullopt;
    Scope there = scope;
    there.before = std::min(scope.before, at - 1);
    const auto all = assignments(there, name);
    if (all.empty()) return given(scope, name);
    if (all.size() > 1 || all[0].is_of_loop || all[0].is_more) return std::nullopt;
    there.before = all[0].name;
    return of(there, all[0].value);
  }

 private:
  Value given(const Scope& scope, const std::string& name) {
    if (const auto caller = caller_of(scope, callers_)) {
      for (const Argument& one : arguments(scope, *caller))
        if (one.parameter == name) return of(*caller, one.value);
    }
    return value_of_name_(name);
  }

  Value binary(const Scope& scope, std::size_t& at, std::size_t end, std::size_t level) {
    if (level == operators.size()) return primary(scope, at, end);
    Value value = binary(scope, at, end, level + 1);
    while (value && at < end && scope.source->is_one_of(at, operators[level])) {
      const std::string& sign = scope.source->tokens[at++].text;
      const Value right = binary(scope, at, end, level + 1);
      value = right ? result_of(*value, sign, *right) : std::nullopt;
    }
    return value;
  }

  Value primary(const Scope& scope, std::size_t& at, std::size_t end) {
    const Source& source = *scope.source;
    if (at >= end) return std::nullopt;
    if (source.is_one_of(at, {"size_t", "unsigned", "int", "long", "uint32_t"}) && source.is(at + 1, "(")) ++at;
    if (source.is(at, "(")) {
      const std::size_t close = closing(source, at);
      const Value value = of(scope, {at + 1, close});
      at = close + 1;
      return value;
    }
    if (source.tokens[at].kind != TokenKind::number)
      return source.is_identifier(at) ? of_name(scope, at) : std::nullopt;
    const std::string& text = source.tokens[at++].text;
    long number = 0;
    const auto [last, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_whole = std::string(last).find_first_not_of("uUlLzZ") == std::string::npos;
    return error == std::errc{} && is_whole ? Value(number) : std::nullopt;
  }

  const Callers& callers_;
  const ValueOfName& value_of_name_;
  int steps_ = 0;
};

// Goes from an index to the definitions that it is made of, level by level.
class Collision {
 public:
  Collision(const SourceAccess& access, const ValueOfName& one, const ValueOfName& other)
      : access_(access), one_(one), other_(other) {}

  std::string cause() {
    const auto scope = scope_of(access_.at, 0);
    const auto subscripts = scope ? subscripts_of(*scope, access_, false) : std::nullopt;
    if (!subscripts) return "";
    for (const Range& index : subscripts->indexes) next_.push_back({*scope, index});
    if (subscripts->indexes.size() < 2) next_.push_back({*scope, {subscripts->base, subscripts->base + 1}});
    while (!next_.empty() && found_.empty()) {
      const auto level = std::exchange(next_, {});
      for (const auto& [there, range] : level) go_through(there, range);
    }
    return found_;
  }

 private:
  void go_through(const Scope& scope, Range range) {
    const Source& source = *scope.source;
    std::vector<std::string> alike;
    bool others_differ = false;  // what else this is made of, or it is not known
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const bool is_member = i > 0 && is_one_of(source.tokens[i - 1].text, {".", "->", "::"});
      if (!source.is_identifier(i) || is_member) continue;
      Scope there = scope;
      there.before = std::min(scope.before, i);
      const auto all = assignments(there, source.tokens[i].text);
      const auto [a, b] = values_at(scope, i);
      const auto caller = all.empty() ? caller_of(scope, access_.callers) : std::nullopt;
      const bool is_variable = !all.empty() || caller || is_one_of(source.tokens[i].text, {"threadIdx", "blockIdx"});
      others_differ |= is_variable && (!a || a != b);
      for (const Assignment& definition : all) {
        there.before = definition.name;
        if (!known_.insert({&source, definition.name}).second || definition.is_of_loop) continue;
        if (a && a == b && is_of_others(there, definition))
          alike.push_back(words(source, definition.name, definition.value.end) + " at " +
                          in_words({scope.at.file, source.tokens[definition.name].line}) + " is " + std::to_string(*a) +
                          " for both");
        next_.push_back({there, definition.value});
      }
      if (!caller) continue;
      for (const Argument& given : arguments(scope, *caller))
        if (given.parameter == source.tokens[i].text) next_.push_back({*caller, given.value});
    }
    if (alike.size() == 1 && !others_differ) found_ = alike[0];
  }

  std::pair<Value, Value> values_at(const Scope& scope, std::size_t name) const {
    std::size_t one = name, other = name;
    return {Evaluation(access_.callers, one_).of_name(scope, one),
            Evaluation(access_.callers, other_).of_name(scope, other)};
  }

  // Whether the two threads differ in something that its value is made of.
  bool is_of_others(const Scope& scope, const Assignment& definition) const {
    for (std::size_t i = definition.value.begin; i < definition.value.end; ++i) {
      const bool is_member = is_one_of(scope.source->tokens[i - 1].text, {".", "->", "::"});
      const auto [a, b] =
          scope.source->is_identifier(i) && !is_member ? values_at(scope, i) : std::pair<Value, Value>{};
      if (a && b && *a != *b) return true;
    }
    return false;
  }

  const SourceAccess& access_;
  const ValueOfName &one_, &other_;
  std::vector<std::pair<Scope, Range>> next_;
  std::set<std::pair<const Source*, std::size_t>> known_;
  std::string found_;
};

}  // namespace

std::optional<long> value_of_expression(const std::string& expression, const ValueOfName& value_of_name) {
  const Source source = source_of(expression);
  const Callers nobody;
  return Evaluation(nobody, value_of_name).of({&source, {}, {}, 0, 0}, {0, source.tokens.size()});
}

std::string alike_for_both(const SourceAccess& access, const ValueOfName& one, const ValueOfName& other) {
  return Collision(access, one, other).cause();
}

}  // namespace ladder
