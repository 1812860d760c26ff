// A library that the emulator does not have.
#include <cublas_v2.h>

#include <cstdio>

int main() {}
