// What is read in the source of a kernel: from which definitions an index is made, and which conditions stand before
// it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "ladder/base/shell.hpp"
#include "ladder/source/around.hpp"
#include "ladder/source/conditions.hpp"
#include "ladder/source/declarations.hpp"
#include "ladder/source/given.hpp"
#include "ladder/source/index_definitions.hpp"
#include "ladder/source/scope.hpp"
#include "ladder/source/strides.hpp"

using namespace ladder;

namespace {

const std::string kernels = R"(
__device__ inline unsigned block_y() { return blockIdx.z * gridDim.y + blockIdx.y; }
__global__ void moved(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[32][33];
  const unsigned first_row = block_y() * 32;
  const unsigned first_col = blockIdx.x * 64;
  if (first_col >= cols) return;
  for (unsigned i = 0; i < 32; i += 8) {
    const unsigned y = threadIdx.y + i;
    if (first_row + y < rows) tile[y][threadIdx.x] = in[size_t(first_row + y) * cols + first_col + threadIdx.x];
  }
  __syncthreads();
  for (unsigned i = 0; i < 32; i += 8) {
    const unsigned y = threadIdx.y + i, twice = 2 * threadIdx.y + i;
    const unsigned row = first_row + threadIdx.x, col = first_col + y;
    if (col < cols) out[size_t(col) * rows + row] = tile[threadIdx.x][y];
    if (twice > 3) out[size_t(2 * col) * rows + row] = tile[twice][0];
  }
}
__device__ void store_four(float* row, unsigned first, float4 four) {
  *reinterpret_cast<float4*>(row + first) = four;
}
__global__ void walks(const float* in, float* out, unsigned cols) {
  const float* from = in + threadIdx.x;
  for (unsigned k = threadIdx.y; k < cols; k += blockDim.y) {
    if (k == 5) continue;
    unsigned half = cols;
    half = half / 2;
    for (unsigned n = 0; n < half; ++n) out[n] = 0;
    out[k] = *from;
    from += 32;
  }
  store_four(out + size_t(4 * threadIdx.y) * cols, cols, make_float4(0, 0, 0, 0));
}

__device__ void store_behind(float* row, unsigned first) {
  row[first + 3] = 0;
}

__device__ void store_at(float* out, unsigned row, unsigned col, unsigned cols) {
  out[row * cols + col] = 0;
}

__global__ void all(float* out, unsigned count, unsigned cols) {
  const unsigned grid = gridDim.x * blockDim.x, row = threadIdx.y, col = threadIdx.x;
  for (unsigned i = threadIdx.x; i < count; i += grid) {
    out[i] = 1;
  }
  store_at(out, row, col, cols);
  store_at(out, col, row, cols);
}

template <unsigned TILE, int PAD>
__global__ void of_rows(const float* in, float* out, unsigned col, unsigned cols, const float& scale) {
  __shared__ float square[TILE][TILE + PAD];
  if (col >= cols) return;
  out[col + 3] = scale;
  store_behind(out, col);
  square[threadIdx.y][threadIdx.x] = 0;
  const float early = in[col]; if (col < 5) out[col] = early;
}

__global__ void halves(const float* in, float* out, unsigned count) {
  const unsigned head = count % 4;
  const float4* vectors = reinterpret_cast<const float4*>(in + head);
  for (unsigned d = count; d >= 0; d /= 2) {
    if (threadIdx.x < d) {
      out[d] = vectors[d].x; __syncthreads();
    }
    if (threadIdx.x == 3) out[0] = 0;
  }
  for (unsigned d = count; d > 0; d /= 2) out[4 * d % 8] = in[d];
  const unsigned own = threadIdx.y;
  for (unsigned own = 0; own < 3; ++own) out[own + 9] = 1;
  out[own] = 5;
}

__global__ void in_parts(const float4* in, float* out) {
  float kept[2][4], right[2][2];
  for (unsigned part = 0; part < 2; ++part) {
    const float4 four = in[part];
    kept[part][0] = four.x;
    kept[part][1] = four.y;
  }
  for (unsigned part = 0; part < 2; ++part) {
    for (unsigned i = 0; i < 2; ++i) out[i] = kept[0][i];
  }
  float4 turned[3];
  for (unsigned i = 0; i < 3; ++i) turned[i] = in[i];
  out[0] = turned[0].x + turned[2].x + turned[1].x;
  out[1] = turned[0].y + turned[1].y + turned[2].y;
  for (unsigned i = 0; i < 2; ++i) right[i][0] = out[8 + i];
  for (unsigned i = 0; i < 2; ++i) out[i] = right[i][0];
}

__device__ void exchange(unsigned& upper, unsigned& lower) {
  upper = (upper & 15) | lower;
  lower = (upper >> 4) | lower;
}

template <unsigned ROWS, unsigned COLS>
__global__ void shapes(const unsigned* in, float* out, unsigned rows) {
  __shared__ float grid[ROWS][COLS + 1];
  const unsigned x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * 32 + x;
  for (unsigned j = 0; j < COLS; j += 32) {
    grid[y + j][x + j] = 0;
  }
  *reinterpret_cast<float4*>(&grid[y][x]) = make_float4(0, 0, 0, 0);
  *reinterpret_cast<float4*>(&grid[y][4 * x]) = make_float4(1, 0, 0, 0);
  if (row < rows) {
    __syncthreads();
    *reinterpret_cast<float4*>(out + row) = make_float4(2, 0, 0, 0);
  }
  unsigned word = 0, other = 0, last = 0;
  for (unsigned i = 0; i < 4; ++i) word = in[i];
  for (unsigned i = 0; i < 4; ++i) {
    other = in[4 + i];
    out[i] = other;
  }
  unsigned first = in[x];
  exchange(first, last);
  if (x % 2 == 0) grid[x][0] = first + word;
}
)";

