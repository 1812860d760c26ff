#include "ladder/emulator/memory/fingerprint.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "ladder/base/parallel.hpp"
#include "ladder/platform/mapping.hpp"

namespace ladder::emulator {
namespace {

constexpr std::uint64_t k[] = {0xa0761d6478bd642f, 0xe7037ed1a0b428db, 0x8ebc6af09c88c6e3, 0x589965cc75374cc3};
using Words = std::array<std::uint64_t, 4>;

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  __extension__ typedef unsigned __int128 Wide;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// Of bytes of one page: two chains, as the processor multiplies several numbers at once.
Fingerprint fingerprint_of_part(std::uintptr_t begin, std::size_t bytes) {
  const auto* const from = reinterpret_cast<const std::byte*>(begin);
  Fingerprint even{mixed(begin ^ k[0], k[1]), mixed(begin ^ k[2], k[3])}, odd{even.second, even.first};
  const auto go_on = [](Fingerprint& chain, std::uint64_t a, std::uint64_t b) {
    chain.first = mixed(a ^ k[0], b ^ chain.first);
    chain.second = mixed(a ^ chain.second, b ^ k[2]);
  };
  std::uint64_t any = 0;
  for (std::size_t i = 0; i < bytes; i += sizeof(Words)) {
    Words words{};
    std::memcpy(&words, from + i, bytes - i < sizeof words ? bytes - i : sizeof words);
    any |= words[0] | words[1] | words[2] | words[3];
    go_on(even, words[0], words[1]);
    go_on(odd, words[2], words[3]);
  }
  if (any == 0) return {};
  return {mixed(even.first ^ k[1], odd.first ^ k[3]), mixed(even.second ^ k[3], odd.second ^ k[1])};
}

// Of bytes that begin with a page, or are a part of one.
Fingerprint fingerprint_of_pages(const Segment& memory) {
  const std::size_t page = page_bytes();
  const std::vector<bool> touched = touched_pages(memory.begin, memory.bytes);
  Fingerprint sum;
  std::uintptr_t begin = memory.begin;
  for (const bool is_touched : touched) {
    const std::uintptr_t end = std::min((begin / page + 1) * page, memory.begin + memory.bytes);
    if (is_touched) sum.add(fingerprint_of_part(begin, end - begin));
    begin = end;
  }
  return sum;
}

}  // namespace

void Fingerprints::add(const Fingerprints& other) {
  pieces.insert(pieces.end(), other.pieces.begin(), other.pieces.end());
  of_pieces.insert(of_pieces.end(), other.of_pieces.begin(), other.of_pieces.end());
  of_all.add(other.of_all);
}

Fingerprints fingerprints_of(const std::vector<Segment>& memory) {
  constexpr std::uintptr_t piece_bytes = std::uintptr_t{1} << 22;
  Fingerprints found;
  for (const Segment& segment : memory) {
    found.of_all.add(
        {mixed(segment.begin ^ k[0], segment.bytes ^ k[1]), mixed(segment.begin ^ k[2], segment.bytes ^ k[3])});
    const std::uintptr_t end = segment.begin + segment.bytes;
    for (std::uintptr_t begin = segment.begin; begin < end;) {
      const std::uintptr_t next = std::min((begin / piece_bytes + 1) * piece_bytes, end);
      found.pieces.push_back({begin, next - begin});
      begin = next;
    }
  }
  found.of_pieces.resize(found.pieces.size());
  in_parallel(found.pieces.size(), [&](std::size_t i) { found.of_pieces[i] = fingerprint_of_pages(found.pieces[i]); });
  for (const Fingerprint& one : found.of_pieces) found.of_all.add(one);
  return found;
}

}  // namespace ladder::emulator
