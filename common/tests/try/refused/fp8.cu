// Where there is no toolkit.
#include <cuda_fp8.h>

int main() {}
