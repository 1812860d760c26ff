#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <vector>

#include "ladder/diagnose/declared_array.hpp"
#include "ladder/engine/excerpts.hpp"
#include "ladder/model/architecture.hpp"
#include "ladder/problems/reduction/fixture.hpp"
#include "ladder/problems/reduction/wrong_sum.hpp"

namespace ladder::reduction {

Finding cause_of_wrong_sum(Engine& engine, const Variant& variant, std::size_t count, std::size_t offset,
                           bool is_open) {
  if (engine.excerpts() == nullptr || !variant.longest_chain) return {};
  // Of more elements, of which a block takes several parts, at most so many are looked at.
  const std::size_t most = std::min(count, std::size_t{1'200'001});
  // The smallest in which there are several blocks of each variant, the last of which is not full; in which they make
  // several iterations; and what is wrong for a few elements only.
  try {
    SummedArray small(engine, variant, 1, offset);
    const std::size_t one_for_each_warp = variant.threads / memory_model::architecture.warp_lanes;
    const Finding own = not_shared(engine, small.run(), one_for_each_warp);
    if (own.found()) return own;
    // Elsewhere several blocks may store what they make of unwritten sums, by chance.
    SummedArray itself(engine, variant, most, offset);
    if (!is_open) return too_short(engine, itself.run());
    if (Finding none = never_stored(itself); none.found()) return none;
    for (const std::size_t other : {std::size_t{20'011}, std::size_t{600'001}, most}) {
      SummedArray probe(engine, variant, other, offset);
      if (other != count && !sums_wrongly(probe, 0, other)) continue;
      Finding cause = cause_of_wrong_sum(probe);
      if (cause.found() && other != count) cause.words = fmt::format("at {} elements: {}", other, cause.words);
      if (cause.found()) return cause;
    }
    if (count > most) {
      SummedArray probe(engine, variant, count, offset);
      if (Finding cause = cause_at_the_ends(probe); cause.found()) return cause;
    }
    return used_ticket(itself);
  } catch (const std::exception&) {
    // It fails in another way now, which explains nothing.
  }
  return {};
}

}  // namespace ladder::reduction
