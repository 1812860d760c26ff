// What atomics of global memory ask for at the least. Lanes that update one element take turns; but the whole numbers
// of a warp's lanes a compiler may put together first, so that they take one turn.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "ladder/engine/emulator/requests/warp_trace.hpp"

namespace ladder::emulator {

class AtomicTurns {
 public:
  void clear();
  // An atomic of global memory, as_executed().
  void add(const Request& atomic);
  void add(const AtomicTurns& other);

  std::uint64_t sectors() const { return sectors_; }  // see global_atomic_sectors()
  std::uint64_t most() const;                         // of one element

 private:
  std::uint64_t sectors_ = 0;
  std::unordered_map<std::uint64_t, std::uint64_t> of_element_;  // by its address
};

}  // namespace ladder::emulator
