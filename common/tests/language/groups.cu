// Cooperative groups within a block.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "ladder/engine/launch.hpp"
#include "tests/language/cases.hpp"

namespace cg = cooperative_groups;
using namespace ladder::LADDER_ENGINE;

namespace {

__device__ unsigned size_and_rank(const cg::thread_group& group) {
  group.sync();
  return static_cast<unsigned>(group.size() * 1000 + group.thread_rank());
}

__global__ void any_group(unsigned* out) {
  const cg::thread_block block = cg::this_thread_block();
  const unsigned t = block.thread_rank();
  const cg::thread_group whole = block;
  out[t] = size_and_rank(whole);
  out[64 + t] = size_and_rank(cg::tiled_partition<16>(block));
  out[128 + t] = size_and_rank(cg::coalesced_threads());
  out[192 + t] = size_and_rank(cg::tiled_partition<4>(cg::tiled_partition<16>(block)));
  out[256 + t] = size_and_rank(cg::this_thread());
}

// A block of 44: the last tile has 4.
__global__ void tiles_of_eight(unsigned* out) {
  const cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), 8);
  out[threadIdx.x] = size_and_rank(tile);
  out[44 + threadIdx.x] = size_and_rank(cg::tiled_partition(tile, 2));
}

__global__ void coalesced(unsigned* out) {
  const unsigned t = threadIdx.x;
  for (unsigned i = 0; i < 8; ++i) out[32 * i + t] = 0;
  if (t % 3 != 0) return;
  const cg::coalesced_group group = cg::coalesced_threads();
  const unsigned rank = group.thread_rank();
  out[t] = group.size() * 1000 + rank;
  out[32 + t] = group.shfl(t, 2);
  out[64 + t] = group.shfl_down(t, 2);
  out[96 + t] = group.shfl_up(t, 2);
  out[128 + t] = group.ballot(rank % 2 == 0);
  out[160 + t] = static_cast<unsigned>(group.any(t == 9) + 2 * group.all(t % 3 == 0) + 4 * group.all(t == 9));
  out[192 + t] = group.match_any(rank / 4);
  int all = 7;
  out[224 + t] = group.match_all(5, all) + static_cast<unsigned>(all);
  group.sync();
}
unsigned of_coalesced(unsigned i) {
  const unsigned t = i % 32, rank = t / 3, size = 11;
  if (t % 3 != 0) return 0;
  switch (i / 32) {
    case 0: return size * 1000 + rank;
    case 1: return 6;
    case 2: return rank + 2 < size ? t + 6 : t;
    case 3: return rank >= 2 ? t - 6 : t;
    case 4: return 0x555;
    case 5: return 3;
    case 6: return 0xfu << rank / 4 * 4 & 0x7ff;
    default: return 0x7ff + 1;
  }
}

// One atomic for all lanes that add.
__device__ unsigned add_one(unsigned* counter) {
  const cg::coalesced_group group = cg::coalesced_threads();
  unsigned before = 0;
  if (group.thread_rank() == 0) before = atomicAdd(counter, group.size());
  return group.shfl(before, 0) + group.thread_rank();
}
__global__ void keep_even(unsigned* out) {
  const unsigned t = threadIdx.x;
  if (t == 0) out[0] = 0;
  __syncthreads();
  if (t % 2 == 0 && t < 32) out[1 + add_one(out)] = t;
}

__global__ void tiles_of_a_coalesced_group(unsigned* out) {
  const unsigned t = threadIdx.x;
  out[t] = out[32 + t] = 0;
  if (t % 2 == 0) return;
  const cg::coalesced_group four = cg::tiled_partition(cg::coalesced_threads(), 4);
  out[t] = four.size() * 1000 + four.thread_rank() * 100 + four.meta_group_rank() * 10 + four.meta_group_size();
  out[32 + t] = four.shfl(t, 3);
}

