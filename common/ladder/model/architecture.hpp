// What a GPU's architecture lays down: how a warp's requests are cut up, and what can be launched.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace memory_model {

// The numbers: of compute capability 7.5 and later, as measured on 9.0.
struct Architecture {
  // Requests: readings of an H200's counters, see memory_model.hpp. The lanes of a shared request are served in groups
  // of as many as the banks have bytes for.
  int warp_lanes = 32;
  int sector_bytes = 32, line_bytes = 128;
  int banks = 32, bank_bytes = 4;
  bool pairs_double_the_group = true;  // of wide loads: see shared_wavefronts()

  // Launches, in all, and along x, y and z: CUDA C++ Programming Guide, "Technical Specifications"; only
  // most_shared_bytes differs between compute capabilities 7.5 and 9.0.
  std::array<std::uint32_t, 3> most_blocks{0x7fffffff, 65535, 65535};
  std::uint32_t most_threads = 1024;
  std::array<std::uint32_t, 3> most_threads_along{1024, 1024, 64};
  std::size_t most_static_shared_bytes = 48 * 1024, most_shared_bytes = 227 * 1024;  // of a block; all kinds together

  // What runs at once, in all and on each multiprocessor: the same for 9.0, and an H200's number of multiprocessors.
  std::uint32_t multiprocessors = 132;
  std::uint32_t most_resident_threads = 2048, most_resident_blocks = 32;
  std::size_t resident_shared_bytes = 228 * 1024, reserved_shared_bytes = 1024;  // each block has so many more
};

// The one that everything here counts for.
inline constexpr Architecture architecture;

}  // namespace memory_model
