// The memory that a program has asked for: who may touch it when.
//
// The host has the same addresses as the device here. What only the device may touch is therefore closed to the host
// while no kernel or copy runs, page by page; and so is what a kernel may still be using on a GPU, until the host has
// waited for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "ladder/base/singleton.hpp"
#include "ladder/emulator/cuda/kernel_call.hpp"
#include "ladder/emulator/debuginfo/executable.hpp"
#include "ladder/emulator/memory/buffer_parts.hpp"
#include "ladder/emulator/runtime/order.hpp"
#include "ladder/platform/mapping.hpp"

namespace ladder::emulator {

// registered: the host's own, which cudaHostRegister() was given. It is never closed to the host: other things may lie
// in its pages.
enum class MemoryKind { device, managed, pinned, registered };

// A piece of work that used an allocation, made it or freed it.
struct Use {
  Work work;
  std::uintptr_t site = 0;  // where the program asked for it
  bool writes = false;
  bool knows_sectors = false;  // else it may use all
  SectorSet loaded = {}, stored = {};
  // Of several devices, two may store to one sector, each to its own words: a bit for each word of each sector; empty:
  // all of those that are stored.
  std::vector<std::uint8_t> words_stored = {};
  bool frees = false;
};

// Of what a kernel wrote, and nobody has read since. Places of the program; 0: none.
struct Result {
  std::uintptr_t launch = 0;    // that wrote it
  std::uintptr_t lost_by = 0;   // the copy from the host that overwrote it, and nobody has used since
  std::uintptr_t left_for = 0;  // the copy to the host of another array, which that launch only read
  std::uintptr_t read_by = 0;   // the newest launch that read the array
  bool is_upload = false;       // the array is as the host has filled it
  bool is_reset = false;        // what overwrote a result was used later
};

struct Allocation {
  MemoryKind kind;
  int device;        // that was current
  std::string name;  // of the pointer that holds it
  std::uintptr_t begin;
  std::size_t bytes;
  std::uintptr_t site;               // where it was made
  std::vector<Use> uses;             // that the host does not know to be done
  int open_to_host = -1;             // the protection that its pages have, as mprotect() takes it; -1: not known
  std::uintptr_t partly_filled = 0;  // the copy from the host that wrote only a part of it, and its bytes; 0: none
  std::size_t filled_bytes = 0;
  std::uintptr_t filled_with_nothing = 0;  // the copy from another device's memory that nothing had written
  bool excused = false;        // the host was told that it came too early: no more of that until the next use
  const void* pool = nullptr;  // that it is from
  Result result = {};
};

// What was freed lately, and by whom: its addresses belong to nothing.
struct Freed {
  Allocation allocation;
  std::uintptr_t site;
  Mapping addresses;
};

class Allocations : public Singleton<Allocations> {
 public:
  // Of the current device. Throws std::bad_alloc.
  void* make(MemoryKind kind, std::size_t bytes, const std::string& name, std::uintptr_t site);
  // The allocation must be one of these. in_stream: as a piece of work, in order with those that used it.
  void free(Allocation& allocation, std::uintptr_t site, const Work* in_stream = nullptr);

  // The one that holds the address; null where none does.
  Allocation* find(const void* address);
  bool has(const void* address, MemoryKind kind);
  const Freed* find_freed(const void* address) const;
  std::map<std::uintptr_t, Allocation>& all() { return all_; }

  // Notes that a piece of work uses it, and whether nothing says that it comes after another that it must not meet.
  void use(Allocation& allocation, Use use);
  // The same of some of its bytes. A sector in the middle of which they begin counts as that of their neighbour in
  // front.
  void use(Allocation& allocation, Use use, const std::vector<Segment>& bytes);

  // Leaves the host what it may touch.
  void close();
  // The host touches what is closed to it, at this instruction. False where that is no allocation, or one that it may
  // never touch: then the program cannot go on.
  bool let_host_touch(const void* address, std::uintptr_t instruction);

 private:
  std::map<std::uintptr_t, Allocation> all_;  // by begin
  std::deque<Freed> freed_;
};

// While it lives, all memory is open to copies; or to kernels of a device what these may use, with the values that its
// variables have. Then the host is left what it may touch.
class Opened {
 public:
  Opened();
  explicit Opened(int device);
  ~Opened() { Allocations::instance().close(); }
  Opened(Opened&&) = delete;
};

// What a kernel finds at an address that belongs to no allocation, for messages; empty where there is nothing to say.
std::string describe(std::uintptr_t address);

// "d_a, 4096 bytes, made at mm.cu:12"; of one of several devices also which.
std::string in_words(const Allocation& allocation);
// "d_a, which was freed at mm.cu:30".
std::string in_words(const Freed& freed);
// Whether it is memory of the host, which kernels may use as well.
bool is_of_host(const Allocation& allocation);
// Whether kernels of the device may use it.
bool is_open_to(const Allocation& allocation, int device);
// "mm.cu:12"; of an instruction of the program.
std::string place_of(std::uintptr_t site);

// The launch, from that place of the program, was seen: it used what its blocks touched. all_blocks: of each of them.
void note_uses(const Work& work, const KernelCall& call, std::uintptr_t site, bool all_blocks);
// What becomes of results: all blocks of the launch were seen, and have read the array, or written to it.
void note_launch(Allocation& allocation, std::uintptr_t site, bool reads, bool writes);
// Nobody is going to use the array any more: a remark, where a copy has the wrong direction or array.
void judge_result(const Allocation& allocation);
// Nothing of it was seen: it may have used all that it was given.
void assume_uses(const Work& work, const KernelCall& call, std::uintptr_t site);
// The host touches memory that is closed to it, by an instruction at that place: whether that is work of the device, as
// cuda/runtime/device_work.hpp has it, and noted.
bool is_device_work(const Allocation& allocation, std::uintptr_t site);
// Blocks that nobody observed may have written what they found.
void assume_written();

}  // namespace ladder::emulator
