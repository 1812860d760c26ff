#include "ladder/verification/comparison.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>

#include "ladder/base/parallel.hpp"

namespace ladder {
namespace {

// Calls work(first, count) for each piece of so many elements, on all cores, so that the host never holds all of them.
template <typename Work>
void for_each_piece(std::size_t elements, const Work& work) {
  constexpr std::size_t most = std::size_t{1} << 20;
  in_parallel((elements + most - 1) / most, [&](std::size_t piece) {
    const std::size_t first = piece * most;
    work(first, std::min(most, elements - first));
  });
}

bool is_nan(std::uint32_t bits) { return (bits & 0x7fffffffu) > 0x7f800000u; }

void add(const Comparison& piece, Comparison& all) {
  all.wrong += piece.wrong;
  all.unwritten += piece.unwritten;
  if (piece.first && (!all.first || piece.first->index < all.first->index)) all.first = piece.first;
}

// Elements first to first + count - 1.
std::vector<std::uint32_t> bits_of(const DeviceArray& array, std::size_t first, std::size_t count) {
  const std::size_t bytes = array.element_bytes();
  std::vector<unsigned char> elements(count * bytes);
  array.download_bytes(first, elements);
  std::vector<std::uint32_t> bits(count);
  for (std::size_t i = 0; i < count; ++i) std::memcpy(&bits[i], &elements[i * bytes], bytes);  // its lowest bytes
  return bits;
}

}  // namespace

void fill_with_input(DeviceArray& array, unsigned part) {
  const std::size_t bytes = array.element_bytes();
  for_each_piece(array.size(), [&](std::size_t first, std::size_t count) {
    std::vector<unsigned char> elements(count * bytes);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t bits = part_of(input_bits(first + i), bytes, part);
      std::memcpy(&elements[i * bytes], &bits, bytes);
    }
    array.upload_bytes(first, elements);
  });
}

Comparison compare(const DeviceArray& found, const Expected& write_expected, unsigned part, Nans nans) {
  const std::size_t bytes = found.element_bytes();
  Comparison all;
  std::mutex mutex;
  for_each_piece(found.size(), [&](std::size_t first, std::size_t count) {
    const std::vector<std::uint32_t> values = bits_of(found, first, count);
    std::vector<std::uint32_t> expected(count);
    write_expected(first, expected);
    Comparison piece;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t bits = values[i], due = part_of(expected[i], bytes, part);
      if (bits == due || (nans == Nans::any_nan && is_nan(bits) && is_nan(due))) continue;
      add({1, bits == part_of(poison_bits, bytes) ? 1u : 0u, Mismatch{first + i, due, bits}}, piece);
    }
    const std::lock_guard lock(mutex);
    add(piece, all);
  });
  return all;
}

std::vector<std::uint32_t> bits_of(const DeviceArray& array) { return bits_of(array, 0, array.size()); }

}  // namespace ladder
