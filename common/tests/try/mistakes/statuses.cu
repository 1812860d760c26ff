// A program that ends in every way that there is: the argument says how.
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

int main(int, char** argv) {
  const std::string how = argv[1];
  printf("argument %s\n", argv[1]);
  if (how == "exit") exit(9);
  if (how == "abort") abort();
  if (how == "throw") throw std::runtime_error("nobody catches this");
  volatile int* nowhere = nullptr;
  if (how == "crash") *nowhere = 1;
  return atoi(argv[1]);
}
