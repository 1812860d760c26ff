// Kernels that call CUDA's device functions, and what CUDA defines that they give: compiled for each engine.
#pragma once

#include <string>
#include <vector>

namespace language {

// `out` has so many words, and the kernel writes the expected ones; on a GPU, where expected is null, those that the
// emulator gives. Or it is wrong, and then a message says that.
struct Case {
  std::string name;
  void (*launch)(unsigned* out);
  unsigned words;
  unsigned (*expected)(unsigned word);
  std::string message = {};
};

// Each in the file of its name, without "wrong"; stopped_launches() are in clocks.cu.
#define LADDER_CASES(engine)                \
  namespace engine {                        \
  std::vector<Case> active_masks();         \
  std::vector<Case> arithmetic();           \
  std::vector<Case> atomics();              \
  std::vector<Case> clocks();               \
  std::vector<Case> grid_groups();          \
  std::vector<Case> groups();               \
  std::vector<Case> ptx();                  \
  std::vector<Case> recursion();            \
  std::vector<Case> warp_functions();       \
                                            \
  std::vector<Case> stopped_launches();     \
  std::vector<Case> wrong_atomics();        \
  std::vector<Case> wrong_grid_groups();    \
  std::vector<Case> wrong_groups();         \
  std::vector<Case> wrong_ptx();            \
  std::vector<Case> wrong_warp_functions(); \
  }
LADDER_CASES(emulator)
LADDER_CASES(gpu)
#undef LADDER_CASES

}  // namespace language
