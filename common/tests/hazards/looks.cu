// Plain reads of what other threads update by atomics, before it or after; and races that every run tells alike.
#include "ladder/engine/launch.hpp"
#include "tests/hazards/cases.hpp"

using namespace ladder::LADDER_ENGINE;

__global__ void zero_these(unsigned* words) { words[threadIdx.x] = 0; }

enum class Between { nothing, barrier, own_atomic, own_swap, own_maximum, own_swap_elsewhere };

// Thread 0 of the last part reads, that of the first one updates: parts are warps or blocks.
template <typename T, Between between>  // each with a load of its own
__global__ void read_and_update(T* word, T* other, unsigned reader, unsigned updater, bool in_blocks) {
  const unsigned part = in_blocks ? blockIdx.x : threadIdx.x / 32;
  const bool is_first = threadIdx.x % (in_blocks ? blockDim.x : 32) == 0;
  const bool reads = is_first && part == reader, updates = is_first && part == updater;
  T seen = 0;
  if (reads) seen = *word;
  if (between == Between::barrier) __syncthreads();
  if (reads && between == Between::own_swap) atomicCAS(word, seen, seen + 1);
  if (reads && between == Between::own_maximum) atomicMax(word, seen + 5);
  if (reads && between == Between::own_swap_elsewhere) atomicCAS(other, seen, seen + 1);
  if (reads && between == Between::own_atomic) atomicAdd(word, seen + 1);
  if (updates) atomicAdd(word, 1);
  if (reads) other[1] = seen;
}

// Relaxes distances, as in a shortest path: looks, and updates where it pays.
__global__ void relax(const float* in, unsigned* distance, bool by_atomic) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned to = i % 7, through = static_cast<unsigned>(in[(i * 5) % 97]) + 1;
  const unsigned known = by_atomic ? atomicAdd(distance + to, 0) : distance[to];
  if (through > known) atomicMax(distance + to, through);
}

// A flag that says that something has changed, which all look at first.
__global__ void changed(unsigned* flag, float* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (*flag == 0 && i % 3 == 0) atomicExch(flag, 1);
  out[i] = 1;
}

__global__ void read_in_next_launch(const unsigned* word, float* out) { out[threadIdx.x] = static_cast<float>(*word); }

// Counts a histogram; then each thread reads a count, without a barrier.
__global__ void histogram_of_block(const float* in, unsigned* counts, float* out, bool wait) {
  atomicAdd(counts + static_cast<unsigned>(in[threadIdx.x]) % 4, 1);
  if (wait) __syncthreads();
  out[threadIdx.x] = static_cast<float>(counts[threadIdx.x % 4]);
}

// A counter that one thread sets, and all update, that thread too.
__global__ void set_and_count(unsigned* words, bool wait) {
  __shared__ unsigned count;
  if (threadIdx.x == 0) count = 0;
  if (wait) __syncthreads();
  atomicAdd(&count, 1);
  __syncthreads();
  words[threadIdx.x] = count;
}
__global__ void set_and_count_for_all(unsigned* count, bool wait) {
  if (threadIdx.x == 0 && blockIdx.x == 0) *count = 0;
  if (wait) __syncthreads();
  atomicAdd(count, 1);
}

// Races of blocks, which several cores run.
__global__ void total_set_by_all(const float* in, float* total) {
  if (threadIdx.x == 0) *total = 0;
  __syncthreads();
  atomicAdd(total, in[blockIdx.x * blockDim.x + threadIdx.x]);
}
__global__ void lost_updates(const float* in, float* total) { *total += in[blockIdx.x * blockDim.x + threadIdx.x]; }
__global__ void next_block(const float* in, float* out) {
  out[blockIdx.x] = in[blockIdx.x];
  out[200 + blockIdx.x] = blockIdx.x > 0 ? out[blockIdx.x - 1] : 0;
}
__global__ void two_races(const float* in, float* out) {
  __shared__ float s[96], r[96];
  const unsigned t = threadIdx.x;
  s[t] = in[t];
  r[t] = in[t];
  const float of_r = r[95 - t];
  out[blockIdx.x * 96 + t] = s[95 - t] + of_r;
}
__global__ void looks_before_updates(unsigned* best, const float* in) {
  const auto value = static_cast<unsigned>(in[blockIdx.x]);
  if (threadIdx.x == 0 && *best < value) atomicMax(best, value);
}

