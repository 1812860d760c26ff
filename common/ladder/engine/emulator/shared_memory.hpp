// Shared memory of one block: which arrays there are, and who touched which word since the last barrier.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "ladder/engine/emulator/executable/executable.hpp"
#include "ladder/engine/emulator/hazards.hpp"
#include "ladder/engine/emulator/warp_trace.hpp"

namespace ladder::emulator {

// One `__shared__` variable: a thread_local one of the kernel's object file. Offsets in bytes from the start of the
// executable's thread-local segment.
struct SharedArray {
  std::uintptr_t begin, end;
  std::string name;
  bool is_dynamic = false;  // see dynamic_shared.hpp

  bool contains(std::uintptr_t offset, int bytes) const { return offset >= begin && offset + bytes <= end; }
};

// The shared variables that a kernel may use: its own and those of device functions, but not another kernel's; and so
// many bytes of the dynamic array (see dynamic_shared.hpp). From this executable's symbol table, ordered by offset.
// Throws std::runtime_error where that cannot be read or has been stripped.
std::vector<SharedArray> shared_arrays(const void* kernel, std::size_t dynamic_bytes);

// When each lane of the running warp last synchronised with each other one: seen[l][m] is the number of __syncwarp()s
// of lane m that happened before what lane l does now. (A vector clock.)
class WarpClock {
 public:
  void reset();
  void synchronise(std::uint32_t mask);
  std::uint32_t now(unsigned lane) const { return seen_[lane][lane]; }
  // Whether what lane `other` did at its time `then` happened before what `lane` does now.
  bool happened_before(unsigned lane, unsigned other, std::uint32_t then) const { return seen_[lane][other] > then; }

 private:
  std::array<std::array<std::uint32_t, 32>, 32> seen_{};
  bool at_zero_ = true;
};

class SharedMemory {
 public:
  SharedMemory(HazardLog& hazards, const WarpClock& clock) : hazards_(hazards), clock_(clock) {}

  // To be called on the OS thread that will run the blocks of a launch, before the first.
  void begin_launch(const std::vector<SharedArray>& arrays);

  bool contains(std::uintptr_t address) const { return address - segment_.begin < segment_.bytes; }

  // Whether the array that was found last holds all the bytes.
  bool recent(std::uintptr_t address, int bytes) const {
    return last_ != nullptr && last_->contains(address - segment_.begin, bytes);
  }
  // Whether there is an array that does; it is the recent one then.
  bool find(std::uintptr_t address, int bytes);

  // The array that the address is in, and how many bytes from its begin. To be called for addresses in bounds.
  const SharedArray& array_of(std::uintptr_t address) const { return *array_before(address - segment_.begin); }
  std::uintptr_t offset_in_array(std::uintptr_t address) const {
    return address - segment_.begin - array_of(address).begin;
  }
  // The element at the address, as "shared tile[3][4]": of the array that it is in, or else of the one before it.
  std::string name_of(std::uintptr_t address) const;
  // The declared size of that array, as "tile is [32][33]".
  std::string extent_of(std::uintptr_t address) const;

  void begin_block();
  void barrier();

  // What follows is done by this thread of the block.
  void begin_thread(std::uint64_t block, unsigned thread);

  // Notes an access of the thread and checks it against those of the others since the last barrier.
  void access(std::uintptr_t address, int bytes, Operation operation, Site site) {
    const std::size_t first = (address - segment_.begin) / 4;
    const std::size_t last = (address - segment_.begin + static_cast<std::uintptr_t>(bytes) - 1) / 4;
    for (std::size_t i = first; i <= last; ++i) {
      Word& word = words_[i];
      const bool first_touch = word.write_epoch != epoch_ && word.read_epoch != epoch_;
      const bool has_value = word.write_epoch >= first_epoch_ || operation == Operation::store;
      if (!first_touch || !has_value) return check(i, last, address, operation, site);
      if (operation == Operation::load) {
        note_first_read(word, site);
      } else {
        note_write(word, operation, site);
      }
    }
  }

 private:
  // What happened to one four-byte word. Times are the WarpClock's; epochs count the barriers of all blocks.
  struct Word {
    std::uint32_t write_epoch = 0;
    std::uint32_t write_time = 0;
    std::uint32_t read_epoch = 0;
    std::uint32_t read_time = 0;
    std::uint32_t reader_lanes = 0;  // of one warp, since read_time
    std::uint32_t write_site = 0;    // sites count from the start of the executable
    std::uint32_t read_site = 0;
    std::uint32_t writer : 10 = 0;
    std::uint32_t reader_warp : 5 = 0;
    std::uint32_t other_reader : 10 = 0;  // somebody in another warp
    std::uint32_t other_reader_known : 1 = 0;
    std::uint32_t atomic_write : 1 = 0;
  };
  struct EarlyRead {
    std::size_t word;
    Actor actor;
  };

  const SharedArray* array_before(std::uintptr_t offset) const;
  bool unordered(unsigned thread, unsigned other, std::uint32_t then) const {
    return thread != other && (thread / 32 != other / 32 || !clock_.happened_before(thread % 32, other % 32, then));
  }
  void check_after_write(const Word& word, const Actor& actor, std::uintptr_t address);
  void check_after_reads(const Word& word, const Actor& actor, std::uintptr_t address);
  void note_first_read(Word& word, Site site) {
    word.read_epoch = epoch_;
    word.read_time = time_;
    word.reader_warp = thread_ / 32 & 31u;
    word.reader_lanes = 1u << thread_ % 32;
    word.read_site = site_offset(site);
    word.other_reader_known = 0;
  }
  void note_write(Word& word, Operation operation, Site site) {
    word.write_epoch = epoch_;
    word.write_time = time_;
    word.write_site = site_offset(site);
    word.writer = thread_ & 1023u;
    word.atomic_write = operation == Operation::atomic;
  }
  [[gnu::noinline]] void check(std::size_t first, std::size_t last, std::uintptr_t address, Operation operation,
                               Site site);
  void note_read(Word& word, Site site);
  void race(const Actor& actor, const Actor& other, std::uintptr_t address);

  HazardLog& hazards_;
  const WarpClock& clock_;
  std::uint64_t block_ = 0;  // the running thread, and its time
  unsigned thread_ = 0;
  std::uint32_t time_ = 0;
  Segment segment_;
  const std::vector<SharedArray>* arrays_ = nullptr;
  const SharedArray* last_ = nullptr;
  std::vector<Word> words_;
  std::vector<EarlyRead> early_reads_;  // of words that nothing had written yet
  std::uint32_t epoch_ = 0;
  std::uint32_t first_epoch_ = 0;  // of this block
};

}  // namespace ladder::emulator
