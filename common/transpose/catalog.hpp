// Which transposes there are on an engine.
#pragma once

#include "engine.hpp"
#include "engine_variants.hpp"
#include "transpose/variant.hpp"

namespace ladder::transpose {

Catalog<Variant> catalog_of(const Engine& engine);

}  // namespace ladder::transpose
