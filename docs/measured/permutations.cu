// Permutations of three dimensions, for docs/permutations.md: kernels of docs/examples/permutations.cuh in turn with
// copies. Verifies all bit by bit, prints the median, the quartiles, the fastest and the slowest run, and writes the
// same to a file. Not part of the build:
//
//   nvcc -O3 -arch=sm_90 -std=c++17 -o permutations docs/measured/permutations.cu
//   ./permutations times.json
#include "../examples/permutations.cuh"
#include "in_turn.cuh"

// Whether `out` is the pile of transposes.
__global__ void compare(const unsigned* in, const unsigned* out, Permutation p, bool* right) {
  const size_t count = size_t(p.planes) * p.rows * p.cols;
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const size_t plane = i / p.cols / p.rows, row = i / p.cols % p.rows, col = i % p.cols;
    const unsigned wanted = in[plane * p.from.plane + row * p.from.pitch + col];
    if (out[plane * p.to.plane + col * p.to.pitch + row] != wanted) *right = false;
  }
}

int main(int count, char** arguments) {
  Results results("permutations", count, arguments);
  constexpr size_t A = 512, B = 512, C = 1024;
  const Buffers buffers(A * B * C * sizeof(float));
  const auto in = static_cast<const float*>(buffers.in);
  const auto out = static_cast<float*>(buffers.out);
  for (const auto& order : {order_0_2_1, order_2_1_0, order_2_0_1, order_1_2_0}) {
    const Permutation p = order(A, B, C);
    const std::vector<Case> cases = {buffers.memcpy_async(),
                                     buffers.copy_kernel(),
                                     {"by_tiles", [=] { by_tiles(in, out, p); }},
                                     {"naively", [=] { naively(in, out, p); }}};
    const auto permuted = [=](auto from, auto to, bool* right) { compare<<<1056, 256>>>(from, to, p, right); };
    results.add(p.name, measure(p.name, buffers, cases, permuted), 2.0 * buffers.bytes);
  }
  return results.close();
}
