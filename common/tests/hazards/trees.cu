// Trees in shared memory whose levels halve: those that leave a result out, and those that do not.
#include "ladder/engine/launch.hpp"
#include "tests/hazards/cases.hpp"

using namespace ladder::LADDER_ENGINE;

// What threads do with s[t] and s[t + d].
enum class Combine { sum, maximum };

template <typename T, Combine combine, unsigned threads>
__global__ void halves(const float* in, float* out) {
  __shared__ T s[threads];
  const unsigned t = threadIdx.x;
  s[t] = static_cast<T>(in[t] + 1);
  __syncthreads();
  for (unsigned d = threads / 2; d > 0; d /= 2) {
    if (t < d) s[t] = combine == Combine::sum ? s[t] + s[t + d] : max(s[t], s[t + d]);  // level
    __syncthreads();
  }
  if (t == 0) out[0] = static_cast<float>(s[0]);
}

// Levels as somebody has written them down.
__global__ void by_hand(const float* in, float* out, bool right) {
  __shared__ float s[24];
  const unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 12) s[t] += s[t + 12];
  __syncthreads();
  if (t < 6) s[t] += s[t + 6];
  __syncthreads();
  if (t < 3) s[t] += s[t + 3];
  __syncthreads();
  if (t < 1) s[t] += s[t + 1];
  __syncthreads();
  if (t == 0) out[0] = right ? s[0] + s[2] : s[0];
}

// Rounds up; or takes the odd one by itself, before or after.
enum class Odd { up, before, after };
template <Odd odd>
__global__ void of_any_number(const float* in, float* out, unsigned n) {
  __shared__ float s[256];
  const unsigned t = threadIdx.x;
  if (t < n) s[t] = in[t];
  __syncthreads();
  while (n > 1) {
    const unsigned d = odd == Odd::up ? (n + 1) / 2 : n / 2;
    if (odd == Odd::before && t == 0 && n % 2 == 1) s[0] += s[n - 1];
    if (t < d && t + d < n) s[t] += s[t + d];
    if (odd == Odd::after && t == 0 && n % 2 == 1) s[0] += s[n - 1];
    __syncthreads();
    n = d;
  }
  if (t == 0) out[0] = s[0];
}

// In one level all pairs are equal, and nothing is stored.
__global__ void equal_pairs(const float* in, float* out) {
  __shared__ float s[64];
  const unsigned t = threadIdx.x;
  s[t] = in[t] * 0 + static_cast<float>(t & ~2u);
  __syncthreads();
  for (unsigned d = 32; d > 0; d /= 2) {
    if (t < d && s[t] < s[t + d]) s[t] = s[t + d];
    __syncthreads();
  }
  if (t == 0) out[0] = s[0];
}

// Lanes go on beside those whose results are wanted.
__global__ void whole_warps(const float* in, float* out) {
  __shared__ float s[256 + 32];
  const unsigned t = threadIdx.x;
  s[t] = in[t];
  if (t < 32) s[256 + t] = 0;
  __syncthreads();
  for (unsigned d = 128; d > 16; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  for (unsigned d = 16; d > 0; d /= 2) {
    float sum = 0;
    if (t < 32) sum = s[t] + s[t + d];
    __syncthreads();
    if (t < 32) s[t] = sum;
    __syncthreads();
  }
  if (t == 0) out[0] = s[0];
}

// Three sums, of every third element each.
__global__ void three_sums(const float* in, float* out) {
  __shared__ float s[96];
  const unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (unsigned d = 48; d >= 3; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t < 3) out[t] = s[t];
}

// Who is sorted is not always asked for.
__global__ void median(const float* in, float* out) {
  __shared__ float s[64];
  const unsigned t = threadIdx.x;
  s[t] = in[63 - t];
  __syncthreads();
  for (unsigned k = 2; k <= 64; k *= 2) {
    for (unsigned j = k / 2; j > 0; j /= 2) {
      const unsigned other = t ^ j;
      if (other > t && (s[t] > s[other]) == ((t & k) == 0)) {
        const float mine = s[t];
        s[t] = s[other];
        s[other] = mine;
      }
      __syncthreads();
    }
  }
  if (t == 0) out[0] = s[32];
}

// The range shrinks, and each result is the product of its neighbours: de Casteljau's.
__global__ void curve(const float* in, float* out) {
  __shared__ float s[33];
  const unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (unsigned left = 32; left > 0; --left) {
    float next = 0;
    if (t < left) next = 0.5f * s[t] + 0.5f * s[t + 1];
    __syncthreads();
    if (t < left) s[t] = next;
    __syncthreads();
  }
  if (t == 0) out[0] = s[0];
}

namespace hazards {

std::vector<Case> trees() {
  return {
      {"a sum of 96",
       [](Buffers b) { launch(halves<int, Combine::sum, 96>, dim3(1), dim3(96), b.in, b.out); },
       {"trees.cu:17: a tree leaves out shared s[2]: this level combines 2 of the 3 results of the level before"}},
      {"a maximum of 100",
       [](Buffers b) { launch(halves<float, Combine::maximum, 100>, dim3(1), dim3(100), b.in, b.out); },
       {"trees.cu:17: a tree leaves out shared s[24]: this level combines 24 of the 25 results"}},
      {"a sum of 640 doubles",
       [](Buffers b) { launch(halves<double, Combine::sum, 640>, dim3(1), dim3(640), b.in, b.out); },
       {"trees.cu:17: a tree leaves out shared s[4]: this level combines 4 of the 5 results"}},
      {"by hand",
       [](Buffers b) { launch(by_hand, dim3(1), dim3(24), b.in, b.out, false); },
       {"trees.cu:35: a tree leaves out shared s[2]"}},
      {"by hand, and right", [](Buffers b) { launch(by_hand, dim3(1), dim3(24), b.in, b.out, true); }, {}},
      {"a sum of 64", [](Buffers b) { launch(halves<int, Combine::sum, 64>, dim3(1), dim3(64), b.in, b.out); }, {}},
      {"rounded up", [](Buffers b) { launch(of_any_number<Odd::up>, dim3(1), dim3(128), b.in, b.out, 100u); }, {}},
      {"the odd one before",
       [](Buffers b) { launch(of_any_number<Odd::before>, dim3(1), dim3(128), b.in, b.out, 100u); },
       {}},
      {"the odd one after",
       [](Buffers b) { launch(of_any_number<Odd::after>, dim3(1), dim3(128), b.in, b.out, 100u); },
       {}},
      {"equal pairs", [](Buffers b) { launch(equal_pairs, dim3(1), dim3(64), b.in, b.out); }, {}},
      {"whole warps", [](Buffers b) { launch(whole_warps, dim3(1), dim3(256), b.in, b.out); }, {}},
      {"three sums", [](Buffers b) { launch(three_sums, dim3(1), dim3(96), b.in, b.out); }, {}},
      {"a median", [](Buffers b) { launch(median, dim3(1), dim3(64), b.in, b.out); }, {}},
      {"a curve", [](Buffers b) { launch(curve, dim3(1), dim3(33), b.in, b.out); }, {}},
  };
}

}  // namespace hazards
