#include "ladder/emulator/block/interruptions.hpp"

#include <fmt/format.h>

#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/debuginfo/symbols.hpp"
#include "ladder/emulator/memory/global_memory.hpp"
#include "ladder/platform/signals.hpp"
#include "ladder/source/around.hpp"

namespace ladder::emulator {

// An access that is out of bounds is found before it is made, or its thread is stopped. Those of libraries end here.
std::string Interruptions::in_words(Fault fault) const {
  const GlobalMemory& memory = GlobalMemory::instance();
  if (fault == Fault::division) return "divides an integer by 0, or the least integer by -1";
  if (fault == Fault::bad_address && refused_.address == unknown_address)
    return "touches an address that is misaligned, or one at which there is nothing: is a pointer wrong, or an index?";
  if (fault == Fault::bad_address && memory.distance(refused_.address) != SIZE_MAX) {
    return fmt::format("touches {}; {}", memory.name_of(refused_.address), memory.extent_of(refused_.address));
  }
  if (fault == Fault::bad_address) return "touches an address at which there is nothing: is a pointer wrong?";
  return fmt::format(
      "overflows its stack of {} KiB: are its local arrays that large, or does it call itself without end?",
      Fibers::stack_bytes / 1024);
}

void Interruptions::begin_launch(const KernelCall& kernel) {
  ticks_of_launch_ = 0;
  ticks_of_limit_ = static_cast<int>(time_limit() / tick_time);
  kernel_ = reinterpret_cast<std::uintptr_t>(kernel.kernel());
  kernel_bytes_ = code_bytes(kernel.kernel());
}

// A block that has run for so long is not going to come to an end, unless its threads are ending.
void Interruptions::give_up() const {
  const unsigned thread = threads_.running();
  if (threads_[thread].state == State::ended) return;
  const Site site = threads_[thread].site;
  const std::string loop = loop_around(source_line(site), calling_lines(site));
  const std::string why = "does the loop end?" + (loop.empty() ? "" : " The innermost one here is " + loop);
  throw BrokenLaunch(
      LaunchEnd::time_limit, site,
      fmt::format("{} was still running here {}", threads_.seen_last(thread),
                  stops_all_blocks ? "when the program was stopped: " + why
                                   : fmt::format("after {:g} seconds: {} (LADDER_TIME_LIMIT=SECONDS gives each "
                                                 "block more time)",
                                                 time_limit().count(), why)));
}

std::optional<LaneAccess> Interruptions::take_refused_access() {
  const Site after_it = interrupted_at_ + 1;
  if (fault_ != Fault::bad_address || refused_.address == unknown_address || source_line(after_it).file.empty())
    return std::nullopt;
  fault_.reset();
  return LaneAccess{after_it, refused_.address, 1, Space::global, refused_.is_store ? Access::store : Access::load};
}

// The instruction is the kernel's, or of a function of the emulator's that the kernel called where it was seen last.
void Interruptions::check_faults(unsigned first) const {
  if (!fault_) return;
  for (unsigned thread = first; thread < first + threads_.lanes_of_warp(first); ++thread) {
    if (threads_[thread].state != State::at_fault) continue;
    const Site after_it = interrupted_at_ + 1;
    const bool is_told = *fault_ == Fault::told || *fault_ == Fault::assertion;
    if (!is_told && !source_line(after_it).file.empty()) threads_[thread].site = after_it;
    throw BrokenLaunch(*fault_ == Fault::assertion ? LaunchEnd::assertion : LaunchEnd::failure, threads_[thread].site,
                       fmt::format("{} {}", threads_.seen_last(thread), is_told ? words_ : in_words(*fault_)));
  }
}

}  // namespace ladder::emulator
