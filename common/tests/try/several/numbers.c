/* C, and no C++: void* becomes int* by itself. */
#include <stdlib.h>

int* numbers(int n) {
  int *new = malloc(n * sizeof *new), i;
  for (i = 0; i < n; ++i) new[i] = i;
  return new;
}
