// Trees in shared memory that leave a part out: thread t combines s[t] with s[t + d], of d threads; behind a barrier d
// is half as large, and of an odd d one result is left. Whose number of threads is no power of two loses elements so.
#pragma once

#include <cstdint>
#include <vector>

#include "ladder/emulator/events.hpp"

namespace ladder::emulator {

class Trees : public Listener {
 public:
  using Listener::Listener;

  void on(const event::BlockBegins& begin);
  void on(const event::BlockEnds&);
  void on(const event::Barrier&);
  void on(const event::Request& seen) {
    if (seen.request.space == Space::shared) note(seen.request, seen.warp);
  }

 private:
  // What threads of the block combine since a barrier; of a level each element with the one that is `distance` bytes
  // on.
  struct Level {
    Site site;
    unsigned thread;       // one of them
    std::uintptr_t bytes;  // of an element
    std::uintptr_t distance;
    std::uint32_t epoch;     // how many barriers the block has passed
    std::uint32_t step = 0;  // of these, since the level before
    std::uintptr_t first = UINTPTR_MAX, end = 0;
    std::uintptr_t all_bytes = 0;   // of the elements to which they store
    std::uintptr_t left_until = 0;  // results of the level before, from 2 * distance on, that this one does not read

    bool is_whole() const { return end - first == all_bytes && distance == all_bytes; }
  };

  void note(const Request& request, unsigned warp);
  void note_reads(const memory_model::WarpAccess& access);
  void note_store(const Request& store, unsigned warp);
  void report_unread(const Level& level) const;

  std::uint64_t block_ = 0;
  std::uint32_t epoch_ = 0;
  memory_model::WarpAccess newer_, older_;  // the last two loads
  std::vector<Level> begun_, levels_;       // since the last barrier; before it
  std::vector<std::uint32_t> read_in_;      // the last epoch, of each word; from the first level on
};

}  // namespace ladder::emulator
