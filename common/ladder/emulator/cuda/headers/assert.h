// What `#include <assert.h>` and <cassert> find on the emulator: an assertion that does not hold ends the launch, not
// the program.
#pragma once

#include "ladder/emulator/cuda/thread_functions.hpp"

#undef assert
#ifdef NDEBUG
#define assert(condition) static_cast<void>(0)
#else
#define assert(condition) ((condition) ? static_cast<void>(0) : ladder_fail_assertion(#condition))
#endif
