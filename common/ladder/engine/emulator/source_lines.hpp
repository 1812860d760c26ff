// From an instruction's address to the line of source that it was compiled from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ladder::emulator {

struct SourceLine {
  std::string file;  // the name alone, without folders; empty where it is not known
  int line = 0;
  std::string function;
};

// An instruction's offset in this executable, and back.
extern const std::uintptr_t load_address;
inline std::uint32_t site_offset(std::uintptr_t site) { return static_cast<std::uint32_t>(site - load_address); }
inline std::uintptr_t site_address(std::uint32_t offset) { return load_address + offset; }

// The lines of kernel source that call the given return addresses. Where a helper of cuda_syntax.hpp was inlined, that
// is the line that uses it. Asks addr2line (binutils), once per address; without it the lines are not known.
std::vector<SourceLine> source_lines(const std::vector<std::uintptr_t>& sites);

}  // namespace ladder::emulator
