// Clocks of kernels. Compiled without instrumentation, as device_functions.cpp is.
#include "ladder/engine/emulator/block/block.hpp"
#include "ladder/engine/emulator/executable/call_site.hpp"
#include "ladder/engine/emulator/language/thread_functions.hpp"

using ladder::emulator::Block;

// Takes the place of the C library's, which host code of the same file means.
extern "C" clock_t clock() noexcept {
  if (Block* block = Block::current()) return static_cast<std::int32_t>(block->read_clock("clock()", SITE));
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * CLOCKS_PER_SEC + time.tv_nsec / (1000000000 / CLOCKS_PER_SEC);
}

long long clock64() { return static_cast<long long>(Block::current()->read_clock("clock64()", SITE)); }

void __nanosleep(unsigned nanoseconds) { Block::current()->let_time_pass(nanoseconds); }
