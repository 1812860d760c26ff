// A program finds its own name.
#include <cstdio>

int main(int argc, char** argv) {
  if (argc < 2) fprintf(stderr, "usage: %s SIZE\n", argv[0]);
  return 2;
}
