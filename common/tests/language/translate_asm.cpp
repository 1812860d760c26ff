// translate_asm FILE: writes the file with C++ in the place of each asm(...), as ./learn try has it.
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "tools/try/source/rewriting.hpp"

int main(int, char** arguments) {
  std::ifstream file(arguments[1]);
  ladder::Source source = ladder::source_of(std::string{std::istreambuf_iterator<char>(file), {}});
  ladder::tried::translate_asm(source);
  std::cout << "#include \"ladder/emulator/cuda/inline_ptx.hpp\"\n#line 1 \"" << arguments[1] << "\"\n"
            << ladder::text_of(source);
}
