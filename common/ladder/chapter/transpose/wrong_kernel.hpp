// What is wrong with the kernels that a line of variants.cu names, where launching others of them shows it.
#pragma once

#include <string>

#include "ladder/chapter/transpose/traced_run.hpp"

namespace ladder::transpose {

// "variants.cu:9: both kernels are the same one ..". Empty where it is not known that the kernels are wrong ones.
std::string wrong_kernel(Engine& engine, const Variant& variant, const Placed& placed);

}  // namespace ladder::transpose
