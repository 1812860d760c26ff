// The older interface of cuBLAS.
#include <cublas.h>

int main() { cublasInit(); }
