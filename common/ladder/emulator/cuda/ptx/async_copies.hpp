// cp.async of inline PTX. (PTX ISA, "cp.async".)
#pragma once

#include "ladder/emulator/cuda/async_copies.hpp"
#include "ladder/emulator/cuda/ptx/registers.hpp"

namespace ladder::ptx {

// limit: a predicate, which ignores the source; or how many bytes are read.
template <typename Size, typename Limit>
LADDER_DEVICE void copy_async_(u64 to, u64 from, Size size, Limit limit) {
  const auto bytes = static_cast<std::size_t>(size);
  std::size_t zeros = 0;
  if constexpr (std::is_same_v<Limit, pred>) {
    zeros = limit ? bytes : 0;
  } else {
    zeros = bytes - as<u32>(limit);
  }
  emulator::copy_async(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes, zeros);
}
template <typename Size>
LADDER_DEVICE void copy_async_(u64 to, u64 from, Size size) {
  copy_async_(to, from, size, size);
}
// Past the L1 cache: there is no other size.
template <typename Size, typename... Limit>
LADDER_DEVICE void copy_async_cg(u64 to, u64 from, Size size, Limit... limit) {
  if (size != 16) emulator::fail_launch("makes a cp.async.cg of another size than 16 bytes");
  copy_async_(to, from, size, limit...);
}

LADDER_DEVICE void wait_for_copies(u64 groups) { emulator::wait_for_async_copies(static_cast<u32>(groups)); }
// For those of no group, too.
LADDER_DEVICE void wait_for_all_copies() {
  emulator::commit_async_copies();
  emulator::wait_for_async_copies(0);
}

}  // namespace ladder::ptx
