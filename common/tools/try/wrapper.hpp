// The host code that launches a kernel as its `try:` line says: C++ that includes the kernel's file.
#pragma once

#include <string>
#include <vector>

#include "tools/try/try_line.hpp"

namespace ladder::tried {

// The file's path has to be absolute. The text defines ladder::LADDER_ENGINE::experiments().
std::string wrapper(const std::string& path, const std::vector<TryLine>& lines);

}  // namespace ladder::tried
