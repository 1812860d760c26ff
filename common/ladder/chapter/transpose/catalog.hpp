// Which transposes there are on an engine.
#pragma once

#include "ladder/chapter/engine_variants.hpp"
#include "ladder/chapter/transpose/variant.hpp"
#include "ladder/engine/engine.hpp"

namespace ladder::transpose {

Catalog<Variant> catalog_of(const Engine& engine);

}  // namespace ladder::transpose
