#include "ladder/problems/transpose/fixture.hpp"

#include <fmt/format.h>

#include "ladder/problems/transpose/matrices.hpp"
#include "ladder/problems/transpose/reference.hpp"
#include "ladder/verification/comparison.hpp"

namespace ladder::transpose {

Catalog<Variant> catalog_of(const Engine& engine) {
  if constexpr (built_with_gpu) {
    if (engine.kernels() == KernelForm::cuda) return {gpu::variants(), gpu::ceilings(), gpu::libraries()};
  }
  return {emulator::variants(), {}, {}};
}

Fixture::Fixture(Engine& engine, unsigned rows, unsigned cols)
    : ladder::Fixture(engine, {{"rows", rows}, {"cols", cols}}, 1.0 * rows * cols, 2.0 * sizeof(float) * rows * cols),
      rows_(rows),
      cols_(cols),
      in_(engine, std::size_t{rows} * cols, "in"),
      out_(engine, std::size_t{rows} * cols, "out") {
  fill_with_input(in_);
  in_.keep_from_kernels();
}

Catalog<Case> Fixture::cases() {
  return catalog_of(engine()).each([this](const Variant& variant) { return case_of(variant); });
}

// Where the engine does not observe, that shows only afterwards; what runs next gets what it should.
std::string Fixture::restored_input() {
  const auto spoiled = compare(in_, copy_on_cpu).first;
  if (!spoiled) return {};
  fill_with_input(in_);
  return fmt::format("row {}, column {} of the input was overwritten; it has to stay as it is", spoiled->index / cols_,
                     spoiled->index % cols_);
}

Case Fixture::case_of(const Variant& variant) {
  const auto [x, y] = variant.block;
  const std::vector<std::size_t> input = {rows_, cols_}, transposed = {cols_, rows_};
  return {.name = variant.name,
          .block = x == 0 ? "-" : fmt::format("{}x{}", x, y),
          .row = variant.line,
          .launch =
              [this, variant] {
                variant.run({in_.data(), out_.data(), rows_, cols_});
              },
          .verify =
              [this, variant](Result& result) {
                result.failure = restored_input();
                if (result.failure.empty()) result.failure = verify(out_, rows_, cols_, variant);
              },
          .cause =
              [this, variant](bool is_open) {
                return cause_of_wrong_matrix(engine(), variant, {rows_, cols_}, is_open);
              },
          .matrices = {{"in", input}, {"out", variant.output == Output::copied ? input : transposed}}};
}

}  // namespace ladder::transpose
