// The pattern that most requests have.
#pragma once

#include "ladder/model/memory_model.hpp"

namespace memory_model {

// Whether all lanes are active, each at the address where the one before it ends.
bool side_by_side(const WarpAccess& access);

}  // namespace memory_model
