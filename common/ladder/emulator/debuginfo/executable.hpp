// This executable in memory: where it was loaded, and its segments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ladder::emulator {

// The difference between an address in this process and the one that the executable's file speaks of.
extern std::uintptr_t load_address;

// An instruction's offset in this executable, and back.
inline std::uint32_t site_offset(std::uintptr_t site) { return static_cast<std::uint32_t>(site - load_address); }
inline std::uintptr_t site_address(std::uint32_t offset) { return load_address + offset; }

struct Segment {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;

  bool contains(std::uintptr_t address, std::size_t more = 1) const {
    return address >= begin && address + more <= begin + bytes;
  }
  // From its nearest byte to the address; 0 within.
  std::size_t distance(std::uintptr_t address) const {
    return address < begin ? begin - address : address >= begin + bytes ? address - begin - bytes + 1 : 0;
  }
};

// What is loaded and cannot be written: code and constants.
std::vector<Segment> read_only_segments();

// The calling OS thread's copy of the thread-local variables.
Segment thread_local_segment();

}  // namespace ladder::emulator
