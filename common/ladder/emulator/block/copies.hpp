// Copies of structs: nvcc makes accesses of them that are as wide as the type is aligned, and 16 bytes at most. In a
// shared array of structs, whose place it knows, it makes those of 4 and 8 bytes wider where all elements lie so that
// it can.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "ladder/base/parallel.hpp"
#include "ladder/emulator/cuda/kernel_call.hpp"
#include "ladder/emulator/memory/shared_memory.hpp"
#include "ladder/emulator/requests/warp_trace.hpp"

namespace ladder::emulator {

// Calls work() on another OS thread, and waits: to read debug information takes more stack than a thread of a kernel
// has.
void off_the_stack(const auto& work) {
  on_threads(1, [&](std::size_t, const std::atomic<bool>&) { work(); });
}

class Copies {
 public:
  explicit Copies(const SharedMemory& shared) : shared_(shared) {}

  void begin_launch(const KernelCall& kernel);

  // In bytes, a power of 2: how wide a thread reads or writes at that site, which copies so many bytes.
  std::size_t width(Site site, Access operation, std::uintptr_t address, std::size_t bytes);

  // Whether what the compiler reports as one access is the copy of a struct that is less aligned: it may know more of
  // an address than the type says, and g++ does not ask at 16 bytes. elements: of the array or variable that is
  // accessed.
  bool is_in_pieces(const LaneAccess& access, const StructType& elements);

 private:
  std::size_t alignment_at(std::uintptr_t address, std::size_t bytes) const;
  std::size_t alignment_of_type(std::uintptr_t address, std::size_t bytes) const;

  const SharedMemory& shared_;
  const KernelCall* kernel_ = nullptr;
  std::unordered_map<StepCode, std::size_t> known_;  // widths
};

}  // namespace ladder::emulator
