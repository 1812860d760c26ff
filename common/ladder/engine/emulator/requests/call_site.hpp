// Where the function was called from in which this stands: a kernel's own code, whose line is to be told. Only a macro
// stands in that function itself.
#pragma once

#include <cstdint>

#define SITE reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))
