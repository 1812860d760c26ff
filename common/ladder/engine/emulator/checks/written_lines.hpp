// Which instruction wrote each element of global memory last, in a launch that notes it.
#pragma once

#include <array>
#include <cstdint>

#include "ladder/engine/emulator/memory/global_memory.hpp"
#include "ladder/engine/emulator/requests/warp_trace.hpp"

namespace ladder::emulator {

class WrittenLines {
 public:
  void note(const LaneAccess& write, const Buffer& buffer);
  // Who wrote last there, in this launch; and who had, before the write that was noted here last. 0: it is not known.
  static Site now_at(std::uintptr_t address);
  Site before(std::uintptr_t address) const;

 private:
  static Site site_of(std::uint64_t writer);

  std::array<std::uint64_t, 16> before_{};  // of the granules of the last write: as many as it may have
  std::uintptr_t first_ = 0;                // where they begin
};

}  // namespace ladder::emulator
