// What tells a whole program's device code from its host code: names and attributes that the rewriting of its source
// (tools/try/source) puts in, and that the emulator knows it by. Those of cuda_syntax.hpp do the same for the chapters.
#pragma once

namespace ladder::emulator {

// A kernel's code is called as the kernel, with this behind it.
inline constexpr const char* device_code_suffix = "__device_code";

inline constexpr const char* device_code_attributes = "__attribute__((noinline, visibility(\"protected\")))";
inline constexpr const char* device_function_attributes = "__attribute__((always_inline))";
inline constexpr const char* device_variable_attributes = "__attribute__((used, abi_tag(\"emulated\")))";

}  // namespace ladder::emulator
