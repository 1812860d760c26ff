#include "ladder/verification/comparison.hpp"

#include <algorithm>
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

// Calls work(Element{}), with an unsigned number of so many bytes.
template <typename Work>
auto with_element(std::size_t bytes, const Work& work) {
  if (bytes == 1) return work(std::uint8_t{});
  if (bytes == 2) return work(std::uint16_t{});
  return work(std::uint32_t{});
}

// Elements first to first + count - 1.
template <typename Element>
std::vector<Element> downloaded(const DeviceArray& array, std::size_t first, std::size_t count) {
  std::vector<Element> elements(count);
  array.download_bytes(first, {reinterpret_cast<unsigned char*>(elements.data()), count * sizeof(Element)});
  return elements;
}

// Of so many elements, from `first` on.
template <typename Element>
Comparison compare_piece(const DeviceArray& found, std::size_t first, std::size_t count, const Expected& write_expected,
                         unsigned part, Nans nans) {
  const std::vector<Element> values = downloaded<Element>(found, first, count);
  std::vector<std::uint32_t> expected(count);
  write_expected(first, expected);
  Comparison piece;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t bits = values[i], due = part_of(expected[i], sizeof(Element), part);
    if (bits == due || (nans == Nans::any_nan && is_nan(bits) && is_nan(due))) continue;
    add({1, bits == part_of(poison_bits, sizeof(Element)) ? 1u : 0u, Mismatch{first + i, due, bits}}, piece);
  }
  return piece;
}

}  // namespace

void fill_with_input(DeviceArray& array, unsigned part) {
  for_each_piece(array.size(), [&](std::size_t begin, std::size_t count) {
    with_element(array.element_bytes(), [&](auto element) {
      std::vector<decltype(element)> elements(count);
      for (std::size_t i = 0; i < count; ++i)
        elements[i] = static_cast<decltype(element)>(part_of(input_bits(begin + i), sizeof(element), part));
      array.upload_bytes(begin, {reinterpret_cast<const unsigned char*>(elements.data()), count * sizeof(element)});
    });
  });
}

Comparison compare(const DeviceArray& found, const Expected& write_expected, unsigned part, Nans nans) {
  Comparison all;
  std::mutex mutex;
  for_each_piece(found.size(), [&](std::size_t first, std::size_t count) {
    const Comparison piece = with_element(found.element_bytes(), [&](auto element) {
      return compare_piece<decltype(element)>(found, first, count, write_expected, part, nans);
    });
    const std::lock_guard lock(mutex);
    add(piece, all);
  });
  return all;
}

std::vector<std::uint32_t> bits_of(const DeviceArray& array) {
  return with_element(array.element_bytes(), [&](auto element) {
    const auto elements = downloaded<decltype(element)>(array, 0, array.size());
    return std::vector<std::uint32_t>(elements.begin(), elements.end());
  });
}

}  // namespace ladder
