// Step 6: elements of 2 and 1 bytes: move words, and turn what is inside them in registers.
//
//   ./learn run step6_small_elements
//
// Step 3 with the type changed moves 32 elements with a request: 64 bytes are 2 sectors, 32 bytes are 1. So there are
// as many requests as for floats, and each moves half of the bytes or a quarter. A word, 4 bytes, holds PER_WORD
// elements of a row. PER_WORD words, one below the other, hold a square of elements. Turned in a thread's registers,
// they are PER_WORD words of rows of the output.
//
// No kernel computes with an element: a half moves as an unsigned short.
#pragma once

using Word = unsigned;
static_assert(sizeof(Word) == 4);

template <typename Element>
constexpr unsigned PER_WORD = sizeof(Word) / sizeof(Element);

// Two words of 2 elements: 0 1 | 2 3 becomes 0 2 | 1 3. Each hexadecimal digit of the selector of __byte_perm(a, b,
// selector) names a byte of the result, the last digit the lowest: 0 to 3 are the bytes of a, from the lowest on, and 4
// to 7 those of b.
__device__ inline void turn_2x2(Word& upper, Word& lower) {
  const Word left = __byte_perm(upper, lower, 0x5410);
  lower = __byte_perm(upper, lower, 0x7632);
  upper = left;
}

// Four words of 4 elements: first the bytes of each two rows, then pairs of bytes, as above.
__device__ inline void turn_4x4(Word (&row)[4]) {
  Word left_upper = __byte_perm(row[0], row[1], 0x5140), right_upper = __byte_perm(row[0], row[1], 0x7362);
  Word left_lower = __byte_perm(row[2], row[3], 0x5140), right_lower = __byte_perm(row[2], row[3], 0x7362);
  turn_2x2(left_upper, left_lower);
  turn_2x2(right_upper, right_lower);
  row[0] = left_upper;
  row[1] = left_lower;
  row[2] = right_upper;
  row[3] = right_lower;
}

// N words of N elements, the row above first, become the columns of that square.
template <unsigned N>
__device__ inline void turn(Word (&row)[N]) {
  static_assert(N == 2 || N == 4);
  if constexpr (N == 2) {
    turn_2x2(row[0], row[1]);
  } else {
    turn_4x4(row);
  }
}

// Step 3 with the type changed. 32 lanes read a column of the tile, TILE + PAD elements apart. With a pad of one
// element, of 2 bytes these are 130 bytes: words 0, 32, 65, 97, 130, .., of which two lie in each bank. With a pad of
// one word, they are 33 words: 32 banks.
template <typename Element, unsigned PAD>
__global__ void transpose_elements(const Element* in, Element* out, unsigned rows, unsigned cols) {
  constexpr unsigned TILE = 64, THREAD_ROWS = 8;
  __shared__ Element tile[TILE][TILE + PAD];
  const unsigned first_row = (blockIdx.z * gridDim.y + blockIdx.y) * TILE;  // gridDim.y ends at 65535: z carries on
  const unsigned first_col = blockIdx.x * TILE;

#pragma unroll
  for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
#pragma unroll
    for (unsigned j = 0; j < TILE; j += 32) {
      const unsigned x = threadIdx.x + j, y = threadIdx.y + i;
      const unsigned row = first_row + y, col = first_col + x;
      if (row < rows && col < cols) tile[y][x] = in[size_t(row) * cols + col];
    }
  }
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
#pragma unroll
    for (unsigned j = 0; j < TILE; j += 32) {
      const unsigned x = threadIdx.x + j, y = threadIdx.y + i;
      const unsigned row = first_row + x, col = first_col + y;
      if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[x][y];
    }
  }
}

