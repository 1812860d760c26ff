// What the two sides make of one text, in a header beside the program.
#pragma once

#ifdef __CUDA_ARCH__
#define SIDE 'd'
#else
#define SIDE 'h'
#endif

__host__ __device__ inline char side_in_header() { return SIDE; }

struct Holder {
#ifndef __CUDA_ARCH__
  static char of_host_alone() { return 'h'; }
#endif
  char side;
  __host__ __device__ Holder()
#ifdef __CUDA_ARCH__
      : side('d') {
    side += __CUDA_ARCH__ / 900 - 1;
  }
#else
      : side{'?'} {
    side = of_host_alone();
  }
#endif
  __host__ __device__ char of_member() const {
#ifndef __CUDA_ARCH__
    const auto twice = [](int a) { return 2 * a; };
    return twice(side) == 2 * 'h' ? side : '?';
#else
    return side;
#endif
  }
};
