// Step 6: what each variant costs, by pencil and paper. The checks hold every variant to its row.
#include "ladder/problems/transpose/contract.hpp"

#include <algorithm>
#include <vector>

using namespace ladder::transpose;
using ladder::DueWork;
using ladder::Requests;

namespace {

constexpr std::uint64_t sector = 32;  // bytes

// Adds a request for the bytes first to end - 1.
void add(Requests& all, std::uint64_t first, std::uint64_t end) {
  if (first >= end) return;
  ++all.count;
  all.transactions += (end - 1) / sector - first / sector + 1;
}

// 32 words from there on, as far as they lie before the end: of the last one perhaps not all, but element after
// element.
void add_words(Requests& all, std::uint64_t first, std::uint64_t end, std::uint64_t element_bytes) {
  end = std::min(first + 32 * 4, end);
  const std::uint64_t whole_words = end / 4 * 4;
  add(all, first, whole_words);
  for (std::uint64_t at = std::max(first, whole_words); at < end; at += element_bytes) add(all, at, at + element_bytes);
}

// A block loads 72 groups of rows of the input, as far as there are any, 32 words of each row, from the aligned word on
// that its columns begin in. Of each row of the output it stores two runs of 32 words, which begin with a sector; the
// first block stores what comes before them, too. It keeps all that it may load, and makes all words that it may store,
// each of two. (The word that a row after the last would begin in may hold elements of the last.)
struct AnySize {
  unsigned element_bytes;

  DueWork operator()(const ladder::Sizes& size) const {
    const std::uint64_t rows = size.at(0).second, cols = size.at(1).second, bytes = element_bytes;
    const std::uint64_t per_word = 4 / bytes, tile_rows = 64 * per_word, tile_cols = 31 * per_word;
    Requests loads, stores;
    for (std::uint64_t first_row = 0; first_row < rows; first_row += tile_rows) {
      const std::uint64_t end_row = std::min(first_row + 72 * per_word, rows + 1);
      for (std::uint64_t row = first_row; row < end_row; ++row) {
        for (std::uint64_t col = 0; col < cols; col += tile_cols) {
          add_words(loads, (row * cols + col) * bytes / 4 * 4, rows * cols * bytes, bytes);
        }
      }
    }
    const std::uint64_t blocks_of_a_row = ladder::divide_up(rows, tile_rows);
    std::uint64_t taken = blocks_of_a_row * cols * 2 * 2;
    for (std::uint64_t col = 0; col < cols; ++col) {
      const std::uint64_t begin = col * rows * bytes, end = begin + rows * bytes;
      std::uint64_t first = std::min((begin + sector - 1) / sector * sector, end);
      add(stores, begin, first);
      taken += begin < first ? 1 : 0;
      for (; first < end; first += 32 * 4) add_words(stores, first, end, bytes);
    }
    const std::uint64_t blocks = blocks_of_a_row * ladder::divide_up(cols, tile_cols), kept = blocks * 72 * per_word;
    return {{.global_loads = loads,
             .global_stores = stores,
             .shared_loads = {taken, taken},
             .shared_stores = {kept, kept},
             .blocks = blocks,
             .barriers = blocks,
             .exchanges = kept,
             .load_rounds = blocks,
             .resident_threads = 5 * 12 * 32},
            true,
            true,
            12 * 32};
  }
};

// A kernel of accesses of `width` bytes, where all rows are aligned for them; else that of any size.
struct Wide {
  unsigned width;
  EachElementOnce aligned;

  DueWork operator()(const ladder::Sizes& size) const {
    const auto fits = [&](std::uint64_t elements) { return elements * aligned.element_bytes % width == 0; };
    const bool all_fit = fits(size.at(0).second) && fits(size.at(1).second);
    return all_fit ? aligned(size) : AnySize{aligned.element_bytes}(size);
  }
};

}  // namespace

// A request moves 32 elements, 32 words, or 32 vectors as four pieces of rows of 8. Of 2 bytes, with a pad of one
// element, two lanes share each bank; of 1 byte four lanes share a word, and two of their words a bank.
const std::vector<ladder::Contract> ladder::contracts = {
    //                        rows, elements of a request: loads, stores; then elements of a lane, wavefronts: loads,
    //                        stores; columns, rows of a block; barriers
    {"element_pad_2_bytes", EachElementOnce{{1, 32}, {1, 32}, {1, 2}, {1, 1}, {64, 64}, 1}.of_bytes(2)},
    {"word_pad_2_bytes", EachElementOnce{{1, 32}, {1, 32}, {1, 1}, {1, 1}, {64, 64}, 1}.of_bytes(2)},
    {"words_2_bytes", Wide{4, EachElementOnce{{1, 64}, {1, 64}, {2, 1}, {2, 1}, {64, 64}, 1}.of_bytes(2)}},
    {"vectors_2_bytes",
     Wide{16, EachElementOnce{{8, 64, 2}, {8, 64, 2}, {2, 1}, {2, 1}, {128, 128}, 1}.by(1024).of_bytes(2)}},
    {"any_size_2_bytes", AnySize{2}},
    {"element_pad_1_byte", EachElementOnce{{1, 32}, {1, 32}, {1, 2}, {1, 1}, {64, 64}, 1}.of_bytes(1)},
    {"word_pad_1_byte", EachElementOnce{{1, 32}, {1, 32}, {1, 1}, {1, 1}, {64, 64}, 1}.of_bytes(1)},
    {"words_1_byte", Wide{4, EachElementOnce{{1, 128}, {1, 128}, {4, 1}, {4, 1}, {128, 128}, 1}.of_bytes(1)}},
    {"vectors_1_byte",
     Wide{16, EachElementOnce{{16, 128, 4}, {16, 128, 4}, {4, 1}, {4, 1}, {256, 256}, 3}.by(512).of_bytes(1)}},
    {"any_size_1_byte", AnySize{1}},
};
