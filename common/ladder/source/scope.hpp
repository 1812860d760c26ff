// Where code stands in the source: the function around a line, and what gives its variables their values.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "ladder/engine/code_place.hpp"
#include "ladder/source/tokens.hpp"

namespace ladder {

struct Range {
  std::size_t begin = 0, end = 0;  // tokens
};

// A function: its parameters, and its body.
struct Function {
  std::size_t name = 0;
  Range parameters{}, body{};
};

// Where names are looked up: a place in a function, and who calls that.
struct Scope {
  const Source* source;
  CodePlace at;
  Function function;
  std::size_t before;   // definitions count that come before this token
  std::size_t callers;  // of the access, that lie between
};

// The file of a place, which has to have its path, as it was when it was first asked for; without tokens where it
// cannot be read.
const Source& source_at(const CodePlace& place);

// The scope of a line, whose file has to have its path; none where it stands in no function, or cannot be read.
std::optional<Scope> scope_of(const CodePlace& at, std::size_t callers);

// Of the one of these callers that calls the function of this scope; none where there is none.
std::optional<Scope> caller_of(const Scope& scope, const Callers& callers);

// What a call gives to a parameter; all that the caller's line gives to the function of this scope.
struct Argument {
  std::string parameter, text;
  Range value;
};
std::vector<Argument> arguments(const Scope& scope, const Scope& caller);

// The definition of a function of that name.
std::optional<Function> function_named(const Source& source, const std::string& name);

// Those of a line; with what follows of its statement, up to three lines.
Range tokens_of_line(const Source& source, int line);

// As text; empty where it cannot be read.
std::string text_of_line(const CodePlace& place);

// What gives a value to a variable.
struct Assignment {
  std::size_t name;
  Range value;
  bool is_of_loop;  // a variable that the head of a loop declares: the value is what moves it on
  bool is_more;     // += and its kin
};

// The newest definition of a name that comes before the scope's token, and what is added to it from there on.
std::vector<Assignment> assignments(const Scope& scope, const std::string& name);

// The second and the third part of the head of the loop that declares the variable at a token: "i < TILE; i += 8".
Range course_of_loop(const Source& source, std::size_t name);

// What + and - outside of brackets part.
std::vector<Range> terms(const Source& source, Range range);
// How many tokens are one of the words or signs.
std::size_t count_of(const Source& source, Range range, std::initializer_list<const char*> words);
// Whether a term is a row times its length: a product with no number and no constant in it.
bool is_row(const Source& source, Range term);

// Whether the line multiplies two numbers, and has no size_t, or that only of the product: size_t(row * cols).
bool multiplies_in_32_bits(const CodePlace& place);

bool is_one_of(const std::string& text, std::initializer_list<const char*> words);

}  // namespace ladder
