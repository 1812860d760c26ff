#include "ladder/app/chapter.hpp"
#include "ladder/app/commands.hpp"

int main(int argc, char** argv) { return ladder::guarded_main(argc, argv, ladder::run_command, "ladder"); }
