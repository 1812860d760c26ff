// The declarations of a file that has been preprocessed: where its functions, classes and namespaces begin and end.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "ladder/source/tokens.hpp"

namespace ladder::tried {

// A declaration outside of functions; or what opens or closes a namespace or a class: those inside it are units too.
struct Unit {
  std::size_t begin = 0, end = 0;  // of its tokens
  std::size_t open = 0;            // the bracket of a function's parameters; 0: none
  std::size_t body = 0;            // the brace of a function's definition, which then ends the unit; 0: none
  std::size_t scope = 0;           // the brace that opens a namespace or a class; 0: none
  bool is_class = false;           // or a pointer to one, a function with one, ...
  bool for_device = false;         // says `__device__` or `__global__`
  bool for_host = true;            // says `__host__`, or nothing
  std::string name;                // that it declares, or opens; of operators "operator"; empty where it is none
  std::string place;               // where it begins, and which of those that begin on that line
};

Unit unit_at(const Source& source, std::size_t begin);

// All of the file, one after the other.
std::vector<Unit> units_of(const Source& source);

// Which tokens are code for the device: of its functions and of constexpr ones, wherever they are declared, and of
// lambdas for it.
std::vector<bool> for_device(const Source& source, const std::vector<Unit>& units);

using Words = Source::Words;

// Whether one of the words is among the tokens from `begin` to `end`.
bool has_word(const Source& source, std::size_t begin, std::size_t end, const Words& words);

// Whether it is a function that says so.
bool is_constexpr(const Source& source, const Unit& unit);

// Whether the tokens are a number or a string.
inline bool is_literal(const Source& source, const std::pair<std::size_t, std::size_t>& tokens) {
  const TokenKind kind = source.tokens[tokens.first].kind;
  return tokens.second == tokens.first + 1 && (kind == TokenKind::number || kind == TokenKind::text);
}

// Whether the name at i is declared there: a type stands in front of it, and behind it what ends a declarator, or
// `more`.
bool is_declared(const Source& source, std::size_t i, const char* more = "=");

// `int f(`, and not `return f(`
bool is_declared_function(const Source& source, std::size_t i);

// Whether the name at i may be declared there: as one of several variables, by a lambda, a template or a class, as a
// label, or as a pointer to functions: `int (*f)(int)`.
bool may_be_declared(const Source& source, std::size_t i);

// `f` of `enum { e, f }`, or something else where there is none.
bool is_enumerator(const Source& source, std::size_t i);

// Whether the function that is named at i, and not called, is a value: `p = f;`, `g(f)`, `&f`, `g((T)f)`.
bool is_value(const Source& source, std::size_t i);

}  // namespace ladder::tried
