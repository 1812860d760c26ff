// What all programs have in common that run kernels: those of the chapters, and those that bring kernels of their own.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "ladder/base/failure.hpp"
#include "ladder/base/mapped.hpp"

namespace ladder {

// Runs the program and turns what it throws into one line on stderr and the exit status that belongs to it.
// size_options names what sets the problem's size, for the message where memory does not suffice. Standard output that
// could not be written in full (a full disk) is an error too.
int guarded_main(int argc, char** argv, int (*run)(int argc, char** argv), const std::string& size_options);

// Throws Failure(bad_usage) where one of the names, of variants, is not known.
void check_names(const std::vector<std::string>& names, const std::vector<std::string>& known);

template <typename Variant>
std::vector<std::string> names_of(const std::vector<Variant>& variants) {
  return mapped(variants, &Variant::name);
}

// The variants of these names, in the order of the names, each once; all where there are none. Throws
// Failure(bad_usage).
template <typename Variant>
std::vector<Variant> chosen(const std::vector<Variant>& all, const std::vector<std::string>& names) {
  if (names.empty()) return all;
  check_names(names, names_of(all));
  std::vector<Variant> found;
  for (const std::string& name : names) {
    const bool is_new = std::ranges::find(found, name, &Variant::name) == found.end();
    if (is_new) found.push_back(*std::ranges::find(all, name, &Variant::name));
  }
  return found;
}

}  // namespace ladder
