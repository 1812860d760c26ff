// Where there is no Thrust, the first line that asks for it is named; else the one that asks for what it lacks.
#include <thrust/device_vector.h>
#include <thrust/no_such_header.h>

int main() {}
