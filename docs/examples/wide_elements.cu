// What a column of a tile costs where elements have 4, 8 or 16 bytes, without a pad and with one of an element.
#include <cstdio>
#include <cstring>

#include "wide_elements.cuh"

template <typename Element, unsigned TILE, unsigned PAD>
bool is_right() {
  constexpr unsigned ROWS = 128, COLS = 192;
  constexpr size_t bytes = ROWS * COLS * sizeof(Element);
  Element *in, *out;
  cudaMallocManaged(&in, bytes);
  cudaMallocManaged(&out, bytes);
  memset(out, 0xff, bytes);
  for (size_t i = 0; i < bytes / 4; ++i) reinterpret_cast<float*>(in)[i] = float(i);
  transpose<Element, TILE, PAD>(in, out, ROWS, COLS);
  cudaDeviceSynchronize();
  size_t wrong = 0;
  for (size_t i = 0; i < ROWS * COLS; ++i) wrong += memcmp(&out[i % COLS * ROWS + i / COLS], &in[i], sizeof in[i]) != 0;
  printf("%zu bytes, tile of %u, pad %u: %s\n", sizeof(Element), TILE, PAD, wrong == 0 ? "right" : "WRONG");
  cudaFree(in);
  cudaFree(out);
  return wrong == 0;
}

template <typename Element>
bool all_are_right() {
  return is_right<Element, 32, 0>() & is_right<Element, 32, 1>() & is_right<Element, 64, 1>();
}

int main() { return all_are_right<float>() & all_are_right<double>() & all_are_right<float4>() ? 0 : 1; }
