// What `#include <cooperative_groups/memcpy_async.h>` finds: copies by all threads of a group, asynchronous where they
// can be. (CUDA C++ Programming Guide, "memcpy_async", "wait and wait_prior".)
#pragma once

#include "ladder/emulator/cuda/async_copies.hpp"
#include "ladder/emulator/cuda/groups/lane_groups.hpp"

namespace cooperative_groups {
namespace details {

// The alignment that the elements, or a cuda::aligned_size_t, promise.
template <typename Element, typename Size>
inline constexpr std::size_t promised_alignment = alignof(Element);
template <typename Size>
inline constexpr std::size_t promised_alignment<void, Size> = 1;
template <typename Element, std::size_t Alignment>
inline constexpr std::size_t promised_alignment<Element, cuda::aligned_size_t<Alignment>> = Alignment;
template <std::size_t Alignment>
inline constexpr std::size_t promised_alignment<void, cuda::aligned_size_t<Alignment>> = Alignment;

// Addresses that agree modulo `bytes`: up to such a multiple at once, then asynchronously, and what is left at once.
template <std::size_t bytes, typename Group>
LADDER_DEVICE void copy_from_a_multiple(const Group& group, char* to, const char* from, std::size_t count) {
  const std::size_t head = -reinterpret_cast<std::uintptr_t>(from) % bytes, pieces = (count - head) / bytes;
  const std::size_t tail = head + pieces * bytes;
  ladder::cuda::copy_pieces<1>(group, to, from, head, true);
  ladder::cuda::copy_pieces<bytes>(group, to + head, from + head, pieces, ladder::cuda::is_copied_at_once(to, from));
  ladder::cuda::copy_pieces<1>(group, to + tail, from + tail, count - tail, true);
}

// As CUDA does it: a promise of 4 bytes or more is the width of the pieces, and what is no whole piece is left out.
// Else the addresses tell.
template <std::size_t Promised, typename Group>
LADDER_DEVICE void copy(const Group& group, void* to, const void* from, std::size_t count) {
  if constexpr (Promised >= 4) {
    constexpr std::size_t bytes = Promised < 16 ? Promised : 16;
    ladder::cuda::copy_pieces<bytes>(group, to, from, count / bytes, ladder::cuda::is_copied_at_once(to, from));
  } else {
    const std::uintptr_t differ = (reinterpret_cast<std::uintptr_t>(to) ^ reinterpret_cast<std::uintptr_t>(from)) | 16;
    std::size_t bytes = Promised;
    while ((differ & bytes) == 0) bytes *= 2;
    char* const there = static_cast<char*>(to);
    const char* const here = static_cast<const char*>(from);
    if (bytes < 4 || count < bytes) {
      ladder::cuda::copy_pieces<Promised>(group, to, from, count / Promised, true);
    } else if (bytes == 4) {
      copy_from_a_multiple<4>(group, there, here, count);
    } else if (bytes == 8) {
      copy_from_a_multiple<8>(group, there, here, count);
    } else {
      copy_from_a_multiple<16>(group, there, here, count);
    }
  }
}

}  // namespace details

// bytes: a number, or a cuda::aligned_size_t.
template <typename Group, typename Element, typename Size>
LADDER_DEVICE void memcpy_async(const Group& group, Element* to, const Element* from, const Size& bytes) {
  details::copy<details::promised_alignment<Element, Size>>(group, to, from, bytes);
  __pipeline_commit();
}
// As many elements as there are on both sides.
template <typename Group, typename Element, typename To, typename From>
LADDER_DEVICE void memcpy_async(const Group& group, Element* to, const To& room, const Element* from,
                                const From& count) {
  const std::size_t there = room, here = count;
  details::copy<details::promised_alignment<Element, To>>(group, to, from,
                                                          (there < here ? there : here) * sizeof(Element));
  __pipeline_commit();
}

template <unsigned groups, typename Group>
LADDER_DEVICE void wait_prior(const Group& group) {
  __pipeline_wait_prior(groups);
  group.sync();
}
template <typename Group>
LADDER_DEVICE void wait(const Group& group) {
  wait_prior<0>(group);
}

}  // namespace cooperative_groups
