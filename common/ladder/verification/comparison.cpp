#include "ladder/verification/comparison.hpp"

#include <algorithm>
#include <bit>
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

}  // namespace

void fill_with_input(DeviceBuffer<float>& buffer, std::size_t first) {
  for_each_piece(buffer.size() - first, [&](std::size_t begin, std::size_t count) {
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = std::bit_cast<float>(input_bits(begin + i));
    buffer.upload(first + begin, values);
  });
}

Comparison compare(const DeviceBuffer<float>& found, const Expected& write_expected, Nans nans) {
  Comparison all;
  std::mutex mutex;
  for_each_piece(found.size(), [&](std::size_t first, std::size_t count) {
    std::vector<float> values(count);
    std::vector<std::uint32_t> expected(count);
    found.download(first, values);
    write_expected(first, expected);
    Comparison piece;
    for (std::size_t i = 0; i < count; ++i) {
      const auto bits = std::bit_cast<std::uint32_t>(values[i]);
      if (bits == expected[i] || (nans == Nans::any_nan && is_nan(bits) && is_nan(expected[i]))) continue;
      add({1, bits == poison_bits ? 1u : 0u, Mismatch{first + i, expected[i], bits}}, piece);
    }
    const std::lock_guard lock(mutex);
    add(piece, all);
  });
  return all;
}

std::vector<std::uint32_t> bits_of(const DeviceBuffer<float>& buffer, std::size_t first) {
  std::vector<float> values(buffer.size() - first);
  buffer.download(first, values);
  std::vector<std::uint32_t> bits(values.size());
  std::transform(values.begin(), values.end(), bits.begin(), [](float v) { return std::bit_cast<std::uint32_t>(v); });
  return bits;
}

}  // namespace ladder
