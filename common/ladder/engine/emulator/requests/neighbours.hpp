// Where the requests of a site lie, as far as it decides whether nvcc may merge them with their neighbours.
#pragma once

#include <algorithm>
#include <cstdint>

namespace ladder::emulator {

class Neighbours {
 public:
  // nvcc has to know that the addresses are aligned: so those with which the site begins, after a barrier or in another
  // warp, have to be alike in their last bits. Calls with the same number are of one beginning.
  void begin(std::uint64_t number, std::uintptr_t address, bool lanes_apart) {
    lanes_apart_ = lanes_apart_ || lanes_apart;
    if (number == newest_) return;
    if (newest_ == 0) first_ = address;
    newest_ = number;
    differing_bits_ |= address ^ first_;
  }
  void note_many_rounds() { many_rounds_ = true; }
  // The address that it begins with is counted from elsewhere.
  template <typename Offset>
  void count_from(const Offset& offset_of) {
    if (newest_ != 0) first_ = offset_of(first_);
  }

  // How wide accesses their addresses allow, in bytes: 0, 8 or 16.
  int aligned_to() const { return differing_bits_ % 8 != 0 ? 0 : differing_bits_ % 16 != 0 ? 8 : 16; }
  // How wide nvcc may make them. Of four rounds of a loop it begins in the middle, and reckons with no more than the
  // alignment of two of them; but for an address that is the same for all threads.
  int widest() const {
    const bool is_constant = differing_bits_ == 0 && !lanes_apart_;
    return many_rounds_ && !is_constant ? std::min(aligned_to(), 8) : aligned_to();
  }

  void add(const Neighbours& other) {
    if (other.newest_ == 0) return;
    if (newest_ == 0) first_ = other.first_;
    newest_ = other.newest_;
    differing_bits_ |= other.differing_bits_ | (first_ ^ other.first_);
    lanes_apart_ = lanes_apart_ || other.lanes_apart_;
    many_rounds_ = many_rounds_ || other.many_rounds_;
  }

 private:
  std::uint64_t newest_ = 0;           // number of the beginning
  std::uintptr_t first_ = 0;           // the address there
  std::uintptr_t differing_bits_ = 0;  // of addresses at others
  bool lanes_apart_ = false;           // the lanes of a request have different addresses
  bool many_rounds_ = false;           // neighbours lie more than two rounds of a loop apart
};

}  // namespace ladder::emulator
