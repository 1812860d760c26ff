// An answer whose macros have the names that people like best. None of them changes what is included, before or behind.
#define A 1
#define B 1
#define C 1
#define D 1
#define E 1
#define F 1
#define G 1
#define H 1
#define I 1
#define J 1
#define K 1
#define L 1
#define M 1
#define N 1
#define O 1
#define P 1
#define Q 1
#define R 1
#define S 1
#define T 1
#define U 1
#define V 1
#define W 1
#define X 1
#define Y 1
#define Z 1
#define T1 1
#define T2 1
#define BLOCK 1
#define BLOCK_SIZE 1
#define COLS 1
#define MAX 1
#define MIN 1
#define PAD 1
#define ROWS 1
#define SIZE 1
#define THREADS 1
#define TILE 1
#define WARP 1
#define WARP_SIZE 1
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <math_constants.h>

#include <cuda/atomic>

__global__ void twice(const float* in, float* out) { out[threadIdx.x] = in[threadIdx.x]; }