__global__ void partitions(unsigned* out) {
  const unsigned t = threadIdx.x;
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const cg::coalesced_group two = cg::binary_partition(tile, t % 4 == 0);
  out[t] = two.size() * 1000 + two.thread_rank() * 10 + two.meta_group_rank();
  const cg::coalesced_group one = cg::binary_partition(tile, true);
  out[32 + t] = one.size() * 1000 + one.thread_rank() * 10 + one.meta_group_rank();
  const cg::coalesced_group three = cg::labeled_partition(tile, static_cast<int>(t + 1) % 3);
  out[64 + t] = three.size() * 1000 + three.thread_rank() * 10 + three.meta_group_rank();
  const cg::coalesced_group by_pointer = cg::labeled_partition(tile, out + t / 8);
  out[96 + t] = by_pointer.size() * 1000 + by_pointer.thread_rank() * 10 + by_pointer.meta_group_rank();
}
unsigned of_partitions(unsigned i) {
  const unsigned t = i % 32;
  switch (i / 32) {
    case 0: return t % 4 == 0 ? 8000 + t / 4 * 10 + 1 : 24000 + (t - t / 4 - 1) * 10;
    case 1: return 32000 + t * 10;
    case 2: return (t % 3 == 2 ? 10u : 11u) * 1000 + t / 3 * 10 + t % 3;
    default: return 8000 + t % 8 * 10 + t / 8;
  }
}

struct Three {
  float x, y, z;
};
__global__ void shuffle_structs(unsigned* out) {
  const unsigned t = threadIdx.x;
  const float x = static_cast<float>(t);
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const Three of_next = tile.shfl_down(Three{x, 2 * x, 3 * x}, 1);
  out[t] = static_cast<unsigned>(of_next.x + of_next.y + of_next.z);
  const unsigned char of_third = tile.shfl(static_cast<unsigned char>(t + 250), 3);
  out[32 + t] = of_third;
  out[64 + t] = tile.ballot(t % 2 == 0) << 8 | tile.match_any(t % 4);
}

template <typename T>
__device__ unsigned as_word(T value) {
  return static_cast<unsigned>(static_cast<int>(value * 4));
}

// Of 32, of 16, of 4 and of every second lane.
template <typename T>
__global__ void reduce(unsigned* out) {
  const unsigned t = threadIdx.x;
  const T value = static_cast<T>(t) - 3;
  const auto block = cg::this_thread_block();
  const auto by_32 = cg::tiled_partition<32>(block);
  const auto by_16 = cg::tiled_partition<16>(block);
  const auto by_4 = cg::tiled_partition<4>(by_32);
  out[t] = as_word(cg::reduce(by_32, value, cg::plus<T>()));
  out[32 + t] = as_word(cg::reduce(by_16, value, cg::less<T>()));
  out[64 + t] = as_word(cg::reduce(by_4, value, cg::greater<T>()));
  out[96 + t] = as_word(cg::reduce(by_32, value, [](T a, T b) { return a < b ? a : b; }));
  out[128 + t] = 0;
  if (t % 2 == 0) out[128 + t] = as_word(cg::reduce(cg::coalesced_threads(), value, cg::plus<T>()));
  out[160 + t] = as_word(cg::inclusive_scan(by_16, value));
  out[192 + t] = as_word(cg::exclusive_scan(by_16, value, cg::plus<T>()));
  out[224 + t] = as_word(cg::exclusive_scan(by_4, value, cg::greater<T>()));
  out[256 + t] = 0;
  if (t % 2 == 0) out[256 + t] = as_word(cg::inclusive_scan(cg::coalesced_threads(), value));
}
unsigned reduced(unsigned i) {
  const int t = static_cast<int>(i % 32), row = static_cast<int>(i / 32), first = t / 16 * 16;
  const auto sum = [](int from, int to, int step) {
    int result = 0;
    for (int lane = from; lane <= to; lane += step) result += lane - 3;
    return result;
  };
  const auto value = [&] {
    switch (row) {
      case 0: return sum(0, 31, 1);
      case 1: return first - 3;
      case 2: return t / 4 * 4;
      case 3: return -3;
      case 4: return t % 2 == 0 ? sum(0, 30, 2) : 0;
      case 5: return sum(first, t, 1);
      case 6: return sum(first, t - 1, 1);
      case 7: return t % 4 == 0 ? 0 : t - 4;
      default: return t % 2 == 0 ? sum(0, t, 2) : 0;
    }
  };
  return static_cast<unsigned>(value() * 4);
}

