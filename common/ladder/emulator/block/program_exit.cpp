#include "ladder/emulator/block/program_exit.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

#include "ladder/emulator/block/block.hpp"
#include "ladder/emulator/debuginfo/call_site.hpp"

namespace ladder::emulator {
namespace {

int (*status_at_exit)(int) = [](int status) { return status; };

void refuse_in_kernel(const char* function, const char* effect, std::uintptr_t site) {
  if (Block* block = Block::current()) {
    block->fail(fmt::format("calls {}(), which {}, and which no GPU has: return ends a thread", function, effect),
                site);
  }
}

// The C library lets a second thread that calls exit() end the program while the first one still runs what is
// registered for that: here it waits for the first one. A child process begins anew.
void wait_for_who_ends() {
  static std::atomic<std::uint64_t> ending = 0;
  constexpr int bits_of_thread = 32;
  const auto process = static_cast<std::uint64_t>(getpid());
  const std::uint64_t self = process << bits_of_thread | static_cast<std::uint64_t>(gettid());
  std::uint64_t known = ending;
  do {
    if (known >> bits_of_thread == process && known != self)
      for (;;) pause();
  } while (!ending.compare_exchange_weak(known, self));
}

int end_program(const char* function, int status, std::uintptr_t site) {
  refuse_in_kernel(function, "ends the whole program", site);
  return status_at_exit(status);
}

}  // namespace

void at_program_exit(int (*ending)(int status)) { status_at_exit = ending; }

}  // namespace ladder::emulator

using ladder::emulator::end_program;

extern "C" {
[[noreturn]] void __real_exit(int status);
[[noreturn]] void __real__exit(int status);
[[noreturn]] void __real_quick_exit(int status);
[[noreturn]] void __real_longjmp(void* target, int value);

[[noreturn]] void __wrap_exit(int status) {
  ladder::emulator::refuse_in_kernel("exit", "ends the whole program", SITE);
  ladder::emulator::wait_for_who_ends();
  __real_exit(status);
}
[[noreturn]] void __wrap__exit(int status) { __real__exit(end_program("_exit", status, SITE)); }
[[noreturn]] void __wrap__Exit(int status) { __real__exit(end_program("_Exit", status, SITE)); }
[[noreturn]] void __wrap_quick_exit(int status) { __real_quick_exit(end_program("quick_exit", status, SITE)); }
[[noreturn]] void __wrap_longjmp(void* target, int value) {
  ladder::emulator::refuse_in_kernel("longjmp", "leaves the kernel", SITE);
  __real_longjmp(target, value);
}
}
