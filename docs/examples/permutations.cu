// The four permutations of three dimensions that move the last one, by tiles and without: docs/permutations.md.
#include <cstdio>
#include <cstring>

#include "permutations.cuh"

constexpr unsigned A = 6, B = 40, C = 70;

// Where element (a, b, c) has to go.
size_t place(const char* name, size_t a, size_t b, size_t c) {
  const size_t index[] = {a, b, c}, extent[] = {A, B, C};
  const int first = name[1] - '0', second = name[4] - '0', third = name[7] - '0';
  return (index[first] * extent[second] + index[second]) * extent[third] + index[third];
}

bool is_right(const Permutation& p, const float* in, float* out, const char* how) {
  cudaDeviceSynchronize();
  size_t wrong = 0;
  for (size_t i = 0; i < size_t(A) * B * C; ++i) wrong += out[place(p.name, i / C / B, i / C % B, i % C)] != in[i];
  printf("%s %s: %s\n", p.name, how, wrong == 0 ? "right" : "WRONG");
  return wrong == 0;
}

int main() {
  const size_t bytes = size_t(A) * B * C * sizeof(float);
  float *in, *out;
  cudaMallocManaged(&in, bytes);
  cudaMallocManaged(&out, bytes);
  for (size_t i = 0; i < size_t(A) * B * C; ++i) in[i] = float(i);
  bool right = true;
  for (const auto& order : {order_0_2_1, order_2_1_0, order_2_0_1, order_1_2_0}) {
    const Permutation p = order(A, B, C);
    memset(out, 0xff, bytes);
    by_tiles(in, out, p);
    right = is_right(p, in, out, "by tiles") && right;
    memset(out, 0xff, bytes);
    naively(in, out, p);
    right = is_right(p, in, out, "naively") && right;
  }
  cudaFree(in);
  cudaFree(out);
  return right ? 0 : 1;
}
