#include "ladder/problems/transpose/far_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <random>
#include <set>

#include "ladder/diagnose/provenance.hpp"
#include "ladder/diagnose/recorded_parts.hpp"
#include "ladder/problems/transpose/reference.hpp"
#include "ladder/report/result.hpp"
#include "ladder/verification/sparse_buffer.hpp"
#include "ladder/verification/test_data.hpp"

namespace ladder::transpose {
namespace {

// A tile of the input, counted in tiles from the left and from the top.
struct TilePlace {
  std::uint64_t x, y;
  auto operator<=>(const TilePlace&) const = default;
};

std::set<TilePlace> places(const FarMatrix& matrix, Extent tile) {
  const auto place = [&](std::uint64_t row, std::uint64_t col) { return TilePlace{col / tile.x, row / tile.y}; };
  std::set<TilePlace> places{place(0, 0), place(matrix.rows - 1, matrix.cols - 1)};
  for (const std::uint64_t limit : {std::uint64_t{1} << 31, std::uint64_t{1} << 32}) {
    for (const std::uint64_t offset : {limit - 1, limit}) {
      places.insert(place(offset / matrix.cols, offset % matrix.cols));  // of the input
      places.insert(place(offset % matrix.rows, offset / matrix.rows));  // of the output
    }
  }
  return places;
}

// The number of the block that has the tile, as the grid of variant() in kernels.hpp counts.
std::uint64_t block_of(const TilePlace& place, const Variant& variant, const FarMatrix& matrix) {
  const auto tiles = [](std::uint64_t count, unsigned each) { return (count + each - 1) / each; };
  return variant.order == BlockOrder::along_input_rows ? place.y * tiles(matrix.cols, variant.tile.x) + place.x
                                                       : place.x * tiles(matrix.rows, variant.tile.y) + place.y;
}

constexpr std::uint64_t wrap = std::uint64_t{1} << 32;

// An element that a block has to write, by its number in the output.
using Due = std::map<std::uint64_t, std::uint64_t>::value_type;

// Runs of some blocks on one such matrix. Of small elements, on part 0: an offset that is off puts so many elements in
// wrong places that not all of them look right.
class FarMatrices {
 public:
  FarMatrices(Engine& engine, const Variant& variant, const FarMatrix& matrix)
      : engine_(engine),
        variant_(variant),
        matrix_(matrix),
        copied_(variant.output == Output::copied),
        in_(input(0)),
        out_(*engine.excerpts(), matrix.rows * matrix.cols, "out", nullptr, variant.element_bytes) {}

  std::uint64_t out_cols() const { return copied_ ? matrix_.cols : matrix_.rows; }
  std::uint64_t target_of(std::uint64_t in) const {
    return copied_ ? in : in % matrix_.cols * matrix_.rows + in / matrix_.cols;
  }
  std::string out(std::uint64_t index) const { return element("out", index, out_cols()); }

  std::vector<Finding> hazards(const BlockChoice& choose) const {
    Result result;
    result.variant = variant_.name;
    adopt_observation(engine_.excerpts()->execute(run(in_), choose), result);
    return hazards_of(result);
  }
  std::vector<WrittenElement> written() const { return out_.written(); }

  // The first that is wrong of what they have written, in a few words; empty where all is right.
  std::string wrong_element() const {
    for (const auto& [index, bits] : written()) {
      const std::uint32_t right = part_of(input_bits(source_of(index)), variant_.element_bytes);
      if (bits != right) return out(index) + " " + wrong_in_words(bits, right, variant_.element_bytes);
    }
    return {};
  }

