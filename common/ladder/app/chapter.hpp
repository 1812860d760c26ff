// What all programs have in common that run kernels: those of the chapters, and those that bring kernels of their own.
#pragma once

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "ladder/app/options.hpp"
#include "ladder/base/failure.hpp"
#include "ladder/base/files.hpp"
#include "ladder/engine/engine.hpp"
#include "ladder/report/json_report.hpp"

namespace ladder {

// Runs the program and turns what it throws into one line on stderr and the exit status that belongs to it.
// size_options names what sets the problem's size, for the message where memory does not suffice. Standard output that
// could not be written in full (a full disk) is an error too.
int guarded_main(int argc, char** argv, int (*run)(int argc, char** argv), const std::string& size_options);

// Throws Failure(bad_usage) where one of the names, of variants, is not known.
void check_names(const std::vector<std::string>& names, const std::vector<std::string>& known);

template <typename Variant>
std::vector<std::string> names_of(const std::vector<Variant>& variants) {
  std::vector<std::string> names;
  for (const Variant& variant : variants) names.push_back(variant.name);
  return names;
}

// The variants of these names, in the order of the names, each once; all where there are none. Throws
// Failure(bad_usage).
template <typename Variant>
std::vector<Variant> chosen(const std::vector<Variant>& all, const std::vector<std::string>& names) {
  if (names.empty()) return all;
  check_names(names, names_of(all));
  std::vector<Variant> found;
  for (auto name = names.begin(); name != names.end(); ++name) {
    if (std::find(names.begin(), name, *name) != name) continue;
    found.push_back(*std::find_if(all.begin(), all.end(), [&](const Variant& v) { return v.name == *name; }));
  }
  return found;
}

// Where a program's text goes: standard output, or stderr where that is for JSON alone.
FILE* text_output(const Options& options);

// The files of --trace and --show.
class TraceFiles {
 public:
  // Throws Failure(bad_usage) where one cannot be created, or the engine sees no requests. Else the engine is told to
  // keep what they need.
  TraceFiles(const Options& options, Engine& engine);
  void commit(const std::vector<Result>& results);

 private:
  OutputFile trace_, show_;
};

// Prints the failures and writes the JSON. Returns the exit status: whether all results are good.
ExitStatus finish(const std::vector<Result>& results, OutputFile& json, const Context& context);

}  // namespace ladder
