// Which sums there are on an engine.
#pragma once

#include "engine.hpp"
#include "engine_variants.hpp"
#include "reduction/variant.hpp"

namespace ladder::reduction {

Catalog<Variant> catalog_of(const Engine& engine);

}  // namespace ladder::reduction
