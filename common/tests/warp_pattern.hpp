// A request from a formula: what the lessons, their tables and the checks give memory_model to count.
#pragma once

#include <cstdint>

#include "ladder/model/memory_model.hpp"

namespace memory_model {

// All 32 lanes; lane l starts at address_of_lane(l), in bytes, 0 or more.
template <typename AddressOfLane>
WarpAccess warp(int bytes, Access operation, const AddressOfLane& address_of_lane) {
  WarpAccess access;
  access.bytes = bytes;
  access.operation = operation;
  for (int lane = 0; lane < architecture.warp_lanes; ++lane) {
    access.address[lane] = static_cast<std::uint64_t>(address_of_lane(lane));
  }
  return access;
}

// Loads of floats: lane l reads word_of_lane(l).
template <typename WordOfLane>
WarpAccess floats(const WordOfLane& word_of_lane) {
  return warp(4, Access::load, [&](int lane) { return 4 * word_of_lane(lane); });
}

}  // namespace memory_model
