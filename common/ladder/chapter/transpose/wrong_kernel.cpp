#include "ladder/chapter/transpose/wrong_kernel.hpp"

#include <fmt/format.h>

#include <exception>

#include "ladder/chapter/transpose/trials.hpp"

namespace ladder::transpose {
namespace {

using Outcome = Trials::Outcome;

// Columns and rows: a float4 fits the rows of both matrices, of the input, of the output, of none.
constexpr Extent fitting{136, 264}, sizes[] = {fitting, {136, 267}, {137, 264}, {137, 267}};

class Kernels {
 public:
  Kernels(Engine& engine, const Variant& variant, const Placed& placed)
      : engine_(engine), variant_(variant), placed_(placed) {}

  std::string fault() const {
    if (const std::string words = turned(); !words.empty()) return words;
    if (variant_.twins.line == 0) return {};
    for (const Extent size : sizes) {
      const Outcome found = outcome(size, Twin::as_aligned);
      if (found == Outcome::right || found == Outcome::wasteful) continue;
      const std::string words = fault_of_twins(size);
      return words.empty() ? ""
                           : fmt::format("variants.cu:{}: {} (at {}x{})", variant_.twins.line, words, size.y, size.x);
    }
    return {};
  }

 private:
  Trials trials(Extent size) const {
    return {engine_, variant_, {size.y, size.x, placed_.offset, placed_.most_blocks_in_y}};
  }
  LaunchShape shape(Twin twin) const { return {variant_.block, variant_.tile, variant_.order, twin}; }
  Outcome outcome(Extent size, Twin twin) const { return trials(size).outcome(shape(twin)); }
  bool is_right(Extent size, Twin twin) const { return outcome(size, twin) == Outcome::right; }

  // A copy where a transpose should be, or the other way round, by a kernel that is right elsewhere.
  std::string turned() const {
    const Trials as_it_is = trials(fitting);
    if (as_it_is.outcome(shape(Twin::as_aligned)) != Outcome::turned || !as_it_is.kernel_is_right()) return {};
    const bool copies = variant_.output == Output::copied;
    return fmt::format("variants.cu:{}: {} has to {}, and this line launches a kernel that {} ({})", variant_.line,
                       variant_.name, copies ? "copy" : "transpose", copies ? "transposes" : "copies",
                       as_it_is.lines().first_load);
  }

  std::string fault_of_twins(Extent size) const {
    const bool fits = size.x == fitting.x && size.y == fitting.y;
    if (variant_.twins.alike) {
      if (fits || !is_right(fitting, Twin::vector)) return {};
      return "both kernels are the same one, which is wrong where not all rows begin at multiples of 16 bytes: the "
             "second has to be the scalar one";
    }
    if (!fits && is_right(size, Twin::vector) && is_right(fitting, Twin::scalar)) {
      return "the two kernels are exchanged: the second is for rows that do not begin at multiples of 16 bytes";
    }
    if (!fits && is_right(size, Twin::scalar) && is_right(fitting, Twin::vector)) {
      return fmt::format(
          "the kernel of 16-byte accesses runs where rows of {} do not begin at multiples of 16 bytes, "
          "and with the scalar one all is right: its Alignment asks for too little",
          size.x % 4 == 0 ? "the output" : "the input");
    }
    const Twin wrong = fits ? Twin::vector : Twin::scalar, other = fits ? Twin::scalar : Twin::vector;
    if (is_right(fitting, wrong) || !is_right(fitting, other)) return {};
    const std::string meant = trials(fitting).right_shape(shape(wrong));
    return meant.empty() ? ""
                         : fmt::format(
                               "its two kernels are not for the same launch: the {} one is right with {}, the "
                               "other one without",
                               fits ? "first" : "second", meant);
  }

  Engine& engine_;
  const Variant& variant_;
  const Placed& placed_;
};

}  // namespace

std::string wrong_kernel(Engine& engine, const Variant& variant, const Placed& placed) {
  if (engine.recorder() == nullptr || !variant.run_as || variant.line == 0) return {};
  try {
    return Kernels(engine, variant, placed).fault();
  } catch (const std::exception&) {
    return {};  // it fails in another way now, which explains nothing
  }
}

}  // namespace ladder::transpose
