#include "ladder/chapter/transpose/far_index.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstddef>
#include <optional>

#include "ladder/diagnose/provenance.hpp"
#include "ladder/verification/sparse_buffer.hpp"
#include "ladder/verification/test_data.hpp"

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

// The same of a float, which has 24 bits; and of a row or a column that has 16. cols: of the array.
std::string rounded(std::uint64_t found, std::uint64_t due, std::uint64_t cols) {
  const std::uint64_t off = due > found ? due - found : found - due;
  const std::uint64_t ulp = std::bit_floor(due) >> 23;  // of a float of that size
  if (found % cols != due % cols && found / cols == due / cols && off % (1 << 16) == 0)
    return fmt::format("{} columns {}, as where one is a number of 16 bits", off,
                       due > found ? "further on" : "before");
  if (found / cols != due / cols && found % cols == due % cols && off / cols % (1 << 16) == 0)
    return fmt::format("{} rows {}, as where one is a number of 16 bits", off / cols,
                       due > found ? "further on" : "before");
  if (off == 0 || ulp <= 1 || off > ulp) return {};
  return fmt::format("{} elements {}, as a float rounds it, which has 24 bits", off,
                     due > found ? "further on" : "before");
}

// These blocks, on a large matrix of pages that exist where they are touched.
class FarRun {
 public:
  FarRun(Engine& engine, const Variant& variant, std::uint64_t rows, std::uint64_t cols, const BlockChoice& choose)
      : rows_(rows),
        cols_(cols),
        copied_(variant.output == Output::copied),
        in_(*engine.excerpts(), rows * cols, "in", [](std::size_t i) { return input_bits(i); }),
        out_(*engine.excerpts(), rows * cols, "out"),
        seen_(record(engine, variant, choose), [](const Step&) { return std::string(); }) {}

  const Provenance& seen() const { return seen_; }
  std::uint64_t out_cols() const { return copied_ ? cols_ : rows_; }

  // The element that the step is at.
  std::optional<std::uint64_t> in_of(std::size_t n) const { return index_in(in_, rows_ * cols_, seen_.steps()[n]); }
  std::optional<std::uint64_t> out_of(std::size_t n) const { return index_in(out_, rows_ * cols_, seen_.steps()[n]); }
  bool is_store(std::size_t n) const { return seen_.steps()[n].doing == Step::Doing::store && out_of(n); }

  std::uint64_t source(std::uint64_t out) const { return copied_ ? out : out % rows_ * cols_ + out / rows_; }
  std::uint64_t target(std::uint64_t in) const { return copied_ ? in : in % cols_ * rows_ + in / cols_; }

  Finding blame(std::size_t n, const char* does, const std::string& found, const std::string& due,
                const std::string& how_far) const {
    return seen_.blame(n, fmt::format("{} {} {}, and not {}, {}", seen_.thread(n), does, found, due, how_far));
  }

 private:
  Recording record(Engine& engine, const Variant& variant, const BlockChoice& choose) const {
    const Arguments arguments{in_.data(), out_.data(), static_cast<unsigned>(rows_), static_cast<unsigned>(cols_)};
    return engine.recorder()->record([&] { variant.run(arguments); }, [](const Step&) { return true; }, choose);
  }

  std::uint64_t rows_, cols_;
  bool copied_;
  SparseBuffer in_, out_;
  Provenance seen_;
};

// How many rows or columns one lies before the first of its tile, if that is due to the number of bits; else 0.
std::uint64_t before_tile(std::uint64_t found, std::uint64_t first, std::uint64_t length) {
  const std::uint64_t begin = first % (1 << 16), times = first / (1 << 16);
  return times != 0 && found >= begin && found < begin + length ? times << 16 : 0;
}

}  // namespace

Finding offset_of_32_bits(Engine& engine, const Variant& variant, std::uint64_t rows, std::uint64_t cols,
                          const std::vector<std::uint64_t>& blocks) {
  if (engine.recorder() == nullptr) return {};
  const FarRun run(engine, variant, rows, cols, [&](std::uint64_t) { return blocks; });
  for (std::size_t step = 0; step < run.seen().steps().size(); ++step) {
    if (!run.is_store(step)) continue;
    const std::size_t load = run.seen().path_to(step).front();
    const auto from = run.in_of(load), to = run.out_of(step);
    if (!from) continue;
    const std::uint64_t due_from = run.source(*to), due_to = run.target(*from);
    const auto how_far_off = [](std::uint64_t found, std::uint64_t due, std::uint64_t length) {
      const std::string words = apart(found, due);
      return words.empty() ? rounded(found, due, length) : words;
    };
    if (const auto how_far = how_far_off(*from, due_from, cols); !how_far.empty())
      return run.blame(load, "loads", element("in", *from, cols), element("in", due_from, cols), how_far);
    if (const auto how_far = how_far_off(*to, due_to, run.out_cols()); !how_far.empty()) {
      return run.blame(step, "stores to", element("out", *to, run.out_cols()), element("out", due_to, run.out_cols()),
                       how_far);
    }
  }
  return {};
}

Finding place_of_few_bits(Engine& engine, const Variant& variant, std::uint64_t rows, std::uint64_t cols,
                          const std::map<std::uint64_t, Tile>& tiles) {
  if (engine.recorder() == nullptr) return {};
  std::vector<std::uint64_t> blocks;
  for (const auto& [block, tile] : tiles) blocks.push_back(block);
  const FarRun run(engine, variant, rows, cols, [&](std::uint64_t) { return blocks; });
  // A number of a block that has 16 bits leads beyond what a row or column of so many could be.
  bool is_of_block = false;
  for (std::size_t step = 0; step < run.seen().steps().size(); ++step) {
    const auto tile = tiles.find(run.seen().steps()[step].block);
    if (!run.is_store(step) || tile == tiles.end()) continue;
    const std::uint64_t from = run.source(*run.out_of(step));
    const auto wraps = [](std::uint64_t found, std::uint64_t first, std::uint64_t length) {
      const std::uint64_t begin = first % (length << 16);
      return first > begin && begin >= (1 << 16) && found >= begin && found < begin + length;
    };
    is_of_block = is_of_block || wraps(from / cols, tile->second.row, variant.tile.y) ||
                  wraps(from % cols, tile->second.col, variant.tile.x);
  }
  for (std::size_t step = 0; step < run.seen().steps().size(); ++step) {
    const auto tile = tiles.find(run.seen().steps()[step].block);
    if (!run.is_store(step) || tile == tiles.end()) continue;
    const std::uint64_t from = run.source(*run.out_of(step)), row = from / cols, col = from % cols;
    const std::uint64_t rows_before = before_tile(row, tile->second.row, variant.tile.y);
    const std::uint64_t cols_before = before_tile(col, tile->second.col, variant.tile.x);
    if (rows_before + cols_before == 0) continue;
    const std::uint64_t due = run.target((row + rows_before) * cols + col + cols_before);
    return run.blame(step, "stores to", element("out", *run.out_of(step), run.out_cols()),
                     element("out", due, run.out_cols()),
                     fmt::format("{} {} of in before, as where {} is a number of 16 bits",
                                 rows_before != 0 ? rows_before : cols_before, rows_before != 0 ? "rows" : "columns",
                                 is_of_block        ? "the number of the block"
                                 : rows_before != 0 ? "a row"
                                                    : "a column"));
  }
  return {};
}

}  // namespace ladder::transpose