__global__ void reduce_bits(unsigned* out) {
  const unsigned t = threadIdx.x;
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const auto small = cg::tiled_partition<8>(cg::this_thread_block());
  out[t] = cg::reduce(tile, t | 0x40, cg::bit_and<unsigned>());
  out[32 + t] = cg::reduce(tile, 1u << t, cg::bit_or<unsigned>());
  out[64 + t] = cg::reduce(small, t, cg::bit_xor<unsigned>());
  cg::reduce_store_async(tile, out + 96 + t / 16, t, cg::plus<unsigned>());
}

__global__ void by_one(unsigned* out) {
  const unsigned t = threadIdx.x;
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  cg::invoke_one(tile, [&] { out[32 + t / 8] = t; });
  out[t] = cg::invoke_one_broadcast(tile, [&] { return t + 5; });
}

__global__ void tiles_of_three(unsigned* out) {
  out[0] = static_cast<unsigned>(cg::tiled_partition(cg::this_thread_block(), 3).size());
}

template <void (*kernel)(unsigned*), unsigned threads = 32>
void block(unsigned* out) {
  launch(kernel, dim3(1), dim3(threads), out);
}

}  // namespace

std::vector<language::Case> language::LADDER_ENGINE::groups() {
  return {
      {"of any kind", block<any_group, 64>, 320,
       [](unsigned i) {
         constexpr unsigned sizes[] = {64, 16, 32, 4, 1};
         const unsigned size = sizes[i / 64];
         return size * 1000 + i % 64 % size;
       }},
      {"tiles of a size that is given at run time", block<tiles_of_eight, 44>, 88,
       [](unsigned i) {
         const unsigned t = i % 44;
         return i < 44 ? (t < 40 ? 8000u : 4000u) + t % 8 : 2000 + t % 2;
       }},
      {"of every third lane", block<coalesced>, 256, of_coalesced},
      {"that add together", block<keep_even, 64>, 17, [](unsigned i) { return i == 0 ? 16 : 2 * (i - 1); }},
      {"tiles of every second lane", block<tiles_of_a_coalesced_group>, 64,
       [](unsigned i) {
         const unsigned t = i % 32, rank = t / 2;
         if (t % 2 == 0) return 0u;
         return i < 32 ? 4000 + rank % 4 * 100 + rank / 4 * 10 + 4 : rank / 4 * 8 + 7;
       }},
      {"by a vote and by a label", block<partitions>, 128, of_partitions},
      {"shuffles of structs", block<shuffle_structs>, 96,
       [](unsigned i) {
         const unsigned t = i % 32;
         if (i < 32) return 6 * (t % 8 == 7 ? t : t + 1);
         return i < 64 ? (t / 8 * 8 + 3 + 250) % 256 : 0x5500 | 0x11u << t % 4;
       }},
      {"reductions of int", block<reduce<int>>, 288, reduced},
      {"of short", block<reduce<short>>, 288, reduced},
      {"of long long", block<reduce<long long>>, 288, reduced},
      {"of float", block<reduce<float>>, 288, reduced},
      {"of double", block<reduce<double>>, 288, reduced},
      {"of bits", block<reduce_bits>, 98,
       [](unsigned i) {
         const unsigned t = i % 32;
         if (i >= 96) return i == 96 ? 120u : 376u;
         return i < 32 ? 0x40u | t / 16 * 16 : i < 64 ? 0xffffu << t / 16 * 16 : 0u;
       }},
      {"that one calls a function for", block<by_one>, 36,
       [](unsigned i) { return i < 32 ? i / 8 * 8 + 5 : (i - 32) * 8; }},
  };
}

std::vector<language::Case> language::LADDER_ENGINE::wrong_groups() {
  return {{"tiles of 3", block<tiles_of_three>, 1, nullptr,
           "asks tiled_partition() for tiles of another size than 1, 2, 4, 8, 16 or 32"}};
}
