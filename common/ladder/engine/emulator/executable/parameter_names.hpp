// What a kernel calls its parameters.
#pragma once

#include <string>
#include <vector>

namespace ladder::emulator {

// In their order, from this executable's debug information; nothing where that does not say.
const std::vector<std::string>& parameter_names(const void* kernel);

}  // namespace ladder::emulator
