// Where the function was called from in which this stands: a kernel's own code, whose line is to be told. Only a macro
// stands in that function itself; and only these two know how a platform tells it.
#pragma once

#include <cstdint>

#define CALLER __builtin_return_address(0)
#define SITE reinterpret_cast<std::uintptr_t>(CALLER)
