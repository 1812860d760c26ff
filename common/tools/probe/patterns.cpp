#include <fmt/format.h>

#include <numeric>
#include <random>
#include <utility>

#include "tools/probe/probe.hpp"

namespace ladder::probe {
namespace {

constexpr unsigned lanes = memory_model::architecture.warp_lanes;
constexpr std::uint32_t all_active = 0xffffffffu;

// Below `bound`; std::uniform_int_distribution may differ from library to library.
unsigned below(unsigned bound, std::mt19937& random) { return static_cast<unsigned>(random() % bound); }

// The most elements of 16 bytes, and of 2.
constexpr unsigned most_wide = memory_bytes / 16, most_narrow = memory_bytes / 2;

struct List {
  std::vector<int> widths;
  std::vector<Pattern> patterns{};

  template <typename ElementOfLane>
  void add(const std::string& name, ElementOfLane element_of_lane, std::uint32_t active = all_active) {
    Pattern& pattern = patterns.emplace_back(Pattern{name, active, {}, widths});
    for (unsigned lane = 0; lane < lanes; ++lane) pattern.element[lane] = element_of_lane(lane);
  }
};

void add_strides(List& list) {
  for (unsigned stride = 0; stride <= 40; ++stride) {
    list.add(fmt::format("stride {}", stride), [=](unsigned lane) { return lane * stride; });
  }
  for (const unsigned stride : {48u, 63u, 64u, 65u, 80u, 96u, 97u}) {
    list.add(fmt::format("stride {}", stride), [=](unsigned lane) { return lane * stride; });
  }
  for (const unsigned stride : {1u, 2u, 3u, 4u, 5u, 8u, 16u, 32u, 33u}) {
    list.add(fmt::format("stride {}, reversed", stride), [=](unsigned lane) { return (lanes - 1 - lane) * stride; });
  }
  for (unsigned first = 1; first <= 9; ++first) {
    list.add(fmt::format("from element {}", first), [=](unsigned lane) { return first + lane; });
    if (first % 3 == 0) {
      list.add(fmt::format("stride 2 from element {}", first), [=](unsigned lane) { return first + 2 * lane; });
    }
  }
}

// Warps over several rows of a matrix, by rows and by columns.
void add_tiles(List& list) {
  for (const unsigned width : {4u, 8u, 16u}) {
    for (const unsigned pitch : {16u, 17u, 32u, 33u, 36u, 64u, 65u}) {
      list.add(fmt::format("rows of {}, pitch {}", width, pitch),
               [=](unsigned lane) { return lane % width + lane / width * pitch; });
    }
    for (const unsigned pitch : {32u, 33u, 36u}) {
      list.add(fmt::format("columns of {}, pitch {}", width, pitch),
               [=](unsigned lane) { return lane % width * pitch + lane / width; });
    }
  }
}

void add_permutations(List& list, std::mt19937& random) {
  for (const unsigned mask : {1u, 2u, 3u, 4u, 7u, 8u, 15u, 16u, 31u}) {
    list.add(fmt::format("lane xor {}", mask), [=](unsigned lane) { return lane ^ mask; });
  }
  for (const unsigned distance : {1u, 5u, 16u}) {
    list.add(fmt::format("rotated by {}", distance), [=](unsigned lane) { return (lane + distance) % lanes; });
  }
  for (int i = 1; i <= 6; ++i) {
    std::array<unsigned, lanes> order;
    std::iota(order.begin(), order.end(), 0u);
    for (unsigned lane = lanes; lane > 1; --lane) std::swap(order[lane - 1], order[below(lane, random)]);
    list.add(fmt::format("random permutation {}", i), [&](unsigned lane) { return order[lane]; });
  }
}

// Lanes that share an element: neighbours, every n-th lane, and the pairs that wide loads treat in a way of their own.
void add_broadcasts(List& list) {
  for (const unsigned group : {2u, 4u, 8u, 16u}) {
    list.add(fmt::format("groups of {}", group), [=](unsigned lane) { return lane / group; });
    list.add(fmt::format("{} in turn", group), [=](unsigned lane) { return lane % group; });
  }
  for (const unsigned stride : {1u, 2u, 3u, 4u, 8u, 16u, 17u, 32u, 33u}) {
    list.add(fmt::format("lane and lane^1 share, stride {}", stride), [=](unsigned lane) { return lane / 2 * stride; });
    list.add(fmt::format("lane and lane^2 share, stride {}", stride),
             [=](unsigned lane) { return (lane % 2 + lane / 4 * 2) * stride; });
  }
}

void add_random_elements(List& list, std::mt19937& random) {
  for (const unsigned bound : {8u, 32u, 64u, 128u, 1024u, most_wide}) {
    for (int i = 1; i <= 3; ++i) {
      list.add(fmt::format("random below {}, {}", bound, i), [&](unsigned) { return below(bound, random); });
    }
  }
}

void add_partly_active(List& list, std::mt19937& random) {
  const auto stride = [](unsigned distance) { return [=](unsigned lane) { return lane * distance; }; };
  for (const unsigned lane : {0u, 1u, 15u, 16u, 31u}) {
    list.add(fmt::format("lane {} alone", lane), stride(1), 1u << lane);
  }
  struct Part {
    const char* name;
    std::uint32_t active;
  };
  for (const Part part :
       {Part{"lower half", 0x0000ffffu}, Part{"upper half", 0xffff0000u}, Part{"even lanes", 0x55555555u},
        Part{"odd lanes", 0xaaaaaaaau}, Part{"first quarter", 0x000000ffu}, Part{"third quarter", 0x00ff0000u},
        Part{"all but lane 0", 0xfffffffeu}}) {
    for (const unsigned distance : {1u, 2u, 8u, 33u}) {
      list.add(fmt::format("{}, stride {}", part.name, distance), stride(distance), part.active);
    }
  }
  // At least one lane takes part: where none does, there is no request.
  const auto some_lanes = [&] {
    const auto some = static_cast<std::uint32_t>(random());
    return some | 1u << below(lanes, random);
  };
  for (int i = 1; i <= 12; ++i) {
    list.add(fmt::format("random lanes {}, stride {}", i, i), stride(static_cast<unsigned>(i)), some_lanes());
    const std::uint32_t active = some_lanes();
    list.add(
        fmt::format("random lanes, random elements {}", i), [&](unsigned) { return below(1024, random); }, active);
  }
  for (const unsigned partner : {1u, 2u}) {
    for (int i = 1; i <= 6; ++i) {
      std::array<unsigned, lanes> element;
      for (unsigned& e : element) e = below(512, random);
      list.add(
          fmt::format("random lanes, lane and lane^{} share {}", partner, i),
          [&](unsigned lane) { return element[lane & ~partner]; }, some_lanes());
    }
  }
}

// Elements of 1 and 2 bytes: 4 or 2 of them share a word, 128 or 64 lie before the same bank comes again.

void add_narrow_strides(List& list) {
  for (const unsigned stride : {1u,   2u,   3u,   4u,   5u,   6u,   7u,   8u,   9u,   12u,  15u,  16u, 17u,  24u,
                                31u,  32u,  33u,  34u,  36u,  48u,  63u,  64u,  65u,  66u,  68u,  96u, 126u, 127u,
                                128u, 129u, 130u, 132u, 192u, 255u, 256u, 258u, 260u, 384u, 512u, 516u}) {
    list.add(fmt::format("narrow, stride {}", stride), [=](unsigned lane) { return lane * stride; });
    list.add(
        fmt::format("narrow, stride {}, every third lane", stride), [=](unsigned lane) { return lane * stride; },
        0x49249249u);
  }
  for (const unsigned first : {1u, 2u, 3u, 5u, 15u, 16u, 17u, 31u, 63u}) {
    list.add(fmt::format("narrow, from element {}", first), [=](unsigned lane) { return first + lane; });
    list.add(fmt::format("narrow, down from element {}", first + 31), [=](unsigned lane) { return first + 31 - lane; });
  }
}

// Neighbours in one word or in two, words in one bank or in many.
void add_neighbours(List& list) {
  for (const unsigned group : {2u, 3u, 4u, 8u}) {
    for (const unsigned pitch : {4u, 6u, 8u, 10u, 64u, 66u, 128u, 129u, 130u, 132u, 256u, 260u}) {
      list.add(fmt::format("narrow, rows of {}, pitch {}", group, pitch),
               [=](unsigned lane) { return lane / group * pitch + lane % group; });
    }
    for (const unsigned pitch : {16u, 64u, 128u, 132u}) {
      const unsigned rows = lanes / group;
      list.add(fmt::format("narrow, columns of {}, pitch {}", group, pitch),
               [=](unsigned lane) { return lane % rows * pitch + lane / rows; });
      list.add(fmt::format("narrow, {} share, pitch {}", group, pitch),
               [=](unsigned lane) { return lane / group * pitch; });
    }
  }
}

void add_narrow_random(List& list, std::mt19937& random) {
  for (const unsigned bound : {4u, 16u, 64u, 256u, 1024u, most_narrow}) {
    for (int i = 1; i <= 4; ++i) {
      list.add(fmt::format("narrow, random below {}, {}", bound, i), [&](unsigned) { return below(bound, random); });
      const auto active = static_cast<std::uint32_t>(random()) | 1u;
      list.add(
          fmt::format("narrow, random lanes, random below {}, {}", bound, i),
          [&](unsigned) { return below(bound, random); }, active);
    }
  }
  // Rows of as many bytes as the banks have: random elements of the first few columns.
  for (const unsigned columns : {4u, 16u}) {
    for (int i = 1; i <= 6; ++i) {
      list.add(fmt::format("narrow, {} columns of random rows, {}", columns, i), [&](unsigned) {
        const unsigned row = below(32, random);
        return row * 128 + below(columns, random);
      });
    }
  }
}

}  // namespace

std::vector<Pattern> patterns() {
  std::mt19937 random(20261120);
  List list{{4, 8, 16}};
  add_strides(list);
  add_tiles(list);
  add_permutations(list, random);
  add_broadcasts(list);
  add_random_elements(list, random);
  add_partly_active(list, random);
  list.widths = {1, 2};
  add_narrow_strides(list);
  add_neighbours(list);
  add_narrow_random(list, random);
  return list.patterns;
}

}  // namespace ladder::probe
