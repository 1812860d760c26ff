#include "ladder/diagnose/not_shared.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <numeric>
#include <set>

#include "ladder/engine/excerpts.hpp"

namespace ladder {

Finding not_shared(Engine& engine, const Run& run, std::size_t least_elements) {
  if (engine.excerpts() == nullptr) return {};
  std::set<std::uintptr_t> sites;
  const auto is_new = [&](const Step& step) { return sites.insert(step.site).second; };
  for (const DeclaredVariable& array : engine.excerpts()->record(run, is_new).variables()) {
    if (array.is_shared || array.extents.empty()) continue;
    const std::size_t elements =
        std::accumulate(array.extents.begin(), array.extents.end(), std::size_t{1}, std::multiplies<>());
    if (elements < least_elements) continue;
    return {.rule = "wrong_result",
            .at = array.declared_at,
            .words = fmt::format("each thread has {} for itself, and finds nothing there that others stored: is its "
                                 "__shared__ missing?",
                                 array.name),
            .element = array.name,
            .explains_others = true};
  }
  return {};
}

}  // namespace ladder
