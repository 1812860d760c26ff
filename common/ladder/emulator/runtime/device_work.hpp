// What the host touches while it does work of the device.
#pragma once

#include <cstdint>

#include "ladder/emulator/runtime/allocations.hpp"

namespace ladder::emulator {

// The host touches memory that is closed to it, by an instruction at that place of the program: whether that is work of
// the device, as cuda/runtime/device_work.hpp has it, and noted.
bool is_device_work(const Allocation& allocation, std::uintptr_t site);

}  // namespace ladder::emulator
