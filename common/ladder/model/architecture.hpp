// What a GPU's architecture lays down: how a warp's requests are cut up, and what can be launched. One row for each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace memory_model {

struct Architecture {
  std::string_view name;

  // Requests. The lanes of a shared request are served in groups of as many as the banks have bytes for.
  int warp_lanes;
  int sector_bytes, line_bytes;
  int banks, bank_bytes;
  bool pairs_double_the_group;  // of wide loads: see shared_wavefronts()

  // Launches: in all, and along x, y and z.
  std::array<std::uint32_t, 3> most_blocks;
  std::uint32_t most_threads;
  std::array<std::uint32_t, 3> most_threads_along;
  std::size_t most_static_shared_bytes, most_shared_bytes;  // of a block; all kinds together

  // What runs at once, in all and on each multiprocessor.
  std::uint32_t multiprocessors;
  std::uint32_t most_resident_threads, most_resident_blocks;
  std::size_t resident_shared_bytes, reserved_shared_bytes;  // each block has so many more
};

// Requests: readings of an H200's counters, see memory_model.hpp. Launches: CUDA C++ Programming Guide, "Technical
// Specifications"; only most_shared_bytes differs between compute capabilities 7.5 and 9.0. What runs at once: the same
// for 9.0, and an H200's number of multiprocessors.
inline constexpr Architecture architectures[] = {
    {"sm_75 and later, as measured on 9.0",
     /*warp_lanes*/ 32,
     /*sector_bytes*/ 32,
     /*line_bytes*/ 128,
     /*banks*/ 32,
     /*bank_bytes*/ 4,
     /*pairs_double_the_group*/ true,
     /*most_blocks*/ {0x7fffffff, 65535, 65535},
     /*most_threads*/ 1024,
     /*most_threads_along*/ {1024, 1024, 64},
     /*most_static_shared_bytes*/ 48 * 1024,
     /*most_shared_bytes*/ 227 * 1024,
     /*multiprocessors*/ 132,
     /*most_resident_threads*/ 2048,
     /*most_resident_blocks*/ 32,
     /*resident_shared_bytes*/ 228 * 1024,
     /*reserved_shared_bytes*/ 1024},
};

// The one that everything here counts for.
inline constexpr const Architecture& architecture = architectures[0];

}  // namespace memory_model
