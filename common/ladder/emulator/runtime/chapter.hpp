// The CUDA runtime under a chapter, whose host code calls it as a program does: each run starts with new devices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ladder/engine/observation.hpp"

namespace ladder::emulator {

// So many devices there are, without memory; nothing is known to be wrong, and nothing has crossed a link. What the
// code before has allocated it must have freed.
void begin_host_code(int devices);

// So many bytes become `value`, and are what nothing has written.
void poison(void* from, unsigned char value, std::size_t bytes);

// For HostGuard: what is wrong with the host touching that address.
std::optional<std::string> touch_by_host(const void* address, std::uintptr_t instruction);

// The allocations that there are now are not the host code's: others it has to free.
void note_allocations();

// What host code has done since begin_host_code(). A call of NCCL that other ranks never answer is wrong from now on,
// and memory that was not freed.
struct HostReport {
  std::vector<std::string> mistakes{};  // a line each: "transposes.cuh:31: no order between streams: .."
  CodePlace first_mistake{};            // of those that have a place
  bool explains_others = false;         // what kernels do wrong may come of the first one
  std::vector<LinkTraffic> links{};     // what has crossed them
};
HostReport report_of_host_code();

}  // namespace ladder::emulator
