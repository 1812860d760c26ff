#include "ladder/problems/transpose/fixture.hpp"

#include <fmt/format.h>

#include <functional>
#include <set>

#include "ladder/problems/transpose/reference.hpp"
#include "ladder/problems/transpose/variants.hpp"

namespace ladder::transpose {

Catalog<Variant> catalog_of(const Engine& engine) {
  if constexpr (built_with_gpu) {
    if (engine.kernels() == KernelForm::cuda) {
      Catalog<Variant> all{gpu::variants(), {}, {}};
      for (const unsigned bytes : element_sizes(all.variants)) {
        for (const Variant& ceiling : gpu::ceilings(bytes)) all.ceilings.push_back(ceiling);
        for (const Variant& library : gpu::libraries(bytes)) all.libraries.push_back(library);
      }
      return all;
    }
  }
  return {emulator::variants(), {}, {}};
}

std::vector<unsigned> element_sizes(const std::vector<Variant>& variants) {
  std::set<unsigned, std::greater<>> sizes;
  for (const Variant& variant : variants) sizes.insert(variant.element_bytes);
  return {sizes.begin(), sizes.end()};
}

Fixture::Fixture(Engine& engine, const Placed& placed)
    : ladder::Fixture(engine, {{"rows", placed.rows}, {"cols", placed.cols}}, static_cast<double>(elements(placed)),
                      2.0 * sizeof(float) * static_cast<double>(elements(placed))),
      placed_(placed) {
  for (const unsigned bytes : element_sizes(catalog_of(engine).variants)) {
    if (placed.part < parts_of(bytes)) matrices_.try_emplace(bytes, engine, placed_, bytes);
  }
}

Catalog<Case> Fixture::cases() {
  return catalog_of(engine()).each([this](const Variant& variant) { return case_of(variant); });
}

// Where the engine does not observe, that shows only afterwards; what runs next gets what it should.
std::string Fixture::restored_input(DeviceArray& in) {
  const auto spoiled = compare(in, copy_on_cpu, placed_.part).first;
  if (!spoiled) return {};
  fill_with_input(in, placed_.part);
  return fmt::format("row {}, column {} of the input was overwritten; it has to stay as it is",
                     spoiled->index / placed_.cols, spoiled->index % placed_.cols);
}

Case Fixture::case_of(const Variant& variant) {
  const auto [x, y] = variant.block;
  const std::vector<std::size_t> input = {placed_.rows, placed_.cols}, transposed = {placed_.cols, placed_.rows};
  Matrices& matrices = matrices_.at(variant.element_bytes);
  return {.name = variant.name,
          .block = x == 0 ? "-" : fmt::format("{}x{}", x, y),
          .row = variant.line,
          .part = in_words(variant.tile),
          .launch = [variant, &matrices] { variant.run(matrices.arguments()); },
          .verify =
              [this, variant, &matrices](Result& result) {
                result.failure = restored_input(matrices.in);
                if (result.failure.empty())
                  result.failure = verify(matrices.out, placed_.rows, placed_.cols, variant, placed_.part);
              },
          .cause = [this, variant](bool is_open) { return cause_of_wrong_matrix(engine(), variant, placed_, is_open); },
          .matrices = {{"in", input}, {"out", variant.output == Output::copied ? input : transposed}},
          .element_bytes = variant.element_bytes};
}

}  // namespace ladder::transpose
