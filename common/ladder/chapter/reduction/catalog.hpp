// Which sums there are on an engine.
#pragma once

#include "ladder/chapter/engine_variants.hpp"
#include "ladder/chapter/reduction/variant.hpp"
#include "ladder/engine/engine.hpp"

namespace ladder::reduction {

Catalog<Variant> catalog_of(const Engine& engine);

}  // namespace ladder::reduction
