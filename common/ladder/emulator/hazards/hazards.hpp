// What a kernel can do wrong on any GPU, as found in one launch.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ladder/emulator/cuda/special_registers.hpp"
#include "ladder/emulator/requests/warp_trace.hpp"
#include "ladder/engine/observation.hpp"

namespace ladder::emulator {

// In the order in which they are reported: what may be the cause of others comes before them.
enum class HazardKind : std::uint8_t {
  divergent_barrier,    // a barrier that some threads of the block pass by
  out_of_bounds,        // about to touch what no buffer or array holds
  beyond_local_array,   // about to use an index that an array of the thread's own does not have
  no_peer_access,       // about to touch memory of another device, which is closed to this one
  misaligned,           // about to touch what does not start at a multiple of its width
  input_written,        // about to write to what kernels only read
  constant_written,     // about to write to constant memory
  divergent_exchange,   // a shuffle, vote or __syncwarp() in which not all lanes of the mask take part
  lane_not_in_mask,     // a shuffle from a lane, or by one, that its mask does not name
  absent_lane,          // a shuffle from a lane that its mask names, and that does not come
  uninitialized_read,   // of what nothing wrote
  not_arrived,          // an asynchronous copy, when its place is used
  race,                 // two threads, one element, one of them writes, and nothing says who comes first
  unordered_blocks,     // a block reads what another one wrote, and nothing says which comes first
  written_twice,        // two threads write one element of global memory
  written_alike,        // two threads write the same value to one element: a remark, and no hazard
  beyond_row,           // an index that its row does not have, but the whole array: a remark too
  clock_read,           // of what is no time: a remark
  order_of_bits,        // the bits of floats are compared as integers, in another order: a remark
  never_awaited,        // an asynchronous copy, by the thread that starts it: a remark
  left_out_of_tree,     // a result of one level of a tree that no later one reads: a remark
  left_before_barrier,  // threads have ended before a barrier of their block, which does not wait for them: a remark
  kinds                 // how many there are
};
inline constexpr std::size_t hazard_kinds = static_cast<std::size_t>(HazardKind::kinds);

// All there is to say of a kind. The headline says what is wrong; it, the evidence and the advice are patterns for fmt,
// and stand one behind the other: what stands in braces is listed in hazard_words.cpp.
struct HazardRow {
  HazardKind kind;
  std::uint64_t Hazards::*counted_as;  // null: a remark, which is not counted
  bool collision;                      // of two threads, on one element
  const char* name;                    // in JSON
  const char* headline;
  const char* evidence;
  const char* advice = "";  // where there is one, it begins with "; "
};

inline constexpr std::array<HazardRow, hazard_kinds> hazard_table{{
    {HazardKind::divergent_barrier, &Hazards::divergent_barriers, false, "divergent_barrier",
     "divergent barrier: {subject} of block {block} wait here{caller}", "; {whom} {detail}{there}",
     "{what_not_all_pass}; all threads of a block that have not ended have to come to the same barrier"},
    {HazardKind::out_of_bounds, &Hazards::out_of_bounds, false, "out_of_bounds",
     "out of bounds: {who} {does} {subject}", "; {detail}{caller}", "{parts_of_index}{how_to_keep_in}"},
    {HazardKind::beyond_local_array, &Hazards::out_of_bounds, false, "out_of_bounds",
     "out of bounds: {who} uses {subject}", "; {detail}{caller}", "{parts_of_index}{how_to_keep_in}"},
    {HazardKind::no_peer_access, &Hazards::out_of_bounds, false, "no_peer_access",
     "no peer access: {who} {does} {subject}", "; {detail}{caller}",
     "; cudaDeviceEnablePeerAccess() on the device of the kernel, or a copy in memory of its own"},
    {HazardKind::misaligned, &Hazards::out_of_bounds, false, "misaligned",
     "misaligned: {who} {does} {detail} at {subject}", ", an address that is no multiple of {detail}{caller}",
     "{how_to_align}"},
    {HazardKind::input_written, &Hazards::out_of_bounds, false, "input_overwritten",
     "input overwritten: {who} {does} {subject}", ", the input, which has to stay as it is{caller}"},
    {HazardKind::constant_written, &Hazards::out_of_bounds, false, "constant_written",
     "constant written: {who} {does} {subject}", ", which no kernel can: nvcc refuses it{caller}",
     "; __device__ in the place of __constant__"},
    {HazardKind::divergent_exchange, &Hazards::divergent_barriers, false, "divergent_exchange",
     "divergent exchange: {who} calls {subject}{caller}", "; {whom} {detail}{there}",
     "; all lanes of a mask have to meet in one call, with that mask"},
    {HazardKind::lane_not_in_mask, &Hazards::uninitialized_reads, false, "absent_lane",
     "absent lane: {who} calls {subject}", ", which is not in the mask {detail}{caller}",
     "; the mask has to name every lane that takes part"},
    {HazardKind::absent_lane, &Hazards::uninitialized_reads, false, "absent_lane", "absent lane: {who} calls {subject}",
     ", which is not there: the mask {detail}{caller}", "; every lane that a mask names has to come"},
    {HazardKind::uninitialized_read, &Hazards::uninitialized_reads, false, "uninitialized_read",
     "uninitialized read: {who} {does} {subject}, which nothing wrote", "{caller}",
     "{where_it_is_written}; {how_to_begin}"},
    {HazardKind::not_arrived, &Hazards::races, true, "not_arrived", "not arrived: {who} {does} {subject}{caller}",
     ", to which {whom} copies asynchronously{there}", "; {how_to_part_them}"},
    {HazardKind::race, &Hazards::races, true, "race", "race on {subject}",
     ": {who} {does} it at {here}{caller}, {whom} {other_does} it{there}", "; {how_to_part_them}"},
    {HazardKind::unordered_blocks, &Hazards::races, true, "no_order_between_blocks",
     "no order between blocks: {who} {does} {subject} here{caller}", ", {whom} {other_does} it{there}",
     "; {how_to_part_them}"},
    {HazardKind::written_twice, &Hazards::races, true, "written_twice", "written twice: {subject}",
     ", by {who} here{caller} and by {whom}{there}", "; {how_to_part_them}"},
    {HazardKind::written_alike, nullptr, true, "remark", "written twice, with the same value: {subject}",
     ", by {who} here{caller} and by {whom}{there}", "{parts_of_index}"},
    {HazardKind::beyond_row, nullptr, false, "remark", "beyond its {row}: {who} uses {subject}",
     "; {detail}{caller}{parts_of_index}", "; it leads into {behind}{how_to_keep_in}"},
    {HazardKind::clock_read, nullptr, false, "remark", "no time: {who} calls {subject}{caller}",
     "; the emulator counts such calls, and what lies between two is no time"},
    {HazardKind::order_of_bits, nullptr, false, "remark",
     "floats in the wrong order: {who} compares {subject} as integers here{caller}", ": {detail}",
     "; the bits of negative numbers are in the reverse order: for a negative value take the other one of atomicMin() "
     "and atomicMax(), of unsigned"},
    {HazardKind::never_awaited, nullptr, false, "remark", "never waited for: {who} copies to {subject} here{caller}",
     "; {detail}"},
    {HazardKind::left_out_of_tree, nullptr, false, "remark", "a tree leaves out {subject}", ": {detail}{caller}",
     "; is the number of threads a power of two?"},
    {HazardKind::left_before_barrier, nullptr, false, "remark",
     "ended before a barrier: {who} does nothing after this line{caller}",
     "; {subject} of its block wait{there}; GPUs before compute capability 7.0 may hang"},
}};

constexpr const HazardRow& row_of(HazardKind kind) { return hazard_table[static_cast<std::size_t>(kind)]; }

static_assert(
    [] {
      for (std::size_t kind = 0; kind < hazard_kinds; ++kind) {
        if (static_cast<std::size_t>(hazard_table[kind].kind) != kind) return false;
      }
      return true;
    }(),
    "hazard_table has one row for each HazardKind, in their order");

// A thread of the grid, and the instruction where it was seen.
struct Actor {
  std::uint64_t block = 0;  // linear index in the grid
  unsigned thread = 0;      // linear index in the block
  Site site = 0;            // 0: not known
  Access operation = Access::load;
};

// How far apart two threads are.
enum class Distance { one_warp, one_block, two_blocks };
inline Distance distance(const Actor& a, const Actor& b) {
  if (a.block != b.block) return Distance::two_blocks;
  return warp_of(a.thread) == warp_of(b.thread) ? Distance::one_warp : Distance::one_block;
}

// A byte of an array. Arrays of shared memory begin so many bytes from the begin of all; those of global memory,
// anywhere.
struct ArrayByte {
  Space space = Space::global;
  std::uintptr_t array = 0;  // where it begins
  std::uint64_t offset = 0;  // from there
};

// Which launch of a run it was, and its shape, by which blocks and threads are named.
struct LaunchShape {
  unsigned number = 0;
  dim3 grid, block;
  bool last_block_first = false;  // in which order the blocks began
  std::uint64_t turn = 0;         // among all that the program does
};
// How many blocks of that shape run on one core before the others begin: what is found of them is the same in every
// run.
inline std::uint64_t blocks_alone(const dim3& block) {
  constexpr std::uint64_t threads = 2048;
  return threads / (std::uint64_t{block.x} * block.y * block.z);
}

// Of two threads that collide on an element of shared memory: what of it is known.
struct InLoop {
  enum class Iterations { unknown, one, several } iterations = Iterations::unknown;  // of a loop, in which the two are
  bool in_next_iteration = false;  // who is at the line further up has come there again, and passed a barrier before
  bool with_barrier = false;       // of the block, in that loop
  bool both_write = false;         // to the element
  bool in_warps = false;           // the one that came later has passed a __syncwarp() since the barrier
  bool in_this_line = false;       // by the same instruction, before the other one read it
  unsigned writer = 0;             // who has written it so
  bool of_copy = false;            // one of the two is an asynchronous copy,
  bool copy_is_new = false;        // which was started since the block's last barrier
  std::uint64_t array_bytes = 0;   // of the array that the element is in, where they are known
  std::uint32_t epoch = 0;         // see SharedRaces
};

// Which warps of the block use the array on which two threads of one warp collide.
struct ArrayUsers {
  bool are_known = false;
  bool others = false;            // warps than that of the two
  bool others_meanwhile = false;  // between the same two barriers
  bool meet = false;              // two warps, on one element
};

// What is wrong with an address out of bounds, as far as it tells: its index; the pointer, as nothing is near; or the
// index is 2^31 or 2^32 too small, as it was computed in 32 bits.
enum class Miss : std::uint8_t { by_index, by_pointer, by_31_bits = 31, by_32_bits = 32 };

struct Hazard {
  HazardKind kind;
  Actor actor;
  Actor other;               // whom it collides with or waits for, where there is somebody
  std::string element;       // that it is about, "shared tile[3][4]"; empty where it is about none
  std::string detail;        // what else there is to say of it
  std::string subject = {};  // what its words are about, where that is not the element: for a barrier, who waits
  std::optional<ArrayByte> place = {};     // where the element begins, or what of it two threads collide on
  std::optional<std::int64_t> index = {};  // of a row that does not have it
  InLoop loop = {};
  ArrayUsers users = {};
  Miss miss = Miss::by_index;
  bool in_wrong_line = false;  // a collision: in this line something is read that nothing wrote, or that is no element
  bool is_left_unwritten = false;  // an uninitialized read: two threads have written one other element of the array
  bool is_between_blocks = false;  // a race: blocks collide on that array, too
  bool leaves_alone = false;       // a load that leaves an array of shared memory which no store leaves
  LaunchShape launch = {};         // known from merge() on
  std::optional<int> wrong_index = {};   // of those of its array: from 0, or from the last one, -1, on
  std::size_t row_bytes = 0;             // misaligned: of the array's rows, where they are no multiple of the access
  std::optional<ArrayByte> wanted = {};  // out of bounds: of the nearest array that has a size by a call
};

// Counts every hazard and keeps a few of each kind, for the report: each from other instructions, and of the first
// block to begin that has it, whichever core found its own first.
class HazardLog {
 public:
  static constexpr std::size_t most_kept = 16;              // of each kind
  static constexpr std::uint64_t most_looked_at = 1 << 10;  // of each kind without a second thread, in a block