// Step 3 on words: a tile of 32 words by 32 groups of PER_WORD rows, where all rows are whole words. A thread turns
// PER_WORD words of a group; they belong to PER_WORD rows of the output, each in a plane of the tile of its own. A row
// of a plane is the column of words x, and 33 words long: lane x stores to 33 * x + group, in 32 banks, and takes x.
// Blocks go in write order, as in step 5, and all words are loaded before the first is stored.
template <typename Element>
__global__ void __launch_bounds__(256) transpose_words(const Element* in, Element* out, unsigned rows, unsigned cols) {
  constexpr unsigned N = PER_WORD<Element>, TILE = 32, THREAD_ROWS = 8;
  __shared__ Word tile[N][TILE][TILE + 1];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned first_row = blockIdx.x * TILE * N;
  const unsigned first_col = (blockIdx.z * gridDim.y + blockIdx.y) * TILE * N;

  Word word[TILE / THREAD_ROWS][N];
#pragma unroll
  for (unsigned k = 0; k < TILE / THREAD_ROWS; ++k) {
#pragma unroll
    for (unsigned i = 0; i < N; ++i) {
      const unsigned row = first_row + N * (y + THREAD_ROWS * k) + i, col = first_col + N * x;
      if (row < rows && col < cols) word[k][i] = *reinterpret_cast<const Word*>(in + size_t(row) * cols + col);
    }
  }
#pragma unroll
  for (unsigned k = 0; k < TILE / THREAD_ROWS; ++k) {
    turn(word[k]);
#pragma unroll
    for (unsigned i = 0; i < N; ++i) tile[i][x][y + THREAD_ROWS * k] = word[k][i];
  }
  __syncthreads();
#pragma unroll
  for (unsigned k = 0; k < TILE; k += THREAD_ROWS) {
#pragma unroll
    for (unsigned i = 0; i < N; ++i) {
      const unsigned row = first_row + N * x, col = first_col + N * (y + k) + i;
      if (row < rows && col < cols) *reinterpret_cast<Word*>(out + size_t(col) * rows + row) = tile[i][y + k][x];
    }
  }
}

// 16-byte accesses, where all rows are whole vectors: a tile of 16 vectors by 64 groups of rows. A warp is 8 vectors
// wide and 4 groups high. Word j of its vector x goes to row 4 * x + j of a plane, at group y. These rows are 65 words
// long: 65 * (4 * x + j) + y are 32 banks, and so are 65 * y + 4 * x + j on the way out.
//
// Of bytes, the tile of 256x256 is more than the 48 KiB of static shared memory. So the vectors go through a smaller
// one in PARTS, side by side; all of them are loaded before the first is stored.
template <typename Element, unsigned PARTS>
__global__ void __launch_bounds__(1024 / PARTS)
    transpose_vectors(const Element* in, Element* out, unsigned rows, unsigned cols) {
  constexpr unsigned N = PER_WORD<Element>, LONG = sizeof(uint4) / sizeof(Element);
  constexpr unsigned VECTORS = 16 / PARTS, GROUPS = 64;   // of a part: a thread for each
  constexpr unsigned OUT_GROUPS = VECTORS * GROUPS / 16;  // of rows of the output, at a time: of 16 vectors each
  static_assert(GROUPS * N == 16 * LONG && VECTORS % 8 == 0 && 4 * VECTORS % OUT_GROUPS == 0);
  __shared__ Word tile[N][4 * VECTORS][GROUPS + 1];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned first_row = blockIdx.x * GROUPS * N;
  const unsigned first_col = (blockIdx.z * gridDim.y + blockIdx.y) * PARTS * VECTORS * LONG;

  Word word[PARTS][4][N];
  const unsigned x = lane % 8 + warp % (VECTORS / 8) * 8, y = lane / 8 + warp / (VECTORS / 8) * 4;
#pragma unroll
  for (unsigned part = 0; part < PARTS; ++part) {
#pragma unroll
    for (unsigned i = 0; i < N; ++i) {
      const unsigned row = first_row + N * y + i, col = first_col + LONG * (VECTORS * part + x);
      if (row >= rows || col >= cols) continue;
      const uint4 vector = *reinterpret_cast<const uint4*>(in + size_t(row) * cols + col);
      word[part][0][i] = vector.x;
      word[part][1][i] = vector.y;
      word[part][2][i] = vector.z;
      word[part][3][i] = vector.w;
    }
  }
  const unsigned out_x = lane % 8 + warp % 2 * 8, out_y = lane / 8 + warp / 2 * 4;
#pragma unroll
  for (unsigned part = 0; part < PARTS; ++part) {
    if (part > 0) __syncthreads();
#pragma unroll
    for (unsigned j = 0; j < 4; ++j) {
      turn(word[part][j]);
#pragma unroll
      for (unsigned i = 0; i < N; ++i) tile[i][4 * x + j][y] = word[part][j][i];
    }
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < 4 * VECTORS; k += OUT_GROUPS) {
#pragma unroll
      for (unsigned i = 0; i < N; ++i) {
        const unsigned row = first_row + LONG * out_x;
        const unsigned col = first_col + VECTORS * LONG * part + N * (out_y + k) + i;
        const Word* from = &tile[i][out_y + k][4 * out_x];
        if (row < rows && col < cols) {
          *reinterpret_cast<uint4*>(out + size_t(col) * rows + row) = make_uint4(from[0], from[1], from[2], from[3]);
        }
      }
    }
  }
}
