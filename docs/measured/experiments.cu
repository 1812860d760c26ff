// Experiments that the lessons tell of, as they ran for h200/experiments.json: each kernel 21 times in turn with the
// others of its table, with a cold L2 cache before each run. Prints the median, the quartiles, the fastest and the
// slowest run in microseconds, and GB/s. Not part of the build:
//
//   nvcc -O3 -arch=sm_90 -std=c++17 -o experiments docs/measured/experiments.cu && ./experiments
#include "experiments.cuh"
#include "in_turn.cuh"

void transposes(unsigned n) {
  const Buffers buffers(size_t(n) * n * sizeof(float));
  const auto in = static_cast<const float*>(buffers.in);
  const auto out = static_cast<float*>(buffers.out);
  const auto is = [=](bool transposed) {
    return [=](auto from, auto to, bool* right) { compare<<<1056, 256>>>(from, to, n, n, transposed, right); };
  };
  const auto run = [=](auto* kernel, dim3 patch, dim3 block) {
    return [=] { kernel<<<dim3(n / patch.x, n / patch.y), block>>>(in, out, n, n); };
  };
  const dim3 tile(64, 64), patch(32, 32), half(16, 16), rows(32, 8);
  measure("threads " + std::to_string(n), buffers,
          {buffers.memcpy_async(),
           {"write_order_64x64, 256 threads", run(step5::transpose_through_swizzled<true, true>, tile, half)},
           {"scalar_tile_64x64, 256 threads", run(step5::scalars_of_256_threads, tile, half)},
           {"scalar_tile_64x64, 512 threads", run(step5::transpose_through_scalars<true>, tile, dim3(16, 32))},
           {"swizzled_64x64, 256 threads", run(step5::transpose_through_swizzled<true, false>, tile, half)}},
          is(true));
  if (n != 16384) return;
  measure("transposes", buffers,
          {{"looped_32x8", run(step1::transpose_looped, patch, rows)},
           {"looped_32x8, __restrict__", run(step1::looped_restrict, patch, rows)},
           {"coalesced_writes_32x8", run(step1::transpose_coalesced_writes, dim3(32, 8), dim3(32, 8))},
           {"coalesced_writes_32x16", run(step1::transpose_coalesced_writes, dim3(32, 16), dim3(32, 16))},
           {"coalesced_writes_32x32", run(step1::transpose_coalesced_writes, dim3(32, 32), dim3(32, 32))}},
          is(true));
  measure("copies", buffers,
          {buffers.memcpy_async(),
           {"copy", run(step1::copy, patch, rows)},
           {"copy, __restrict__", run(step1::copy_restrict, patch, rows)},
           {"copy, loads first", run(step1::copy_loads_first, patch, rows)}},
          is(false));
}

void sums(size_t n) {
  std::vector<float> host(n);
  double sum = 0;
  for (size_t i = 0; i < n; ++i) sum += host[i] = float(2 * int(unsigned(i * 2654435761u) >> 28) - 15);
  float *in, *a, *b, *result;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&a, n / 64));
  CHECK(cudaMalloc(&b, n / 64));
  CHECK(cudaMallocManaged(&result, sizeof(float)));
  CHECK(cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  const auto with = [=](auto* kernel) {
    return [=] {  // a launch for the elements, and one for the sums of the blocks, until one is left
      const float* from = in;
      float* to = a;
      for (size_t left = n; left > 1;) {
        const size_t blocks = (left + 255) / 256;
        kernel<<<blocks, 256>>>(from, blocks == 1 ? result : to, left);
        from = to;
        to = to == a ? b : a;
        left = blocks;
      }
    };
  };
  using namespace tree;
  measure(
      "loops",
      {{"naive, written out", with(naive<written_out>)},
       {"naive, kept a loop", with(naive<kept>)},
       {"naive, blockDim.x", with(naive<at_run_time>)},
       {"stride, written out", with(stride<written_out>)},
       {"stride, kept a loop", with(stride<kept>)},
       {"stride, blockDim.x", with(stride<at_run_time>)},
       {"sequential, written out", with(sequential<written_out>)},
       {"sequential, kept a loop", with(sequential<kept>)},
       {"sequential, blockDim.x", with(sequential<at_run_time>)}},
      4.0 * n, [=] { *result = -1; }, [=] { return double(*result) == sum; });
}

int main() {
  for (const unsigned n : {8192u, 16384u, 32768u, 49152u}) transposes(n);
  sums(size_t(1) << 26);
}
