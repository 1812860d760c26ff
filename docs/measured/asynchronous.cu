// Transposes with asynchronous copies against step 5, for docs/asynchronous.md: each of them held to 8, 6, 4, 3, 2 and
// 1 blocks per multiprocessor, as far as so many have room. Verifies all bit by bit, measures them in turn, prints the
// median, the quartiles, the fastest and the slowest run, and writes the same to a file. Not part of the build:
//
//   nvcc -O3 -arch=sm_90 -std=c++17 -o asynchronous docs/measured/asynchronous.cu
//   ./asynchronous times.json     # at 1028 x 2060, verified alone, then 8192², 16384², 32768²
//   ./asynchronous --verify       # at 1028 x 2060, for compute-sanitizer
//   ./asynchronous --profile      # at 8192², each once with as many blocks as have room: prints the names, for ncu
#include "asynchronous_cluster.cuh"
#include "asynchronous_tma.cuh"
#include "in_turn.cuh"
namespace step5 {
#include "../../step5_register_tile/kernel.cuh"
}

using namespace asynchronous;

template <typename Kernel>
int resident(Kernel* kernel, int threads, size_t shared) {
  int blocks = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared));
  return blocks;
}

// Adds the kernel once for each number of blocks: dynamic shared memory that nobody uses leaves no room for more.
// launch(blocks, shared) launches it.
template <typename Kernel, typename Launch>
void add(std::vector<Case>& cases, const char* name, Kernel* kernel, int threads, Launch launch) {
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 128 << 10));
  size_t shared = 0;
  for (const int blocks : {8, 6, 4, 3, 2, 1}) {
    while (resident(kernel, threads, shared) > blocks) shared += 1 << 10;
    if (resident(kernel, threads, shared) != blocks) continue;
    cases.push_back({name, [=] { launch(blocks, shared); }});
    cases.back().blocks = blocks;
  }
}

// The copies first.
std::vector<Case> cases_of(const Buffers& buffers, unsigned rows, unsigned cols) {
  const auto in = static_cast<const float*>(buffers.in);
  const auto out = static_cast<float*>(buffers.out);
  const unsigned down = (rows + TILE - 1) / TILE, across = (cols + TILE - 1) / TILE;
  const dim3 grid(down, across), pairs(down, (across + 1) / 2 * 2);
  const CUtensorMap from = boxes_of(in, rows, cols), to = boxes_of(out, cols, rows);
  int processors = 0;
  CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  std::vector<Case> cases = {buffers.memcpy_async(), buffers.copy_kernel()};
  const auto of_tiles = [&](const char* name, auto* kernel, dim3 blocks_of, dim3 block) {
    add(cases, name, kernel, int(block.x * block.y),
        [=](int, size_t shared) { kernel<<<blocks_of, block, shared>>>(in, out, rows, cols); });
  };
  const auto in_stages = [&](const char* name, auto* kernel, auto source) {
    add(cases, name, kernel, THREADS, [=](int blocks, size_t shared) {
      kernel<<<std::min<unsigned>(blocks * processors, down * across), THREADS, shared>>>(source, out, rows, cols,
                                                                                          down * across);
    });
  };
  of_tiles("write_order_64x64", step5::transpose_through_swizzled<true, true>, grid, {16, 16});
  of_tiles("scalar_tile_64x64", step5::transpose_through_scalars<true>, grid, {16, 32});
  of_tiles("by_registers", by_registers, grid, THREADS);
  of_tiles("by_cp_async<4>", by_cp_async<4>, grid, THREADS);
  of_tiles("by_cp_async<16>", by_cp_async<16>, grid, THREADS);
  in_stages("by_cp_async_in_stages<4>", by_cp_async_in_stages<4>, in);
  in_stages("by_cp_async_in_stages<16>", by_cp_async_in_stages<16>, in);
  add(cases, "by_tma_load", by_tma_load, THREADS,
      [=](int, size_t shared) { by_tma_load<<<grid, THREADS, shared>>>(from, out, rows, cols); });
  add(cases, "by_tma_store", by_tma_store, THREADS,
      [=](int, size_t shared) { by_tma_store<<<grid, THREADS, shared>>>(in, to, rows, cols); });
  add(cases, "by_tma", by_tma, THREADS, [=](int, size_t shared) { by_tma<<<grid, THREADS, shared>>>(from, to); });
  in_stages("by_tma_load_in_stages", by_tma_load_in_stages, from);
  of_tiles("by_cluster", by_cluster, pairs, THREADS);
  of_tiles("by_sum<true>", by_sum<true>, grid, THREADS);
  of_tiles("by_sum<false>", by_sum<false>, grid, THREADS);
  return cases;
}

size_t bytes_of(unsigned rows, unsigned cols) { return size_t(rows) * cols * sizeof(float); }

auto transposed(unsigned rows, unsigned cols) {
  return [=](auto in, auto out, bool* right) { compare<<<1056, 256>>>(in, out, rows, cols, true, right); };
}

void verify_ragged() {
  constexpr unsigned rows = 1028, cols = 2060;
  const Buffers ragged(bytes_of(rows, cols));
  const std::vector<Case> cases = cases_of(ragged, rows, cols);
  for (const Case& c : cases)
    verify(
        c, [&] { ragged.poison(); }, [&] { return ragged.is_right(transposed(rows, cols)); });
  printf("%zu cases are right at %u x %u\n", cases.size(), rows, cols);
}

void profile() {
  const Buffers square(bytes_of(8192, 8192));
  std::string before;
  for (const Case& c : cases_of(square, 8192, 8192)) {
    if (c.blocks == 0 || c.name == before) continue;  // the copies; fewer blocks
    before = c.name;
    printf("%s, %d blocks\n", c.name.c_str(), c.blocks);
    c.launch();
  }
  CHECK(cudaDeviceSynchronize());
}

int main(int count, char** arguments) {
  const std::string what = count == 2 ? arguments[1] : "";
  if (what == "--profile") return profile(), 0;
  if (what == "--verify") return verify_ragged(), 0;
  Results results("asynchronous", count, arguments, "FILE | --verify | --profile");
  verify_ragged();
  for (const unsigned n : {8192u, 16384u, 32768u}) {
    const Buffers square(bytes_of(n, n));
    const std::string size = std::to_string(n) + "x" + std::to_string(n);
    results.add(size, measure(size, square, cases_of(square, n, n), transposed(n, n)), 2.0 * square.bytes);
  }
  return results.close();
}