// Of a line of that text, by what stands in it.
CodePlace line_with(const std::string& text) {
  static const TemporaryFolder folder;
  static const std::string path = (folder.path / "kernel.cuh").string();
  std::ofstream(path) << kernels;
  std::ofstream(folder.path / "variants.cu") << "first;\nvariant(\"padded\", of_rows<32, 2 - 1>, {32, 8});\n"
                                             << "Pair pair{of_rows<64, 1>, of_rows<64, 2>}, {};\n"
                                             << "variant(\"both\", pair, {32, 8});\n";
  const std::size_t at = kernels.find(text);
  REQUIRE(at != std::string::npos);
  const auto begin = kernels.begin(), end = begin + static_cast<std::ptrdiff_t>(at);
  return {"kernel.cuh", static_cast<int>(std::count(begin, end, '\n')) + 1, path};
}

std::string texts(const std::vector<Definition>& definitions) {
  std::string all;
  for (const Definition& one : definitions) all += (all.empty() ? "" : "; ") + one.text + (one.is_plain ? "" : " (?)");
  return all;
}
std::string texts(const std::vector<Condition>& conditions) {
  std::string all;
  for (const Condition& one : conditions) all += (all.empty() ? "" : "; ") + one.text;
  return all;
}

}  // namespace

TEST_CASE("the source tells where an index gets a number of the thread's place") {
  const SourceAccess store{line_with("if (col < cols) out"), {}, "out", true};
  CHECK(texts(definitions_with(store, 0, "blockIdx.x")) == "first_col = blockIdx.x * 64");
  CHECK(definitions_with(store, 0, "blockIdx.x").at(0).at.line == line_with("first_col = ").line);
  CHECK(texts(definitions_with(store, 1, "blockIdx.x")).empty());  // of the place in the row
  CHECK(texts(definitions_with(store, 1, "blockIdx.z")) ==
        "block_y(): return blockIdx.z * gridDim.y + blockIdx.y (?)");  // 32 times what it returns
  CHECK(texts(definitions_with(store, 0, "iteration")) == "y = threadIdx.y + i; i < 32; i += 8 (?)");
  const SourceAccess doubled{line_with("if (twice > 3) out"), {}, "out", true};
  CHECK(texts(definitions_with(doubled, 0, "blockIdx.x")) == "first_col = blockIdx.x * 64 (?)");
  const SourceAccess load{line_with("if (first_row + y < rows)"), {}, "in", false};
  const auto here = definitions_with(load, 1, "threadIdx.x");
  REQUIRE(here.size() == 1);
  CHECK(here[0].name.empty());
}