namespace hazards {
namespace {

unsigned* words(Buffers b) {
  auto* words = reinterpret_cast<unsigned*>(b.out + 3000);
  launch(zero_these, dim3(1), dim3(100), words);
  return words;
}

template <typename T, bool in_blocks, bool reader_first, Between between>
void launch_pair(Buffers b) {
  auto* const word = reinterpret_cast<T*>(words(b));
  launch(read_and_update<T, between>, dim3(in_blocks ? 3 : 1), dim3(96), word, word + 8, reader_first ? 0u : 2u,
         reader_first ? 2u : 0u, in_blocks);
}

}  // namespace

std::vector<Case> looks() {
  const std::vector<const char*> race{"race on global word[0]", "thread (", "reads it", "updates it at looks.cu:"};
  const std::vector<const char*> unordered{"no order between blocks", "reads global word[0]",
                                           "updates it at looks.cu:"};
  return {
      {"a warp reads, a later one updates", launch_pair<unsigned, false, true, Between::nothing>, race},
      {"a warp updates, a later one reads",
       launch_pair<unsigned, false, false, Between::nothing>,
       {"race on global word[0]"}},
      {"a block reads, a later one updates", launch_pair<unsigned, true, true, Between::nothing>, unordered},
      {"a block updates, a later one reads", launch_pair<unsigned, true, false, Between::nothing>, unordered},
      {"eight bytes", launch_pair<unsigned long long, true, true, Between::nothing>, unordered},
      {"a barrier between", launch_pair<unsigned, false, true, Between::barrier>, {}},
      {"an own swap", launch_pair<unsigned, true, true, Between::own_swap>, {}},
      {"an own swap, of eight bytes", launch_pair<unsigned long long, false, true, Between::own_swap>, {}},
      {"an own maximum", launch_pair<unsigned, true, true, Between::own_maximum>, {}},
      {"an own maximum, later", launch_pair<unsigned, true, false, Between::own_maximum>, {}},
      {"an own sum, which tests nothing", launch_pair<unsigned, true, true, Between::own_atomic>, unordered},
      {"a swap of another element", launch_pair<unsigned, false, true, Between::own_swap_elsewhere>, race},
      {"distances", [](Buffers b) { launch(relax, dim3(8), dim3(64), b.in, words(b), false); }, {"global distance["}},
      {"distances by atomics", [](Buffers b) { launch(relax, dim3(8), dim3(64), b.in, words(b), true); }, {}},
      {"a flag that says changed",
       [](Buffers b) { launch(changed, dim3(8), dim3(64), words(b), b.out); },
       {"global flag[0]"}},
      {"read in the next launch",
       [](Buffers b) {
         unsigned* const counts = words(b);
         launch(histogram_of_block, dim3(1), dim3(96), b.in, counts, b.out, true);
         launch(read_in_next_launch, dim3(1), dim3(64), counts, b.out);
       },
       {}},
      {"set and counted in shared memory",
       [](Buffers b) { launch(set_and_count, dim3(1), dim3(96), words(b), false); },
       {"race on shared count", "updates it", "writes it"}},
      {"set and counted over a barrier",
       [](Buffers b) { launch(set_and_count, dim3(1), dim3(96), words(b), true); },
       {}},
      {"set and counted in global memory",
       [](Buffers b) { launch(set_and_count_for_all, dim3(1), dim3(96), words(b), false); },
       {"written twice: global count[0]"}},
      {"set and counted in global memory over a barrier",
       [](Buffers b) { launch(set_and_count_for_all, dim3(1), dim3(96), words(b), true); },
       {}},
      {"set by one block, and counted by several",
       [](Buffers b) { launch(set_and_count_for_all, dim3(3), dim3(1), words(b), true); },
       {"written twice: global count[0]"}},
      {"counts read without a barrier",
       [](Buffers b) { launch(histogram_of_block, dim3(1), dim3(96), b.in, words(b), b.out, false); },
       {"race on global counts["}},
  };
}

// Of each, what its first line has.
std::vector<Case> same_in_every_run() {
  return {
      {"a total that all blocks set",
       [](Buffers b) { launch(total_set_by_all, dim3(40), dim3(64), b.in, b.out); },
       {"written twice: global total[0], by thread (0, 0) of block (1, 0) here"}},
      {"lost updates",
       [](Buffers b) {
         launch(zero_these, dim3(1), dim3(1), reinterpret_cast<unsigned*>(b.out));
         launch(lost_updates, dim3(40), dim3(64), b.in, b.out);
       },
       {"race on global total[0]"}},
      {"the next block",
       [](Buffers b) { launch(next_block, dim3(100), dim3(1), b.in, b.out); },
       {"no order between blocks: thread (0, 0) of block (1, 0) reads global out[0]"}},
      {"two races, by their lines",
       [](Buffers b) { launch(two_races, dim3(20), dim3(96), b.in, b.out); },
       {"looks.cu:", "race on shared s["}},
      {"looks before updates",
       [](Buffers b) { launch(looks_before_updates, dim3(60), dim3(32), words(b), b.in); },
       {"no order between blocks", "of block (0, 0) reads global best[0]"}},
  };
}

}  // namespace hazards
