#include "ladder/chapter/transpose/far_index.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <optional>

#include "ladder/verification/sparse_buffer.hpp"
#include "ladder/verification/test_data.hpp"
#include "ladder/verification/ways.hpp"

namespace ladder::transpose {
namespace {

std::optional<std::uint64_t> index_in(const SparseBuffer& array, std::uint64_t elements, const Step& step) {
  const std::uint64_t index = (step.address - reinterpret_cast<std::uintptr_t>(array.data())) / sizeof(float);
  if (step.in_shared || step.doing == Step::Doing::exchange || index >= elements) return std::nullopt;
  return index;
}

std::string element(const char* array, std::uint64_t index, std::uint64_t cols) {
  return fmt::format("{}[{}][{}]", array, index / cols, index % cols);
}

// How far on one is from the other, if that is due to the number of bits.
std::string apart(std::uint64_t found, std::uint64_t due) {
  constexpr std::uint64_t all = std::uint64_t{1} << 32;
  if (found == due || (due - found) % all != 0) return {};
  const std::uint64_t times = (due > found ? due - found : found - due) / all;
  return fmt::format("{}2^32 elements {}", times == 1 ? "" : fmt::format("{} * ", times),
                     due > found ? "further on" : "before");
}

}  // namespace

std::string offset_of_32_bits(Engine& engine, const Variant& variant, std::uint64_t rows, std::uint64_t cols,
                              const std::vector<std::uint64_t>& blocks) {
  if (engine.recorder() == nullptr) return {};
  const std::uint64_t elements = rows * cols;
  const bool copied = variant.output == Output::copied;
  const std::uint64_t out_cols = copied ? cols : rows;
  const SparseBuffer in(*engine.excerpts(), elements, "in", [](std::size_t i) { return input_bits(i); });
  const SparseBuffer out(*engine.excerpts(), elements, "out");
  const Arguments arguments{in.data(), out.data(), static_cast<unsigned>(rows), static_cast<unsigned>(cols)};
  const Ways ways(engine.recorder()->record([&] { variant.run(arguments); }, [](const Step&) { return true; },
                                            [&](std::uint64_t) { return blocks; }),
                  [](const Step&) { return std::string(); });
  const auto blame = [&](Ways::Number step, const char* does, const std::string& found, const std::string& due,
                         const std::string& how_far) {
    return fmt::format("{}: {} {} {} here, and not {}, {}{}", ways.line(step), ways.thread(step), does, found, due,
                       how_far, ways.caller(step));
  };
  for (Ways::Number step = 0; step < ways.steps().size(); ++step) {
    const auto to = index_in(out, elements, ways.steps()[step]);
    if (!to || ways.steps()[step].doing != Step::Doing::store) continue;
    const Ways::Number load = ways.way_to(step).front();
    const auto from = index_in(in, elements, ways.steps()[load]);
    if (!from) continue;
    const std::uint64_t due_from = copied ? *to : *to % rows * cols + *to / rows;
    const std::uint64_t due_to = copied ? *from : *from % cols * rows + *from / cols;
    if (const auto how_far = apart(*from, due_from); !how_far.empty())
      return blame(load, "loads", element("in", *from, cols), element("in", due_from, cols), how_far);
    if (const auto how_far = apart(*to, due_to); !how_far.empty())
      return blame(step, "stores to", element("out", *to, out_cols), element("out", due_to, out_cols), how_far);
  }
  return {};
}

}  // namespace ladder::transpose