TEST_CASE("the source tells what an index is made of, also by a pointer and by a caller") {
  const SourceAccess tile{line_with("if (twice > 3) out"), {}, "tile", false};
  CHECK(in_words(index_definitions(tile, 0)) ==
        "twice = 2 * threadIdx.y + i at kernel.cuh:14, i < 32; i += 8 at kernel.cuh:13");
  const SourceAccess walk{line_with("out[k] = *from"), {}, "in", false};
  CHECK(texts(index_definitions(walk, {})) == "from += 32; from = in + threadIdx.x");
  const SourceAccess called{line_with("*reinterpret_cast"), {line_with("  store_four(out")}, "out", true};
  CHECK(texts(index_definitions(called, {})) == "row = out + size_t(4 * threadIdx.y) * cols; first = cols");
  const SourceAccess named{line_with("out[row * cols + col]"), {line_with("store_at(out, row, col")}, "out", true};
  CHECK(texts(index_definitions(named, {})) == "row = threadIdx.y; col = threadIdx.x");
  CHECK(texts(definitions_with(called, 0, "threadIdx.y")) == "row = out + size_t(4 * threadIdx.y) * cols");
  CHECK(index_definitions({{"kernel.cuh", 3, "/there/is/none.cuh"}, {}, "out", true}, {}).empty());
  CHECK(index_definitions({{"kernel.cuh", 3}, {}, "out", true}, {}).empty());  // without its path
}

TEST_CASE("the source tells by what a loop moves on, and which call exchanges two arguments") {
  const auto loops = definitions_with({line_with("out[i] = 1"), {}, "out", true}, {}, "iteration");
  REQUIRE(loops.size() == 1);
  CHECK(loops[0].is_of_loop);
  CHECK(step_of(loops[0]).value().text == "grid = gridDim.x * blockDim.x");
  const auto exchanged_by = [](const std::string& call) {
    return exchanged_arguments({line_with("out[row * cols + col]"), {line_with(call)}, "out", true});
  };
  CHECK(!exchanged_by("store_at(out, row, col"));
  CHECK(exchanged_by("store_at(out, col, row").value().text == "row = col, col = row");
}

TEST_CASE("the source tells what a row gives to a kernel's template, and which parameter is a reference") {
  const CodePlace line = line_with("square[threadIdx.y]");
  CHECK(template_values(line, 2, "square[TILE][TILE + PAD]") == "TILE = 32, PAD = 2 - 1 at variants.cu:2");
  CHECK(template_values(line, 2, "the TILE") == "TILE = 32 at variants.cu:2");
  CHECK(template_values(line, 4, "TILE + PAD") == "TILE = 64 at variants.cu:3");  // by way of a variable
  CHECK(template_values(line, 2, "square") == "");
  CHECK(template_values(line, 1, "TILE") == "");  // a row of another kernel
  CHECK(reference_of_kernel(line_with("= scale")).starts_with("scale at kernel.cuh:"));
  CHECK(reference_of_kernel(line) == "");
}

TEST_CASE("the source tells of a line its loop, what its pointer is made of, and a test that is around it alone") {
  const CodePlace line = line_with("vectors[d].x; __syncthreads()"), short_line = line_with("out[4 * d % 8]");
  CHECK(loop_around(line, {}).find("for (d >= 0; d /= 2) at kernel.cuh:") == 0);
  CHECK(loop_around(line, {}).ends_with(": d is unsigned, and never below 0"));
  CHECK(loop_around(short_line, {}).starts_with("for (d > 0; d /= 2) at kernel.cuh:"));
  CHECK(!loop_around(short_line, {}).ends_with("below 0"));
  CHECK(loop_around(line_with("unsigned head = count"), {}) == "");
  CHECK(loop_around(line_with("*reinterpret_cast<float4*>(row + first)"), {line}).starts_with("for (d >= 0"));
  CHECK(cast_pointer_in(line).starts_with("vectors = reinterpret_cast<const float4*>(in + head) at kernel.cuh:"));
  CHECK(cast_pointer_in(line).ends_with(", head = count % 4 at kernel.cuh:" + std::to_string(line.line - 4)));
  CHECK(cast_pointer_in(short_line) == "");
  CHECK(uneven_test(line, {}).starts_with("if (threadIdx.x < d) at"));
  CHECK(texts(index_definitions({line_with("out[own] = 5"), {}, "out", true}, {})) == "own = threadIdx.y");
  CHECK(in_words(std::vector<Definition>{{"c", "c = j + 4 * x % 8", {"kernel.cuh", 7}}}) ==
        "c = j + 4 * x % 8, which is (4 * x) % 8, at kernel.cuh:7");
}

