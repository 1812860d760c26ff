// A part of Thrust that the emulator does not have.
#include <thrust/async/reduce.h>

int main() {}
