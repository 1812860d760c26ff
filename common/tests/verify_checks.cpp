// That the verification itself can fail: every way in which an output can be wrong has to be found.
#include <algorithm>
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ladder/base/values.hpp"
#include "ladder/problems/transpose/reference.hpp"
#include "ladder/verification/test_data.hpp"

using namespace ladder;
using namespace ladder::transpose;
using Catch::Matchers::ContainsSubstring;

namespace {

const Variant transposed{"transposed", {1, 1}, {1, 1}, transpose::Output::transposed, {}};
const Variant copied{"copied", {1, 1}, {1, 1}, transpose::Output::copied, {}};

// The right output, for a test to spoil.
std::vector<float> right_output(unsigned rows, unsigned cols) {
  std::vector<float> out(std::size_t{rows} * cols);
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < cols; ++c) out[c * rows + r] = std::bit_cast<float>(input_bits(r * cols + c));
  }
  return out;
}

std::string verdict(const std::vector<float>& out, unsigned rows, unsigned cols, const Variant& variant = transposed) {
  const auto engine = make_emulator();
  DeviceBuffer<float> buffer(*engine, out.size(), "out");
  buffer.upload(0, out);
  return verify(buffer, rows, cols, variant);
}

}  // namespace

TEST_CASE("input differs from its neighbours, has NaNs, and never looks like poison") {
  std::set<std::uint32_t> values;
  int nans = 0;
  for (std::size_t i = 0; i < 100000; ++i) {
    const std::uint32_t bits = input_bits(i);
    CHECK_FALSE(bits == poison_bits);
    nans += std::bit_cast<float>(bits) != std::bit_cast<float>(bits);
    values.insert(bits);
  }
  CHECK(values.size() > 99990);
  CHECK(nans > 100);
}

TEST_CASE("the CPU's transpose is one, whole or in pieces") {
  for (const auto& [rows, cols] :
       std::vector<std::pair<std::size_t, std::size_t>>{{1, 1}, {1, 70}, {70, 1}, {33, 65}}) {
    std::vector<std::uint32_t> in(rows * cols), out(rows * cols), pieces(rows * cols);
    copy_on_cpu(0, in);
    transpose_on_cpu(0, out, rows, cols);
    for (std::size_t i = 0; i < in.size(); ++i) CHECK(out[i] == in[i % rows * cols + i / rows]);
    for (std::size_t i = 0; i < in.size(); i += 7) {
      transpose_on_cpu(i, std::span(pieces).subspan(i, std::min<std::size_t>(7, in.size() - i)), rows, cols);
    }
    CHECK(pieces == out);
  }
}

TEST_CASE("a value is said as a number, and by its bits where it is none") {
  CHECK(value_in_words(0x3dcccccd, 4) == "0.1");
  CHECK(value_in_words(203, 1) == "203");
  CHECK(value_in_words(0x7fc00000, 4) == "NaN (0x7fc00000)");
  CHECK(element_in_words("in", 23, {2, 3, 4}) == "in[1][2][3]");
}

TEST_CASE("the right output passes, at sizes of one piece and of several") {
  CHECK(verdict(right_output(31, 33), 31, 33) == "");
  CHECK(verdict(right_output(3000, 3001), 3000, 3001) == "");
  CHECK(verdict(right_output(5000000, 1), 5000000, 1) == "");
  CHECK(verdict(right_output(4200000, 2), 4200000, 2) == "");
  CHECK(verdict(right_output(1, 5000000), 1, 5000000) == "");
}

TEST_CASE("a single wrong bit is found and named") {
  auto out = right_output(31, 33);
  out[7 * 31 + 5] = std::bit_cast<float>(std::bit_cast<std::uint32_t>(out[7 * 31 + 5]) ^ 1u);
  CHECK_THAT(verdict(out, 31, 33), ContainsSubstring("out[7][5] holds ") &&
                                       ContainsSubstring(", not in[5][7]; 1 of 1023 elements are wrong"));
  auto last = right_output(4200000, 2);
  last.back() = 1.5;
  CHECK_THAT(verdict(last, 4200000, 2), ContainsSubstring("out[1][4199999] holds 1.5, not in[4199999][1]"));
}

