#include "ladder/problems/transpose/far_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>

#include "ladder/diagnose/provenance.hpp"
#include "ladder/report/result.hpp"
#include "ladder/verification/sparse_buffer.hpp"
#include "ladder/verification/test_data.hpp"

namespace ladder::transpose {
namespace {

struct FarMatrix {
  std::uint64_t rows, cols;
};

// About 2^33 elements each, so that half of the tiles lie beyond 2^32; with and without rows that a float4 fits.
constexpr FarMatrix matrices[] = {{8400004, 1028}, {1028, 8400004}, {8400003, 1027}, {1027, 8400003}};

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

// What the block with this tile has to write.
void add_elements_due(const TilePlace& place, const Variant& variant, const FarMatrix& matrix,
                      std::vector<WrittenElement>& due) {
  const auto [rows, cols] = matrix;
  const std::uint64_t first_row = place.y * variant.tile.y, first_col = place.x * variant.tile.x;
  for (std::uint64_t col = first_col; col < std::min(first_col + variant.tile.x, cols); ++col) {
    // To the next sector, of 8 floats, of this row of the output.
    const std::uint64_t skip = variant.whole_sectors ? (0 - col * rows) % 8 : 0;
    const std::uint64_t first = first_row == 0 ? 0 : first_row + skip;
    for (std::uint64_t row = first; row < std::min(first_row + variant.tile.y + skip, rows); ++row) {
      const std::uint64_t at = variant.output == Output::copied ? row * cols + col : col * rows + row;
      due.push_back({at, input_bits(row * cols + col)});
    }
  }
}

// "row 3, column 4 of the output".
std::string in_words(std::size_t index, const FarMatrix& matrix, Output output) {
  const std::uint64_t cols = output == Output::copied ? matrix.cols : matrix.rows;
  return fmt::format("row {}, column {} of the output", index / cols, index % cols);
}

// The first that is wrong of what blocks have written, in a few words; empty where all is right.
std::string wrong_element(const std::vector<WrittenElement>& found, const FarMatrix& matrix, Output output) {
  for (const auto& [index, bits] : found) {
    const std::uint64_t row = index / matrix.rows, col = index % matrix.rows;
    const std::uint32_t right = input_bits(output == Output::copied ? index : col * matrix.cols + row);
    if (bits != right) return fmt::format("{} is {:#010x}, not {:#010x}", in_words(index, matrix, output), bits, right);
  }
  return {};
}

// A run of some blocks: the hazards, and what they wrote, in the order of the index.
struct Excerpt {
  std::vector<Finding> hazards;
  std::vector<WrittenElement> written;
};

Excerpt run_blocks(const FarMatrix& matrix, Excerpts& excerpts, const Variant& variant, const BlockChoice& choose) {
  const auto [rows, cols] = matrix;
  const SparseBuffer in(excerpts, rows * cols, "in", [](std::size_t i) { return input_bits(i); });
  const SparseBuffer out(excerpts, rows * cols, "out");
  const Arguments arguments{in.data(), out.data(), static_cast<unsigned>(rows), static_cast<unsigned>(cols)};
  const auto seen = excerpts.execute([&] { variant.run(arguments); }, choose);
  Result result;
  result.variant = variant.name;
  adopt_observation(seen, result);
  return {hazards_of(result), out.written()};
}

// Which block has which tile is the kernel's choice. So where not all tiles that are due were written: whether blocks
// picked at random write as much as so many of the grid's blocks have to, and as large a share of it beyond 2^31,
// beyond 2^32, in the lower half of the matrix and in its right half, as lies there; a half of each is enough. (What
// they write is right: see wrong_element().)
bool write_enough(const FarMatrix& matrix, Excerpts& excerpts, const Variant& variant) {
  constexpr std::size_t picked = 96;
  std::uint64_t blocks_of_grid = 0;
  const auto pick = [&](std::uint64_t blocks) {
    blocks_of_grid = blocks;
    std::mt19937_64 random;
    std::set<std::uint64_t> chosen;
    while (chosen.size() < std::min<std::uint64_t>(picked, blocks)) chosen.insert(random() % blocks);
    return std::vector<std::uint64_t>(chosen.begin(), chosen.end());
  };
  const Excerpt run = run_blocks(matrix, excerpts, variant, pick);
  const std::vector<WrittenElement>& written = run.written;
  if (!run.hazards.empty() || !wrong_element(written, matrix, variant.output).empty()) return false;
  const auto elements = static_cast<double>(matrix.rows * matrix.cols);
  const double due = picked * elements / static_cast<double>(blocks_of_grid);
  const auto has_half_of = [&](double share, const auto& lies_there) {
    return static_cast<double>(std::count_if(written.begin(), written.end(), lies_there)) >= due * share / 2;
  };
  for (const std::uint64_t limit : {std::uint64_t{0}, std::uint64_t{1} << 31, std::uint64_t{1} << 32}) {
    const double share = 1 - static_cast<double>(limit) / elements;
    if (!has_half_of(share, [&](const WrittenElement& element) { return element.index >= limit; })) return false;
  }
  const std::uint64_t cols = variant.output == Output::copied ? matrix.cols : matrix.rows;  // of the output
  const std::uint64_t rows = matrix.rows * matrix.cols / cols;
  return has_half_of(0.5, [&](const WrittenElement& element) { return element.index / cols >= rows / 2; }) &&
         has_half_of(0.5, [&](const WrittenElement& element) { return element.index % cols >= cols / 2; });
}

std::string element(const char* array, std::uint64_t index, std::uint64_t cols) {
  return fmt::format("{}[{}][{}]", array, index / cols, index % cols);
}

// "2^32 elements further on than it is: an offset of 32 bits?"
std::string apart(std::uint64_t found, std::uint64_t due) {
  constexpr std::uint64_t all = std::uint64_t{1} << 32;
  const std::uint64_t off = due > found ? due - found : found - due;
  const char* const where = due > found ? "further on" : "before";
  if (off % all != 0) return fmt::format("{} elements {}", off, where);
  return fmt::format("{}2^32 elements {}: is its offset of 32 bits? (size_t has 64)",
                     off == all ? "" : fmt::format("{} * ", off / all), where);
}

// These blocks once more, of which the steps of values are known.
class FarRun {
 public:
  FarRun(Engine& engine, const Variant& variant, const FarMatrix& matrix, const std::vector<std::uint64_t>& blocks)
      : matrix_(matrix),
        copied_(variant.output == Output::copied),
        in_(*engine.excerpts(), matrix.rows * matrix.cols, "in", [](std::size_t i) { return input_bits(i); }),
        out_(*engine.excerpts(), matrix.rows * matrix.cols, "out"),
        seen_(engine.recorder()->record(
                  [&] {
                    variant.run({in_.data(), out_.data(), static_cast<unsigned>(matrix.rows),
                                 static_cast<unsigned>(matrix.cols)});
                  },
                  [](const Step&) { return true; }, [&](std::uint64_t) { return blocks; }),
              [](const Step&) { return std::string(); }) {}

