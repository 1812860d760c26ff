#include "ladder/chapter/transpose/cause.hpp"

#include "ladder/chapter/transpose/verify.hpp"
#include "ladder/chapter/transpose/way.hpp"
#include "ladder/chapter/transpose/wrong_index.hpp"
#include "ladder/chapter/transpose/wrong_launch.hpp"

namespace ladder::transpose {

Cause cause_of(Engine& engine, const Variant& variant, const Placed& placed, bool is_open) {
  const std::string launch = wrong_launch(engine, variant, placed);
  if (!launch.empty()) return {launch, true};
  const std::string index = wrong_index(engine, variant, placed, is_open);
  if (!index.empty() || !is_open) return {index, true};
  const std::string way = way_of_wrong_element(engine, variant, placed);
  if (way.empty()) return {};
  const std::string pattern = pattern_elsewhere(engine, variant);
  return {pattern.empty() ? way : way + "; " + pattern, true};
}

}  // namespace ladder::transpose