  // Another block begins.
  void begin_block() { looked_at_ = {}; }
  // True where there may be room: the caller then describes it with keep().
  bool count(HazardKind kind);
  // The same for a collision of two threads. Of those between the same two instructions the one of threads that are
  // farther apart (in one warp, in one block, in two blocks) takes the place of the others: it says what is missing.
  bool count(HazardKind kind, const Actor& actor, const Actor& other);
  void keep(Hazard hazard);
  // What is known of those that are kept only later.
  void tell_more(const auto& tell) {
    for (Hazard& hazard : kept_) tell(hazard);
  }
  // The same of the one of these two instructions, after a second access.
  void note_that_both_write(HazardKind kind, const Actor& actor, const Actor& other);

  // How many of each kind, under the names that a report has for them.
  Hazards totals() const;
  const std::vector<Hazard>& kept() const { return kept_; }
  // Those that stopped a thread: they are found in blocks, too, that are not observed.
  HazardLog stops() const;
  // Adds what was found in that launch.
  void merge(const HazardLog& other, const LaunchShape& launch);

 private:
  bool has_room(HazardKind kind) const;

  std::array<std::uint64_t, hazard_kinds> counts_{}, looked_at_{};
  std::vector<Hazard> kept_;
};

}  // namespace ladder::emulator
