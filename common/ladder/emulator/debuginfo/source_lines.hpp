// From an instruction's address to the line of source that it was compiled from, by this executable's debug
// information. A site is the return address of a call. (Each answer is kept: warps ask again and again.)
#pragma once

#include <cstdint>
#include <string>

#include "ladder/engine/code_place.hpp"

namespace ladder::emulator {

// The line of kernel source that makes the call; where a helper of cuda_syntax.hpp, or a function of the C++ library,
// was inlined, the line that uses it.
CodePlace source_line(std::uintptr_t site);

// The lines that call the function in which the site's line stands, that one's caller and so on, as far as they were
// inlined; none where it is the kernel itself.
Callers calling_lines(std::uintptr_t site);

// The line in words, "kernel.cuh:33", or that it is not known; and the lines that call, as in_words() has them.
std::string place_of(std::uintptr_t site);
std::string callers_of(std::uintptr_t site);

// Whether a helper of cuda_syntax.hpp makes the call, inlined or not.
bool is_by_the_emulator(std::uintptr_t site);

// Whether the line is one of this library, or of the C++ library, and of no chapter and no program.
bool is_of_the_library(std::uintptr_t site);

// The site, if it is of the program; else the newest call by the program that the OS thread is in; the site where that
// is not known.
std::uintptr_t site_in_program(std::uintptr_t site);

// Whether two sites are of one line: a compiler may make several copies of what stands there.
bool in_one_line(std::uintptr_t a, std::uintptr_t b);

// The same, and of one function, which was called from the same lines, as far as it was inlined: what the compiler made
// several copies of, as it does of a loop's body, is at one place; two instances of a template, or two calls, are not.
bool at_one_place(std::uintptr_t a, std::uintptr_t b);

// Of two sites that are not at one place: the outermost inlined call by which b is reached, and a is not; its file is
// empty where there is none.
CodePlace call_apart(std::uintptr_t a, std::uintptr_t b);

}  // namespace ladder::emulator
