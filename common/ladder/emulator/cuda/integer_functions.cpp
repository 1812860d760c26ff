#include "ladder/emulator/cuda/integer_functions.hpp"

#include <bit>

namespace ladder::cuda {
namespace {

constexpr int word_bits = 32;

bool has(unsigned word, unsigned position) { return (word >> position & 1) != 0; }
unsigned below(unsigned position) { return (1u << position) - 1; }

}  // namespace

unsigned position_of_bit(unsigned word, unsigned base, int nth) noexcept {
  constexpr unsigned none = UINT32_MAX;
  if (nth == 0) return base < word_bits && has(word, base) ? base : none;
  const std::int64_t step = nth > 0 ? 1 : -1;
  std::int64_t left = nth * step;
  for (std::int64_t position = base; position >= 0 && position < word_bits; position += step) {
    const auto at = static_cast<unsigned>(position);
    if (has(word, at) && --left == 0) return at;
  }
  return none;
}

unsigned long long reverse_bits(unsigned long long word, int count) noexcept {
  unsigned long long reversed = 0;
  for (int position = 0; position < count; ++position) reversed |= (word >> position & 1) << (count - 1 - position);
  return reversed;
}

unsigned pack_bits(unsigned word, unsigned mask) noexcept {
  unsigned packed = 0;
  for (unsigned position = 0, next = 0; position < word_bits; ++position) {
    if (has(mask, position)) packed |= (word >> position & 1) << next++;
  }
  return packed;
}

unsigned bits_beside(unsigned mask, unsigned member, unsigned count) noexcept {
  const auto rank = [mask](unsigned position) { return static_cast<unsigned>(std::popcount(mask & below(position))); };
  unsigned together = 0;
  for (unsigned position = 0; position < word_bits; ++position) {
    if (has(mask, position) && rank(position) / count == rank(member) / count) together |= 1u << position;
  }
  return together;
}

}  // namespace ladder::cuda
