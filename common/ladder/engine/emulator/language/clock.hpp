// Clocks, of which none tells time on the emulator: each read finds more than the one before, so that no difference is
// 0. A remark says so, with the line. (clock() itself is declared in <ctime>.)
#pragma once

#include <ctime>

long long clock64();
void __nanosleep(unsigned nanoseconds);  // the clock goes on by so much

// For profilers, which the emulator is not.
inline __attribute__((always_inline)) void __prof_trigger(int) {}