  // These blocks once more, step by step: where the one that has to write an element stores instead. Without one, the
  // first store of another element than belongs there: the load or the store that is off.
  Finding wrong_offset(const std::vector<std::uint64_t>& blocks, const Due* missing) const {
    const auto record_on = [&](const SparseBuffer& in) {
      return engine_.recorder()->record(
          run(in), [](const Step&) { return true; }, [&](std::uint64_t) { return blocks; }, variant_.element_bytes);
    };
    const auto record = [&](unsigned part) { return part == 0 ? record_on(in_) : record_on(input(part)); };
    const Provenance seen(record_parts(variant_.element_bytes, record), [](const Step&) { return std::string(); });
    const auto blame = [&](std::size_t i, const std::string& what, const std::string& due, const std::string& how_far) {
      return seen.blame(i, fmt::format("{} {}, and not {}, {}", seen.thread(i), what, due, how_far));
    };
    for (std::size_t i = 0; i < seen.steps().size(); ++i) {
      const std::size_t load = seen.path_to(i).front();
      const auto from = index_in(in_, seen.steps()[load]), to = index_in(out_, seen.steps()[i]);
      if (!to || !stores(seen.steps()[i])) continue;
      if (missing != nullptr && seen.steps()[i].block != missing->second) continue;
      if (missing == nullptr && (!from || *from == source_of(*to))) continue;
      if (missing == nullptr && (*from - source_of(*to)) % wrap == 0) {
        return blame(load, "loads " + element("in", *from, matrix_.cols), element("in", source_of(*to), matrix_.cols),
                     apart(*from, source_of(*to)));
      }
      const std::uint64_t target = missing != nullptr ? missing->first : target_of(*from);
      return blame(i, "stores to " + out(*to), out(target), apart(*to, target));
    }
    return {};
  }

 private:
  SparseBuffer input(unsigned part) const {
    const auto initial = [part, bytes = variant_.element_bytes](std::size_t i) {
      return part_of(input_bits(i), bytes, part);
    };
    return {*engine_.excerpts(), matrix_.rows * matrix_.cols, "in", initial, variant_.element_bytes};
  }
  Run run(const SparseBuffer& in) const {
    return [this, &in] {
      variant_.run({in.data(), out_.data(), static_cast<unsigned>(matrix_.rows), static_cast<unsigned>(matrix_.cols)});
    };
  }
  std::uint64_t source_of(std::uint64_t out) const {
    return copied_ ? out : out % matrix_.rows * matrix_.cols + out / matrix_.rows;
  }
  static std::string element(const char* array, std::uint64_t index, std::uint64_t cols) {
    return fmt::format("{}[{}][{}]", array, index / cols, index % cols);
  }
  std::optional<std::uint64_t> index_in(const SparseBuffer& array, const Step& step) const {
    return element_at(step, reinterpret_cast<std::uintptr_t>(array.data()), matrix_.rows * matrix_.cols,
                      variant_.element_bytes);
  }

