// What one request of a warp costs, by memory_model, for the tables of the documentation:
//
//   request_cost global|shared load|store BYTES ELEMENT...
//
// prints its sectors, or its wavefronts. The lanes access elements of so many bytes: lane 0 the first of these, and so
// on; lanes for which there is none are inactive.
#include <fmt/format.h>

#include <cstdlib>
#include <string>

#include "ladder/model/atomics.hpp"

using namespace memory_model;

int main(int argc, char** argv) {
  constexpr int first = 4;
  const int lanes = argc - first;
  if (lanes < 1 || lanes > architecture.warp_lanes) {
    fmt::print(stderr, "error: takes global or shared, load or store, bytes, and an element for each active lane\n");
    return 2;
  }
  WarpAccess access;
  access.active = UINT32_MAX >> (most_lanes - lanes);
  access.bytes = std::atoi(argv[3]);
  access.operation = argv[2] == std::string("load") ? Access::load : Access::store;
  for (int lane = 0; lane < lanes; ++lane)
    access.address[lane] = std::strtoull(argv[first + lane], nullptr, 10) * static_cast<unsigned>(access.bytes);
  fmt::print("{}\n", transactions(access, argv[1] == std::string("global") ? Space::global : Space::shared));
}