TEST_CASE("elements that were never written are counted") {
  auto out = right_output(31, 33);
  out[100] = out[101] = std::bit_cast<float>(poison_bits);
  CHECK_THAT(verdict(out, 31, 33),
             ContainsSubstring("out[3][7] was never written") && ContainsSubstring("2 of them never written"));
}

TEST_CASE("a copy is no transpose, and a transpose no copy") {
  std::vector<float> input(32 * 32);
  for (std::size_t i = 0; i < input.size(); ++i) input[i] = std::bit_cast<float>(input_bits(i));
  CHECK(verdict(input, 32, 32, copied) == "");
  CHECK_THAT(verdict(input, 32, 32), ContainsSubstring("out[0][1] holds in[0][1], not in[1][0]"));
  CHECK(verdict(right_output(32, 32), 32, 32, copied) != "");
}

TEST_CASE("another NaN passes only where a variant may change it") {
  auto out = right_output(64, 64);
  std::size_t nan = 0;
  while (out[nan] == out[nan]) ++nan;
  out[nan] = std::bit_cast<float>(std::bit_cast<std::uint32_t>(out[nan]) ^ 1u);
  CHECK(verdict(out, 64, 64) != "");
  Variant multiplying = transposed;
  multiplying.keeps_nan_bits = false;
  CHECK(verdict(out, 64, 64, multiplying) == "");
  out[nan] = 1;
  CHECK(verdict(out, 64, 64, multiplying) != "");
}

TEST_CASE("of elements of 1 and 2 bytes, an exchange that one part does not show is shown by another") {
  const auto engine = make_emulator();
  constexpr unsigned rows = 300, cols = 600;
  std::vector<std::uint32_t> right(rows * cols);
  transpose_on_cpu(0, right, rows, cols);
  for (const std::size_t bytes : {1, 2}) {
    const auto is_like_first = [&](std::uint32_t bits) { return part_of(bits, bytes) == part_of(right[0], bytes); };
    std::vector<std::uint32_t> exchanged = right;
    std::iter_swap(exchanged.begin(), std::find_if(exchanged.begin() + 1, exchanged.end(), is_like_first));
    int wrong = 0;
    for (unsigned part = 0; part < parts_of(bytes); ++part) {
      DeviceArray out(*engine, right.size(), bytes, "out");
      const auto verdict_of = [&](const std::vector<std::uint32_t>& elements) {
        for (std::size_t i = 0; i < elements.size(); ++i) {
          const std::uint32_t bits = part_of(elements[i], bytes, part);
          engine->upload(out.at(i), &bits, bytes);  // its lowest byte is the first
        }
        return verify(out, rows, cols, transposed, part);
      };
      CHECK_THAT(verify(out, rows, cols, transposed, part), ContainsSubstring("out[0][0] is still as before"));
      CHECK(verdict_of(right) == "");
      const std::string verdict = verdict_of(exchanged);
      CHECK((part > 0 || verdict == ""));
      wrong += verdict.empty() ? 0 : 1;
    }
    CHECK(wrong > 0);
  }
}

TEST_CASE("a write outside the output is found by the guard zones") {
  const auto engine = make_emulator();
  for (const std::ptrdiff_t outside : {-1, 64 * 64}) {
    DeviceBuffer<float> buffer(*engine, 64 * 64, "out");
    buffer.upload(0, right_output(64, 64));
    const float value = 1;
    engine->upload(buffer.data() + outside, &value, sizeof value);
    CHECK_THAT(verify(buffer, 64, 64, transposed), ContainsSubstring("outside the output"));
  }
}