  Engine& engine_;
  const Variant& variant_;
  FarMatrix matrix_;
  bool copied_;
  SparseBuffer in_, out_;
};

// What the blocks with these tiles have to write, each element with its block.
std::map<std::uint64_t, std::uint64_t> elements_due(const std::set<TilePlace>& places, const Variant& variant,
                                                    const FarMatrix& matrix, const FarMatrices& run) {
  std::map<std::uint64_t, std::uint64_t> due;
  for (const TilePlace& place : places) {
    const std::uint64_t first_row = place.y * variant.tile.y, first_col = place.x * variant.tile.x;
    for (std::uint64_t col = first_col; col < std::min(first_col + variant.tile.x, matrix.cols); ++col) {
      // To the next sector, of 32 bytes, of this row of the output.
      const std::uint64_t skip = variant.whole_sectors ? (0 - col * matrix.rows) % (32 / variant.element_bytes) : 0;
      const std::uint64_t first = first_row == 0 ? 0 : first_row + skip;
      for (std::uint64_t row = first; row < std::min(first_row + variant.tile.y + skip, matrix.rows); ++row)
        due[run.target_of(row * matrix.cols + col)] = block_of(place, variant, matrix);
    }
  }
  return due;
}

// Which block has which tile is the kernel's choice. So where not all tiles that are due were written: whether blocks
// picked at random write, in each quarter of the output, at least a third of what so many blocks have to.
// (What they write is right: see wrong_element().)
bool write_enough(const FarMatrix& matrix, Engine& engine, const Variant& variant) {
  constexpr std::size_t picked = 96;
  std::uint64_t blocks_of_grid = 0;
  const auto pick = [&](std::uint64_t blocks) {
    blocks_of_grid = blocks;
    std::mt19937_64 random;
    std::set<std::uint64_t> chosen;
    while (chosen.size() < std::min<std::uint64_t>(picked, blocks)) chosen.insert(random() % blocks);
    return std::vector<std::uint64_t>(chosen.begin(), chosen.end());
  };
  const FarMatrices run(engine, variant, matrix);
  if (!run.hazards(pick).empty() || !run.wrong_element().empty()) return false;
  const std::uint64_t elements = matrix.rows * matrix.cols, cols = run.out_cols();
  std::array<std::uint64_t, 4> written{};
  for (const WrittenElement& element : run.written())
    ++written[2 * (element.index / (elements / 2 + 1)) + element.index % cols / (cols / 2 + 1)];
  const std::uint64_t due_in_a_quarter = picked * elements / blocks_of_grid / 4;
  return *std::ranges::min_element(written) >= due_in_a_quarter / 3;
}

}  // namespace

std::string apart(std::uint64_t found, std::uint64_t due) {
  const std::uint64_t off = due > found ? due - found : found - due;
  const char* const where = due > found ? "further on" : "before";
  if (off % wrap != 0) return fmt::format("{} elements {}", off, where);
  return fmt::format("{}2^32 elements {}: is its offset of 32 bits? (size_t has 64)",
                     off == wrap ? "" : fmt::format("{} * ", off / wrap), where);
}

std::vector<Finding> faults_far_out(Engine& engine, const Variant& variant, const FarMatrix& matrix) {
  if (engine.excerpts() == nullptr || variant.tile.x == 0) return {};
  const std::set<TilePlace> tiles = places(matrix, variant.tile);
  std::vector<std::uint64_t> blocks;
  for (const TilePlace& place : tiles) blocks.push_back(block_of(place, variant, matrix));
  const FarMatrices run(engine, variant, matrix);
  std::vector<Finding> findings = run.hazards([&](std::uint64_t of_grid) {
    std::erase_if(blocks, [=](std::uint64_t block) { return block >= of_grid; });  // it may have larger tiles here
    return blocks;
  });
  std::string wrong = run.wrong_element();
  Finding cause;
  if (!wrong.empty()) {
    cause = run.wrong_offset(blocks, nullptr);
  } else if (findings.empty()) {
    auto missing = elements_due(tiles, variant, matrix, run);
    std::size_t beyond = 0;
    for (const WrittenElement& element : run.written()) beyond += 1 - missing.erase(element.index);
    if ((beyond > 0 || !missing.empty()) && !write_enough(matrix, engine, variant)) {
      wrong = missing.empty() ? "blocks write more than their tiles"
                              : run.out(missing.begin()->first) + " is never written";
      if (!missing.empty()) cause = run.wrong_offset(blocks, &*missing.begin());
    }
  }
  if (!wrong.empty()) {
    cause.rule = "wrong_result";
    cause.variant = variant.name;
    cause.words += cause.words.empty()
                       ? wrong + ": are offsets of 64 bits (size_t)? rows and columns of 32? (A float has 24.)"
                       : "; " + wrong;
    findings.insert(cause.file.empty() ? findings.end() : findings.begin(), cause);  // one of another place collides
  }
  for (Finding& finding : findings)
    finding.where = fmt::format("{} in a few blocks of a matrix of {}x{}", variant.name, matrix.rows, matrix.cols);
  return findings;
}

std::vector<Finding> faults_far_out(Engine& engine, const Variant& variant) {
  for (const FarMatrix& matrix : {FarMatrix{8400016, 1040}, wide_matrix, {8400003, 1027}, {1027, 8400003}}) {
    const auto faults = faults_far_out(engine, variant, matrix);
    if (!faults.empty()) return faults;
  }
  return {};
}

}  // namespace ladder::transpose
