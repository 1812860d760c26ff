// The sums of the rows of two matrices, one with many rows and one with long ones: by a warp for each row, by a block,
// and by a block for each piece of a row.
#include <cstdio>
#include <vector>

#include "rows.cuh"

constexpr unsigned THREADS = 256, PIECE = 4096;

bool is_right(const std::vector<float>& due, float* sums, const char* kernel) {
  cudaDeviceSynchronize();
  bool right = true;
  for (size_t row = 0; row < due.size(); ++row) right = right && sums[row] == due[row];
  printf("%u rows by %s: %s\n", unsigned(due.size()), kernel, right ? "right" : "WRONG");
  return right;
}

bool sum_rows(unsigned rows, unsigned cols) {
  float *in, *sums;
  cudaMallocManaged(&in, size_t(rows) * cols * sizeof(float));
  cudaMallocManaged(&sums, rows * sizeof(float));
  std::vector<float> due(rows);
  for (size_t i = 0; i < size_t(rows) * cols; ++i)
    due[i / cols] += in[i] = float(int(unsigned(i * 2654435761u) >> 28) - 7);

  rows_by_warp<<<(rows + 7) / 8, THREADS>>>(in, sums, rows, cols);
  bool right = is_right(due, sums, "warp");
  rows_by_block<THREADS><<<rows, THREADS>>>(in, sums, cols);
  right = is_right(due, sums, "block") && right;
  cudaMemset(sums, 0, rows * sizeof(float));
  rows_by_pieces<THREADS><<<dim3((cols + PIECE - 1) / PIECE, rows), THREADS>>>(in, sums, cols, PIECE);
  right = is_right(due, sums, "pieces") && right;

  cudaFree(in);
  cudaFree(sums);
  return right;
}

int main() {
  const bool square = sum_rows(512, 512), flat = sum_rows(2, 131072);
  return square && flat ? 0 : 1;
}
