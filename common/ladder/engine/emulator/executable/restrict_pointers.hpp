// What a kernel promises of its pointers.
#pragma once

namespace ladder::emulator {

// Whether the kernel, or a function that it calls, declares a pointer __restrict__ or reads by __ldg(), from this
// executable's debug information: then a compiler may load before a store that comes first in the source.
bool restricts_pointers(const void* kernel);

}  // namespace ladder::emulator
