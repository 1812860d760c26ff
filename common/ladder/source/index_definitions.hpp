// Where the source computes an index: the definitions that lead to it, read from the source as it is written.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "ladder/engine/code_place.hpp"
#include "ladder/source/accesses.hpp"

namespace ladder {

// What gives a value to a variable that an index is made of.
struct Definition {
  std::string name, text;  // "first_col" and "first_col = blockIdx.x * TILE"; of a loop "i" and "i += 8"
  CodePlace at;
  // From here to the index there are only sums, and the product of a row with its length: what this counts, the index
  // counts, too.
  bool is_plain = true;
  std::size_t callers = 0;  // how many of the access's callers lie between
  bool is_of_loop = false;  // it moves a variable on
  std::string begin{};      // of the head of a loop: the variable's first value
  // Of a function in which the number is not multiplied: what multiplies its value. At most one.
  std::vector<Definition> product{};
};

// Those nearest to the access come first: in its own function, and further down.
void sort_by_nearness(std::vector<Definition>& definitions);

// The three nearest variables in an index, each where it has got its value, with the loop that moves it on. part: of
// an array with several indexes, or rows of which lie one after the other, which index, from 0, or from -1, the last
// one, on; none: all.
std::vector<Definition> index_definitions(const SourceAccess& access, std::optional<int> part);

// Those in whose own text an index gets a number of the thread's place: "threadIdx.x", "blockIdx.y"; or a variable of
// this name; or "iteration", which it gets from loops. Where the index has it in the line of the access itself, that is
// the first, without a name.
std::vector<Definition> definitions_with(const SourceAccess& access, std::optional<int> part,
                                         const std::string& number);

// Of a definition that other indexes have, too: the definition in this one that uses it. None where it alone does.
std::optional<Definition> own_use(const SourceAccess& access, std::optional<int> part, const Definition& shared);

// What gives its value to the variable by which a loop moves on: "grid = 2 * blockDim.x * gridDim.x". None where it
// moves on by something else.
std::optional<Definition> step_of(const Definition& loop);

// "row = first_row + y at kernel.cuh:33, i += 8 at kernel.cuh:30", at most three; empty where there are none.
std::string in_words(const std::vector<Definition>& definitions);

// The loops that move the index on: ", d > 1; d /= 2 at kernel.cuh:51"; empty where there are none.
std::string loops_of(const SourceAccess& access);

}  // namespace ladder
