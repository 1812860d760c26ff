#include "ladder/problems/transpose/matrices.hpp"

#include "ladder/problems/transpose/reference.hpp"
#include "ladder/verification/comparison.hpp"

namespace ladder::transpose {

Matrices::Matrices(Engine& engine, const Placed& where, unsigned element_bytes)
    : placed(where),
      in(engine, elements(where), element_bytes, "in", where.offset),
      out(engine, elements(where), element_bytes, "out", where.offset) {
  fill_with_input(in, placed.part);
  in.keep_from_kernels();
}

std::vector<std::uint32_t> Matrices::found() const { return bits_of(out); }

std::vector<std::uint32_t> Matrices::due(Output output) const {
  std::vector<std::uint32_t> bits(elements(placed));
  output == Output::copied ? copy_on_cpu(0, bits) : transpose_on_cpu(0, bits, placed.rows, placed.cols);
  for (std::uint32_t& element : bits) element = part_of(element, out.element_bytes(), placed.part);
  return bits;
}

}  // namespace ladder::transpose
