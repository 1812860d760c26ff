// Rows of any length, from any address on: words all the same.
//
// A row of the matrix need not begin with a word. So each lane loads the aligned word that its own begins in; the rest
// of its own lies in the next lane's. 32 lanes make 31 words, each of two by a shift. Rows PER_WORD apart begin at the
// same byte of a word, as PER_WORD * cols elements are cols words: all groups have the shift of the first.
//
// On the way out each row of the output skips to its next sector, as in step 5: a block stores 64 words of it, and
// loads the elements of 8 more, a sector. Each word is again made of two, which lie side by side in the tile.
#pragma once

constexpr unsigned SECTOR_WORDS = 8, STORED_WORDS = 64, KEPT_WORDS = STORED_WORDS + SECTOR_WORDS;
static_assert(SECTOR_WORDS * sizeof(Word) == 32);
constexpr unsigned MADE_WORDS = 31, ANY_THREAD_ROWS = 12;
static_assert(KEPT_WORDS % ANY_THREAD_ROWS == 0);

// Planes, and in each a column of words as a row, as in transpose_words(). Their length is odd: 32 banks.
template <typename Element>
using AnyTile = Word[PER_WORD<Element>][MADE_WORDS][KEPT_WORDS + 1];
static_assert((KEPT_WORDS + 1) % 2 == 1);

// The word there; of one across an end of the matrix, the elements inside.
template <typename Element>
__device__ inline Word load_inside(const Word* whole, const Element* begin, const Element* end) {
  const Element* first = reinterpret_cast<const Element*>(whole);
  if (first >= begin && first + PER_WORD<Element> <= end) return *whole;
  Word word = 0;
  for (unsigned i = 0; i < PER_WORD<Element>; ++i) {
    if (first + i >= begin && first + i < end) word |= Word(first[i]) << (8 * sizeof(Element) * i);
  }
  return word;
}

template <typename Element>
__device__ inline void load_any(AnyTile<Element>& tile, const Element* in, unsigned rows, unsigned cols,
                                unsigned first_row, unsigned first_col) {
  constexpr unsigned N = PER_WORD<Element>, LOADS = KEPT_WORDS / ANY_THREAD_ROWS;
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const size_t last = size_t(first_row + N * KEPT_WORDS - 1) * cols + first_col + 32 * N;
  const size_t count = size_t(rows) * cols;
  const bool inside = first_row + first_col > 0 && last < count;  // so are all words of the block

  const Word* first[N];  // the aligned word in row i of the thread's first group
  unsigned shift[N];
#pragma unroll
  for (unsigned i = 0; i < N; ++i) {
    const Element* own = in + size_t(first_row + N * y + i) * cols + first_col + N * x;
    const unsigned byte = reinterpret_cast<size_t>(own) % sizeof(Word);
    first[i] = reinterpret_cast<const Word*>(own - byte / sizeof(Element));
    shift[i] = 8 * byte;
  }
  Word word[LOADS][N];
#pragma unroll
  for (unsigned k = 0; k < LOADS; ++k) {
#pragma unroll
    for (unsigned i = 0; i < N; ++i) {
      const Word* from = first[i] + size_t(ANY_THREAD_ROWS * k) * cols;  // N rows are cols words
      word[k][i] = inside ? *from : load_inside(from, in, in + count);
    }
  }
#pragma unroll
  for (unsigned k = 0; k < LOADS; ++k) {
#pragma unroll
    for (unsigned i = 0; i < N; ++i) {
      const Word next = __shfl_down_sync(0xffffffff, word[k][i], 1);
      word[k][i] = __funnelshift_r(word[k][i], next, shift[i]);
    }
    turn(word[k]);
#pragma unroll
    for (unsigned i = 0; i < N; ++i) {
      if (x < MADE_WORDS) tile[i][x][y + ANY_THREAD_ROWS * k] = word[k][i];
    }
  }
}

template <typename Element>
__device__ inline void store_any(const AnyTile<Element>& tile, Element* out, unsigned rows, unsigned cols,
                                 unsigned first_row, unsigned first_col) {
  constexpr unsigned N = PER_WORD<Element>, BITS = 8 * sizeof(Element);
  const unsigned x = threadIdx.x;
#pragma unroll 4
  for (unsigned c = threadIdx.y; c < MADE_WORDS * N; c += ANY_THREAD_ROWS) {
    if (first_col + c >= cols) break;
    Element* row_of_output = out + size_t(first_col + c) * rows;
    const unsigned start = reinterpret_cast<size_t>(row_of_output + first_row) / sizeof(Element);
    const unsigned skip = (0 - start) % (SECTOR_WORDS * N);
    const Word* column = tile[c % N][c / N];
#pragma unroll
    for (unsigned l = 0; l < STORED_WORDS; l += 32) {
      const Word* from = column + skip / N + l + x;
      const Word word = __funnelshift_r(from[0], from[1], BITS * (skip % N));
      const unsigned row = first_row + skip + N * (l + x);
      if (row + N <= rows) {
        *reinterpret_cast<Word*>(row_of_output + row) = word;
        continue;
      }
      for (unsigned i = 0; i < N; ++i) {
        if (row + i < rows) row_of_output[row + i] = Element(word >> (BITS * i));
      }
    }
    // What all blocks would skip.
    if (first_row == 0 && x < skip && x < rows) row_of_output[x] = Element(column[x / N] >> (BITS * (x % N)));
  }
}

template <typename Element>
__global__ void __launch_bounds__(32 * ANY_THREAD_ROWS)
    transpose_any_size(const Element* in, Element* out, unsigned rows, unsigned cols) {
  __shared__ AnyTile<Element> tile;
  const unsigned first_row = blockIdx.x * STORED_WORDS * PER_WORD<Element>;
  const unsigned first_col = (blockIdx.z * gridDim.y + blockIdx.y) * MADE_WORDS * PER_WORD<Element>;
  load_any(tile, in, rows, cols, first_row, first_col);
  __syncthreads();
  store_any(tile, out, rows, cols, first_row, first_col);
}
