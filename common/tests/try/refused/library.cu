// A library that the emulator does not have.
#include <cufft.h>

#include <cstdio>

int main() {}