TEST_CASE("the source tells which line multiplies in 32 bits, and which sum no test has") {
  CHECK(multiplies_in_32_bits(line_with("out[row * cols + col] = 0")));
  CHECK(!multiplies_in_32_bits(line_with("if (col < cols) out[size_t(col)")));
  CHECK(!multiplies_in_32_bits(line_with("*reinterpret_cast")));
  const auto sum = [](const std::string& text) {
    const CodePlace line = line_with(text);
    const auto found = untested_sum(line, {}, conditions_on(line, {}));
    return found ? found->text + " behind " + found->test.text : "";
  };
  CHECK(sum("out[col + 3]") == "col + 3 behind if (col >= cols) return");
  const CodePlace callee = line_with("row[first + 3]");
  const Callers callers{line_with("store_behind(out, col)")};
  CHECK(untested_sum(callee, callers, conditions_on(callee, callers)).value().text == "first + 3");
  CHECK(return_before(callee, callers).starts_with("if (col >= cols) return at kernel.cuh:"));
  CHECK(return_before(line_with("out[i] = 1"), {}) == "");
  CHECK(sum("if (col < cols) out") == "");  // rows + row is part of a product
}

TEST_CASE("the source tells which conditions stand before a line") {
  CHECK(texts(conditions_on(line_with("if (col < cols) out"), {})) == "if (first_col >= cols) return; if (col < cols)");
  CHECK(texts(conditions_on(line_with("out[k] = *from"), {})) ==
        "for (k < cols; k += blockDim.y); if (k == 5) continue");
  // A variable that is made of itself; the same for all threads.
  CHECK(texts(conditions_on(line_with("out[n] = 0"), {})) == "for (k < cols; k += blockDim.y); if (k == 5) continue");
  CHECK(texts(conditions_on(line_with("*reinterpret_cast"), {line_with("  store_four(out")})).empty());
}

TEST_CASE("the source tells which tests should keep an index in bounds, and what of it none tests") {
  const auto said = [](const std::string& line) {
    const IndexTests found = tests_of_index({line_with(line)}, false);
    return texts(found.tests) + fmt::format(" | {}", fmt::join(found.untested, " "));
  };
  CHECK(said("if (col < cols) out") == "if (first_col >= cols) return; if (col < cols) | row");
  CHECK(said("if (first_row + y < rows)") == "if (first_col >= cols) return; if (first_row + y < rows) | ");
  CHECK(said("out[k] = *from") == "for (k < cols; k += blockDim.y) | ");
  const CodePlace early = line_with("const float early");
  CHECK(texts(tests_of_index({early, {}, "in"}, false).tests) == "if (col >= cols) return");
  CHECK(texts(tests_of_index({early, {}, "out"}, false).tests) == "if (col >= cols) return; if (col < 5)");
  const auto includes = [](const char* text, bool leaves = false) {
    return includes_its_limit({.text = text, .at = {}, .leaves = leaves});
  };
  CHECK(includes("if (col > cols) return", true));
  CHECK(includes("if (t <= d)"));
  CHECK(!includes("if (row >= rows || col >= cols) return", true));
  CHECK(!includes("if (row < rows && col < cols)"));
}