  // The first store of another element than belongs there: the load or the store that is off.
  Finding wrong_offset() const {
    for (std::size_t i = 0; i < seen_.steps().size(); ++i) {
      const std::size_t load = seen_.path_to(i).front();
      const auto from = index_in(in_, load), to = index_in(out_, i);
      if (!from || !to || !stores(seen_.steps()[i])) continue;
      const std::uint64_t source = copied_ ? *to : *to % matrix_.rows * matrix_.cols + *to / matrix_.rows;
      const std::uint64_t target = copied_ ? *from : *from % matrix_.cols * matrix_.rows + *from / matrix_.cols;
      if (*from == source) continue;
      const bool by_load = (*from - source) % (std::uint64_t{1} << 32) == 0;
      return by_load ? blame(load, "loads", element("in", *from, matrix_.cols), element("in", source, matrix_.cols),
                             apart(*from, source))
                     : blame(i, "stores to", element("out", *to, out_cols()), element("out", target, out_cols()),
                             apart(*to, target));
    }
    return {};
  }

  // Where the block that has a tile stores instead.
  Finding store_of(std::uint64_t block, std::uint64_t due) const {
    for (std::size_t i = 0; i < seen_.steps().size(); ++i) {
      const auto to = index_in(out_, i);
      if (to && seen_.steps()[i].block == block && stores(seen_.steps()[i]))
        return blame(i, "stores to", element("out", *to, out_cols()), element("out", due, out_cols()), apart(*to, due));
    }
    return {};
  }

