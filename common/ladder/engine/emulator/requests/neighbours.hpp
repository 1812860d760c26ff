// What is known of a site that decides whether nvcc may merge its requests with those of neighbouring addresses.
#pragma once

#include <algorithm>
#include <cstdint>

namespace ladder::emulator {

// What merging adds to a site's counters: to the one whose request comes first all that is merged, to others less than
// nothing.
struct MergedCounts {
  std::int64_t requests = 0, transactions = 0;
  int bytes = 0;  // of the widest access; 0: there are none

  void add(std::int64_t more_requests, std::int64_t more_transactions, int width) {
    requests += more_requests;
    transactions += more_transactions;
    bytes = std::max(bytes, width);
  }
};

class Neighbours {
 public:
  // nvcc has to know that the addresses are aligned: so those with which the site begins, after a barrier or in another
  // warp, have to be alike in their last bits. Calls with the same number are of one beginning.
  void begin(std::uint64_t number, std::uintptr_t address) {
    if (number == newest_) return;
    if (newest_ == 0) first_ = address;
    newest_ = number;
    differing_bits_ |= address ^ first_;
  }
  void note_lanes_apart() { lanes_apart_ = true; }
  void note_many_rounds() { many_rounds_ = true; }
  // The address that it begins with is counted from elsewhere.
  template <typename Offset>
  void count_from(const Offset& offset_of) {
    if (newest_ != 0) first_ = offset_of(first_);
  }

  MergedCounts pairs, fours;  // with accesses of at most 8, at most 16 bytes

  // What nvcc may do: nothing, where the bytes are 0.
  MergedCounts merged() const {
    if ((differing_bits_ & 7) != 0) return {};
    // nvcc begins in the middle of four rounds of a loop, and reckons with no more than the alignment of two of them;
    // but for an address that is the same for all threads.
    const bool is_constant = differing_bits_ == 0 && !lanes_apart_;
    const bool only_pairs = (differing_bits_ & 8) != 0 || (many_rounds_ && !is_constant);
    return only_pairs ? pairs : fours;
  }

  void add(const Neighbours& other) {
    if (other.newest_ == 0) return;
    if (newest_ == 0) first_ = other.first_;
    newest_ = std::max(newest_, other.newest_);
    differing_bits_ |= other.differing_bits_ | (first_ ^ other.first_);
    lanes_apart_ = lanes_apart_ || other.lanes_apart_;
    many_rounds_ = many_rounds_ || other.many_rounds_;
    pairs.add(other.pairs.requests, other.pairs.transactions, other.pairs.bytes);
    fours.add(other.fours.requests, other.fours.transactions, other.fours.bytes);
  }

 private:
  std::uint64_t newest_ = 0;           // number of the beginning
  std::uintptr_t first_ = 0;           // the address there
  std::uintptr_t differing_bits_ = 0;  // of addresses of others
  bool lanes_apart_ = false;           // the lanes of a request have different addresses
  bool many_rounds_ = false;           // neighbours lie more than two rounds of a loop apart
};

}  // namespace ladder::emulator
