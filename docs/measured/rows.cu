// The sums of the rows of a matrix, for reduction/rows.md: kernels of docs/examples/rows.cuh in turn with a kernel that
// only reads, and with CUB. Verifies all exactly, prints the median, the quartiles, the fastest and the slowest run,
// and writes the same to a file. Not part of the build:
//
//   nvcc -O3 -arch=sm_90 -std=c++17 -o rows docs/measured/rows.cu
//   ./rows times.json
#include <cub/device/device_segmented_reduce.cuh>

#include "../examples/rows.cuh"
#include "in_turn.cuh"

struct Matrix {
  unsigned rows, cols;
  size_t count = size_t(rows) * cols;
  float *in = nullptr, *sums = nullptr;
  int* starts = nullptr;
  std::vector<float> due{};

  // Whole numbers from -15 to 15: their sums are exact in any order, as long as they stay below 2^24.
  Matrix(unsigned rows, unsigned cols) : rows(rows), cols(cols), due(rows) {
    CHECK(cudaMalloc(&in, count * sizeof(float)));
    CHECK(cudaMallocManaged(&sums, rows * sizeof(float)));
    CHECK(cudaMallocManaged(&starts, (rows + 1) * sizeof(int)));
    std::vector<float> host(count);
    for (size_t i = 0; i < count; ++i) {
      due[i / cols] += host[i] = float(2 * int(unsigned(i * 2654435761u) >> 28) - 15);
    }
    for (unsigned row = 0; row <= rows; ++row) starts[row] = int(row * size_t(cols));
    CHECK(cudaMemcpy(in, host.data(), count * sizeof(float), cudaMemcpyHostToDevice));
  }
  ~Matrix() {
    CHECK(cudaFree(in));
    CHECK(cudaFree(sums));
    CHECK(cudaFree(starts));
  }

  template <unsigned BLOCK>
  Case by_pieces(unsigned piece) const {
    return {"rows_by_pieces<" + std::to_string(BLOCK) + ">, " + std::to_string(piece), [=] {
              CHECK(cudaMemsetAsync(sums, 0, rows * sizeof(float)));
              rows_by_pieces<BLOCK><<<dim3((cols + piece - 1) / piece, rows), BLOCK>>>(in, sums, cols, piece);
            }};
  }
  template <unsigned BLOCK>
  Case by_block() const {
    return {"rows_by_block<" + std::to_string(BLOCK) + ">",
            [=] { rows_by_block<BLOCK><<<rows, BLOCK>>>(in, sums, cols); }};
  }

  std::vector<Case> cases() const {
    size_t bytes = 0;
    void* place = nullptr;
    const auto segmented = [=](void* at, size_t& size) {
      return cub::DeviceSegmentedReduce::Sum(at, size, in, sums, int(rows), starts, starts + 1);
    };
    CHECK(segmented(nullptr, bytes));
    CHECK(cudaMalloc(&place, bytes));
    const auto read = [=](unsigned blocks) {
      return [=] { read_all<<<blocks, 256>>>(reinterpret_cast<const float4*>(in), count / 4, sums); };
    };
    std::vector<Case> all = {{"read_all, 1056 blocks", read(1056), false},
                             {"read_all, a float4 a thread", read(unsigned(count / 1024)), false},
                             {"cub::DeviceSegmentedReduce",
                              [=] {
                                size_t size = bytes;
                                CHECK(segmented(place, size));
                              }},
                             {"rows_by_warp", [=] { rows_by_warp<<<(rows + 7) / 8, 256>>>(in, sums, rows, cols); }},
                             by_block<256>(),
                             by_block<512>(),
                             by_block<1024>()};
    if (rows > 65535) return all;  // gridDim.y ends there
    for (const unsigned piece : {4096u, 8192u, 16384u, 65536u}) all.push_back(by_pieces<256>(piece));
    return all;
  }
  void poison() const { CHECK(cudaMemset(sums, 0x5a, rows * sizeof(float))); }
  bool is_right() const { return std::equal(due.begin(), due.end(), sums); }
};

int main(int count, char** arguments) {
  Results results("rows", count, arguments);
  for (const auto& [rows, cols] : {std::pair(8192u, 8192u), std::pair(64u, 4194304u), std::pair(1000000u, 64u)}) {
    const Matrix matrix(rows, cols);
    const std::string size = std::to_string(rows) + "x" + std::to_string(cols);
    const double bytes = 4.0 * rows * cols;
    const auto times = measure(
        size, matrix.cases(), bytes, [&] { matrix.poison(); }, [&] { return matrix.is_right(); });
    results.add(size, times, bytes, "read");
  }
  return results.close();
}
