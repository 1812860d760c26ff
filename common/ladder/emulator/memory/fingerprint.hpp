// Whether memory is what it was.
#pragma once

#include <cstdint>
#include <vector>

#include "ladder/emulator/debuginfo/executable.hpp"

namespace ladder::emulator {

// 128 bits that stand for the bytes of some memory and where they are. Each page gives two numbers of 64 bits by chains
// of multiplications as in wyhash (Wang Yi, github.com/wangyi-fudan/wyhash), with constants of their own; those of all
// pages, and of where each piece of memory is, are added up. Two states of memory that differ have the same fingerprint
// by a chance of about 2^-128, unless somebody makes them for that: a program that compares a million states a second
// meets such a pair in 10^24 years. A page of zeros gives 0, and so need not be there.
struct Fingerprint {
  std::uint64_t first = 0, second = 0;

  void add(const Fingerprint& other) { first += other.first, second += other.second; }
  bool operator==(const Fingerprint&) const = default;
};

// Of pieces of some memory, in a fixed order, and of all of them.
struct Fingerprints {
  std::vector<Segment> pieces;
  std::vector<Fingerprint> of_pieces;
  Fingerprint of_all;

  void add(const Fingerprints& other);
};

// Reads only pages that have been touched, on several cores.
Fingerprints fingerprints_of(const std::vector<Segment>& memory);

}  // namespace ladder::emulator