 private:
  std::uint64_t out_cols() const { return copied_ ? matrix_.cols : matrix_.rows; }
  std::optional<std::uint64_t> index_in(const SparseBuffer& array, std::size_t i) const {
    const Step& step = seen_.steps()[i];
    const std::uint64_t index = (step.address - reinterpret_cast<std::uintptr_t>(array.data())) / sizeof(float);
    if (step.in_shared || step.doing == Step::Doing::exchange || index >= matrix_.rows * matrix_.cols)
      return std::nullopt;
    return index;
  }
  Finding blame(std::size_t i, const char* does, const std::string& found, const std::string& due,
                const std::string& how_far) const {
    return seen_.blame(i, fmt::format("{} {} {}, and not {}, {}", seen_.thread(i), does, found, due, how_far));
  }

  FarMatrix matrix_;
  bool copied_;
  SparseBuffer in_, out_;
  Provenance seen_;
};

std::vector<Finding> faults_in(const FarMatrix& matrix, Engine& engine, const Variant& variant) {
  Excerpts& excerpts = *engine.excerpts();
  std::vector<std::uint64_t> blocks;
  std::vector<WrittenElement> due;
  std::map<std::size_t, std::uint64_t> owners;  // of elements that are due: the block
  for (const TilePlace& place : places(matrix, variant.tile)) {
    blocks.push_back(block_of(place, variant, matrix));
    const std::size_t before = due.size();
    add_elements_due(place, variant, matrix, due);
    for (std::size_t i = before; i < due.size(); ++i) owners[due[i].index] = blocks.back();
  }
  std::sort(due.begin(), due.end());

  const Excerpt run = run_blocks(matrix, excerpts, variant, [&](std::uint64_t) { return blocks; });
  std::vector<Finding> findings = run.hazards;
  std::string wrong = wrong_element(run.written, matrix, variant.output);
  Finding cause;
  if (!wrong.empty()) {
    cause = FarRun(engine, variant, matrix, blocks).wrong_offset();
  } else if (findings.empty() && run.written != due && !write_enough(matrix, excerpts, variant)) {
    const auto missing = std::find_if(due.begin(), due.end(), [&](const WrittenElement& element) {
      return !std::binary_search(run.written.begin(), run.written.end(), element);
    });
    wrong = "blocks write more than their tiles";
    if (missing != due.end()) {
      wrong = in_words(missing->index, matrix, variant.output) + " is never written";
      cause = FarRun(engine, variant, matrix, blocks).store_of(owners.at(missing->index), missing->index);
    }
  }
  if (!wrong.empty()) {
    cause.rule = "wrong_result";
    cause.variant = variant.name;
    cause.words += cause.words.empty()
                       ? wrong + ": are offsets of 64 bits (size_t)? rows and columns of 32? (A float has 24.)"
                       : "; " + wrong;
    findings.push_back(cause);
  }
  for (Finding& finding : findings)
    finding.where = fmt::format("{} in a few blocks of a matrix of {}x{}", variant.name, matrix.rows, matrix.cols);
  return findings;
}

}  // namespace

std::vector<Finding> faults_far_out(Engine& engine, const Variant& variant) {
  if (engine.excerpts() == nullptr || variant.tile.x == 0) return {};
  for (const FarMatrix& matrix : matrices) {
    const auto faults = faults_in(matrix, engine, variant);
    if (!faults.empty()) return faults;
  }
  return {};
}

}  // namespace ladder::transpose
