// WebAssembly has no return addresses. Before each call that leaves the kernels' code, that code leaves the number of
// the call here (source/facts.mjs puts that in), and tells with it what line it is of.
#pragma once

#include <cstdint>

extern "C" std::uintptr_t ladder_site;
#define CALLER reinterpret_cast<void*>(ladder_site)
#define SITE ladder_site