TEST_CASE("the source tells what an access of several elements counts, and what does not go with its array") {
  const SourceAccess filled{line_with("grid[y + j][x + j]"), {}, "grid", true};
  const auto value = [](const std::string& name) {
    return name == "ROWS" ? std::optional<long>(32) : name == "COLS" ? std::optional<long>(128) : std::nullopt;
  };
  CHECK(loop_beyond_array(filled, ArrayOf::block, 0, value).starts_with("j < COLS; j += 32 at kernel.cuh:"));
  CHECK(loop_beyond_array(filled, ArrayOf::block, 0, value).ends_with(" has 32"));
  CHECK(loop_beyond_array(filled, ArrayOf::block, 0, value).find(", and this index of grid[ROWS][COLS + 1] at ") < 80);
  CHECK(loop_beyond_array(filled, ArrayOf::block, 1, value).empty());  // that is its own
  CHECK(counts_alone("col = 4 * first + threadIdx.x", "threadIdx.x"));
  CHECK(!counts_alone("col = 4 * (first + threadIdx.x)", "threadIdx.x"));
  const SourceAccess by_pointer{line_with("(out + row) = "), {}, "out", true};
  CHECK(texts(tests_of_index(by_pointer, false).tests) == "if (row < rows)");
  const SourceAccess by_remainder{line_with("grid[x][0] = first"), {}, "grid", true};
  CHECK(texts(tests_of_index(by_remainder, true).tests) == "if (x % 2 == 0)");
}

TEST_CASE("the source tells which test not all threads pass, and where a value is lost") {
  CHECK(uneven_test(line_with("    __syncthreads();\n    *"), {}).starts_with("if (row < rows) at kernel.cuh:"));
  CHECK(uneven_test(line_with("exchange(first"), {}).empty());
  const auto odd = [](const char* load) {
    const UsesOfLoaded uses = uses_of_what_is_loaded(line_with(load), {});
    return uses.odd ? uses.odd->words : "";
  };
  CHECK(odd("word = in[i]").starts_with("word gets a new value in each round of the loop"));
  CHECK(odd("other = in[4 + i]").empty());
  CHECK(odd("four = in[part]").starts_with("kept[0][i] always has 0, and kept[part][1] gets the values in line "));
  CHECK(odd("right[i][0] = out[8 + i]").empty());
  CHECK(odd("turned[i] = in[i]") == "turned[2].x stands before turned[1].x here: are they exchanged?");
  CHECK(odd("first = in[x]").starts_with("upper gets a new value here, before line "));
  CHECK(uses_of_what_is_loaded(line_with("first = in[x]"), {}).at.line == line_with("upper = (upper").line);
}

TEST_CASE("the source tells by how much a loop goes on beside the threads that an index counts") {
  const auto loops = loops_beside_threads({line_with("grid[y + j][x + j]"), {}, "grid", true}, std::nullopt);
  CHECK(loops.empty());  // no index adds a loop's variable to a number of the thread itself
  const auto value = [](const std::string& name) { return name == "TILE" ? std::optional<long>(32) : std::nullopt; };
  CHECK(value_of_expression("TILE / 4", value) == 8);
  CHECK(value_of_expression("2 * TILE / 4", value) == 16);
  CHECK(value_of_expression("8", value) == 8);
  CHECK(!value_of_expression("ROWS", value));
  CHECK(!value_of_expression("TILE / 0", value));
  CHECK(value_of_expression("TILE - 4", value) == 28);
  CHECK(value_of_expression("2 + (TILE - 4) % 5 * 3", value) == 11);
  CHECK(value_of_expression("size_t(TILE) | 1u", value) == 33);
  CHECK(!value_of_expression("1.5f", value));
  CHECK(!value_of_expression("t < 4 ? 1 : 0", value));
  CHECK(!value_of_expression("", value));
}

TEST_CASE("a choice without brackets that takes a sum is found") {
  CHECK(choice_with_sum("s[t] = i < n ? in[i] : 0 + (i + 1 < n ? in[i + 1] : 0);") == "in[i] : 0 + ..");
  CHECK(choice_with_sum("s[t] = (i < n ? in[i] : 0) + (i + 1 < n ? in[i + 1] : 0);").empty());
  CHECK(choice_with_sum("s[t] = i < n ? in[i] : in[i - n + 1];").empty());
  CHECK(choice_with_sum("v = s[i < n ? i : 0] + (w + 1);").empty());
}

TEST_CASE("what C++ takes first in a product without brackets is told where that matters") {
  CHECK(taken_first("if (t % 2 * d == 0)") == "(t % 2) * d");
  CHECK(taken_first("c = j + 4 * x % 8") == "(4 * x) % 8");
  CHECK(taken_first("cols / ranks * rank") == "(cols / ranks) * rank");
  CHECK(taken_first("t % (2 * d) == 0").empty());
  CHECK(taken_first("4 * x / 8 + y % 2").empty());
  CHECK(taken_first("a * b * c").empty());
}
