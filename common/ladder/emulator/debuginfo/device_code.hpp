// What tells a whole program's device code from its host code: names and attributes that the rewriting of its source
// (tools/try/source) puts in, and that the emulator knows it by. Those of cuda_syntax.hpp do the same for the chapters.
#pragma once

namespace ladder::emulator {

// A kernel's code is called as the kernel, with this behind it.
inline constexpr const char* device_code_suffix = "__device_code";

// The same once more without what tells the emulator of loads and stores, for launches that nobody observes.
inline constexpr const char* plain_code_suffix = "_plain";

inline constexpr const char* device_code_attributes = "__attribute__((noinline, visibility(\"protected\")))";
// Each compiler knows one of the names of the last, and ignores the other.
#define LADDER_NOT_TOLD                                                                                       \
  "no_sanitize(\"thread\"), no_sanitize(\"bounds\"), no_sanitize(\"alignment\"), no_sanitize(\"coverage\"), " \
  "no_sanitize_coverage"
inline constexpr const char* plain_code_attributes =
    "__attribute__((noinline, visibility(\"protected\"), " LADDER_NOT_TOLD "))";
#ifdef LADDER_TELLS_HOST  // what the host does with memory of the device is to be seen so
inline constexpr const char* host_code_attributes = "";
#else
inline constexpr const char* host_code_attributes = "__attribute__((" LADDER_NOT_TOLD "))";
#endif
#undef LADDER_NOT_TOLD
inline constexpr const char* device_function_attributes = "__attribute__((always_inline))";
#if defined(__clang__)
inline constexpr const char* constant_first_value = "__attribute__((require_constant_initialization))";
#else
inline constexpr const char* constant_first_value = "__constinit";
#endif
inline constexpr const char* device_variable_attributes = "__attribute__((used, aligned(32), abi_tag(\"emulated\")))";
inline constexpr const char* managed_variable_attributes =
    "__attribute__((used, aligned(32), abi_tag(\"emulated\", \"managed\")))";

}  // namespace ladder::emulator
