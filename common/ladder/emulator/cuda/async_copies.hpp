// What `#include <cuda_pipeline.h>` finds: asynchronous copies from global to shared memory. (CUDA C++ Programming
// Guide, "Pipeline Primitives Interface".)
#pragma once

#include <cstddef>

#include "ladder/emulator/cuda/cuda_syntax.hpp"

namespace ladder::emulator {

// Starts a copy of 4, 8 or 16 bytes, of which the last `zeros` are not read but become 0. The launch fails where it is
// of another size, or not from global to shared memory.
void copy_async(void* to, const void* from, std::size_t bytes, std::size_t zeros);
// Makes a group of all copies that the thread has started since the last one.
void commit_async_copies();
// Waits for all groups of the thread but the newest ones.
LADDER_TOGETHER void wait_for_async_copies(unsigned groups_left);

}  // namespace ladder::emulator

namespace ladder::cuda {

template <std::size_t bytes>
struct alignas(bytes) Piece {
  unsigned char of[bytes];
};
// Pieces of so many bytes, by the threads of the group in turns; asynchronously, or at once.
template <std::size_t bytes, typename Group>
LADDER_DEVICE void copy_pieces(const Group& group, void* to, const void* from, std::size_t count, bool at_once) {
  using Of = Piece<bytes>;
  for (std::size_t i = group.thread_rank(); i < count; i += group.size()) {
    if (bytes < 4 || at_once) {
      static_cast<Of*>(to)[i] = static_cast<const Of*>(from)[i];
    } else {
      emulator::copy_async(static_cast<Of*>(to) + i, static_cast<const Of*>(from) + i, bytes, 0);
    }
  }
}
// Whether no asynchronous copy goes there from here: then CUDA's functions make a plain one.
LADDER_DEVICE bool is_copied_at_once(const void* to, const void* from) { return !__isShared(to) || !__isGlobal(from); }

}  // namespace ladder::cuda

namespace cuda {

// So many bytes, and a promise: that number and both addresses are multiples of Alignment.
template <::std::size_t Alignment>
struct aligned_size_t {
  static constexpr ::std::size_t align = Alignment;
  ::std::size_t value;
  LADDER_DEVICE explicit constexpr aligned_size_t(::std::size_t bytes) : value(bytes) {}
  LADDER_DEVICE constexpr operator ::std::size_t() const { return value; }
};

}  // namespace cuda

LADDER_DEVICE void __pipeline_memcpy_async(void* to, const void* from, std::size_t bytes, std::size_t zeros = 0) {
  ladder::emulator::copy_async(to, from, bytes, zeros);
}
LADDER_DEVICE void __pipeline_commit() { ladder::emulator::commit_async_copies(); }
// (CUDA's waits for all but the newest 8 where more are asked for.)
LADDER_DEVICE void __pipeline_wait_prior(std::size_t groups) {
  ladder::emulator::wait_for_async_copies(groups < 8 ? static_cast<unsigned>(groups) : 8);
}
