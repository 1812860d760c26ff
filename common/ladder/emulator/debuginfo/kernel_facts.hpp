// What is known of a kernel beside its code: what its author wrote, as far as the debug information of this executable,
// and the source that it names, say so. Where they do not, there is nothing. (Each answer is kept.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ladder/engine/recording.hpp"

namespace ladder::emulator {

// __launch_bounds__(N, ..)
struct LaunchBounds {
  unsigned threads = 0;  // N, the most that a block of the kernel may have; 0: there is none, or it is not known
  std::string place;     // "kernel.cuh:77"
};

struct KernelFacts {
  std::vector<std::string> parameter_names;  // in their order
  std::string file;                          // with its path
  // N is a number, a parameter of the template, or a constant.
  LaunchBounds launch_bounds;
  // Whether the kernel, or a function that it calls, declares a pointer __restrict__ or reads by __ldg(): then a
  // compiler may load before a store that comes first in the source.
  bool restricts_pointers = false;
};
const KernelFacts& facts_of(const void* kernel);
// Finds them, by the debug information: dwarf_facts.cpp, as the two below.
KernelFacts read_facts(const void* kernel);

// What a constant, as a parameter of the template, is in the function whose code has the site; none where that is not
// known, or 0.
std::optional<long> value_of_constant(std::uintptr_t site, const std::string& name);
unsigned read_constant(std::uintptr_t site, const std::string& name);  // 0 where it is not known

// The types that its file knows, without what the emulator and the system's headers declare.
struct FileFacts {
  // Of the structs of one size that the kernel has to do with, else of those in its file, the least alignment.
  std::map<std::size_t, std::size_t> struct_alignments;
  // The extents, "[4][8]", of all arrays that are no variables of a thread: shared ones, variables of the file, members
  // of structs, what pointers lead to; and those of their rows.
  std::set<std::string> arrays;

  std::size_t struct_alignment(std::size_t bytes) const;  // 0 where there is none
  // Whether an array of these extents in the kernel can only be a variable of the thread.
  bool is_local_array(const std::string& extents) const { return !arrays.contains(extents); }
  // Of one that is not: whether there is an array that has rows of these extents.
  bool is_row_of_an_array(const std::string& extents) const;
};
const FileFacts& file_facts_of(const void* kernel);
FileFacts read_file_facts(const void* kernel);

// The variables in the bodies of this kernel and of the device functions in whose code one of the sites lies, in the
// order of the source; with those of what is inlined there: shared ones, and those that each thread has for itself.
std::vector<DeclaredVariable> declared_variables(const void* kernel, const std::set<std::uintptr_t>& sites);

// What the source asks of the compiler for a loop: what stands above the line of the comparison that ends it,
// `#pragma unroll` with or without a number, or with 1.
enum class LoopPragma : std::uint8_t { none, unroll, kept_rolled };
LoopPragma loop_pragma(std::uintptr_t comparison);

}  // namespace ladder::emulator
