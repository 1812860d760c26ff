// Elements of global memory that one thread reads and another one overwrites, with nothing that says who comes first:
// work in place. (That a thread reads what another has written is GlobalRaces'.) The first block shows which buffers
// the kernel both reads and writes; of the others nothing is noted after it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ladder/emulator/listeners/races/pending.hpp"
#include "ladder/emulator/listeners/races/readers.hpp"

namespace ladder::emulator {

class Overwrites : public Listener {
 public:
  using Listener::Listener;

  void on(const event::LaunchBegins&);
  void on(const event::LaunchEnds&);
  void on(const event::BlockBegins&);
  void on(const event::Barrier&) { ++epoch_; }
  void on(const event::GridBarrier&) { blocks_meet_ = true; }
  void on(const event::ThreadPauses&) { pending_writes_.settle(); }
  [[gnu::always_inline]] void on(const event::Access& seen) {
    const LaneAccess& access = seen.access;
    if (watches_ && access.space == Space::global) {
      note(access.address, access.bytes, access.operation, access.site, *seen.buffer);
    }
  }

 private:
  // What the launch does with a buffer.
  struct Use {
    const Buffer* buffer;
    bool is_read, is_written;
  };
  // What is read: an element of up to four bytes, or four bytes of one. value: the last that was read.
  struct Element {
    std::uintptr_t address = 0;
    const Buffer* buffer = nullptr;
    SmallValue value{};
    int bytes = 0;
    Readers readers;
  };
  // What a block has read and not written.
  struct Foreign {
    Actor reader;
    LaneAccess part;
    const Buffer* buffer;
    SmallValue value;
  };
  static constexpr std::size_t elements_bits = 12;  // of them are known; those that share a place push each other out
  static constexpr std::size_t most_foreign = 1 << 14;

  [[gnu::noinline, gnu::cold]] void note(std::uintptr_t address, int bytes, Access operation, Site site,
                                         const Buffer& buffer);
  void note_read(const LaneAccess& part, const Buffer& buffer);
  void judge_write(const LaneAccess& part);
  bool is_in_place(Access operation, const Buffer& buffer);
  Element& element_at(std::uintptr_t address);
  void end_block();
  void judge(const Foreign& read);

  PendingReads pending_reads_{context_};
  PendingWrites pending_writes_{context_, pending_reads_};
  std::uint64_t block_ = 0;   // the block that has begun last
  bool watches_ = false;      // accesses to global memory: in the first block, and where it works in place
  bool blocks_meet_ = false;  // in a cooperative launch
  std::uint64_t blocks_ = 0;  // begun here
  std::vector<Use> uses_;
  std::vector<Element> elements_;
  std::vector<std::size_t> read_here_;  // places in elements_ that this block has used
  std::vector<Foreign> foreign_;
  std::uint32_t epoch_ = 0, first_epoch_ = 0;
};

}  // namespace ladder::emulator
