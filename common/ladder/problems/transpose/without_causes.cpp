// In place of cause.cpp, in executables without causes.
#include "ladder/app/causes.hpp"
#include "ladder/problems/transpose/fixture.hpp"

namespace ladder::transpose {

Finding cause_of_wrong_matrix(Engine& engine, const Variant&, const Placed&, bool) {
  if (engine.excerpts() != nullptr) want_causes();
  return {};
}

}  // namespace ladder::transpose
