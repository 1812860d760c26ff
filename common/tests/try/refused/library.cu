// A library that the emulator does not have.
#include <cstdio>
#include <cublas_v2.h>

int main() {}
