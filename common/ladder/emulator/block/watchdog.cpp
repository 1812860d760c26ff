#include "ladder/emulator/block/watchdog.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "ladder/base/failure.hpp"
#include "ladder/emulator/block/block.hpp"

namespace ladder::emulator {
namespace {

// What a thread of a kernel goes on with: on another stack, as its own may have no room left.
[[noreturn]] void leave_endless_loop() {
  Block::current()->interruptions().leave_endless_loop();
  __builtin_unreachable();
}
[[noreturn]] void leave_after_fault() {
  Block& block = *Block::current();
  block.interruptions().leave_after_fault(block.accesses().last_site());
  __builtin_unreachable();
}

// In the kernel's own code no work of the emulator is interrupted, and the thread can be left where it is.
bool is_to_be_left(Interruptions& interruptions, std::uintptr_t instruction) {
  interruptions.tick();
  if (!interruptions.is_out_of_time() || !interruptions.is_in_kernel(instruction)) return false;
  interruptions.note(instruction);
  return true;
}

// What the running thread of the block did; nothing where it was not the thread.
std::optional<Fault> fault_of(const Fibers& fibers, const Interruption& interruption) {
  const bool of_memory = interruption.by == Interruption::By::wrong_address;
  if (of_memory && fibers.is_below_its_stack(interruption.address)) return Fault::stack_overflow;
  if (!fibers.on_its_stack(interruption.stack_pointer)) return std::nullopt;
  if (of_memory) return Fault::bad_address;
  return interruption.by == Interruption::By::division ? std::optional(Fault::division) : std::nullopt;
}

}  // namespace

std::chrono::duration<double> time_limit() {
  constexpr double least = 0.001, most = 1e6;
  const char* text = std::getenv("LADDER_TIME_LIMIT");
  if (text == nullptr) return usual_time_limit;
  char* end = nullptr;
  const double seconds = std::strtod(text, &end);
  if (end == text || *end != '\0' || !(seconds >= least && seconds <= most)) {
    throw Failure(bad_usage,
                  fmt::format("LADDER_TIME_LIMIT is '{}': it takes a number of seconds, {} to {}", text, least, most));
  }
  return std::chrono::duration<double>(seconds);
}

std::atomic<bool> stops_all_blocks = false;

std::optional<Continuation> handle_interruption(const Interruption& interruption) {
  Block* block = Block::current();
  if (block == nullptr) return std::nullopt;
  const std::uintptr_t spare_stack = block->fibers().spare_stack_top();
  if (interruption.by == Interruption::By::tick) {
    if (!is_to_be_left(block->interruptions(), interruption.instruction)) return std::nullopt;
    return Continuation{leave_endless_loop, spare_stack};
  }
  const auto fault = fault_of(block->fibers(), interruption);
  if (!fault) return std::nullopt;
  block->interruptions().note(*fault, interruption.instruction, {interruption.address, interruption.is_store});
  return Continuation{leave_after_fault, spare_stack};
}

}  // namespace ladder::emulator
