// Small kernels with one mistake each, and twins of them that are harmless: what the emulator has to say of each.
#pragma once

#include <vector>

namespace hazards {

// 4096 elements each; in[i] is i, and has to stay so; nothing wrote out.
struct Buffers {
  const float* in;
  float* out;
};

enum class Orders {
  both,
  one,  // at least: it goes wrong, or is said so, where certain blocks run first; which do is left to the cores
};

struct Case {
  const char* name;
  void (*launch)(Buffers);
  std::vector<const char*> words;  // one line has all of them; none: nothing is said
  Orders orders = Orders::both;    // of blocks, in which that is so
};

std::vector<Case> alignment();          // alignment.cu
std::vector<Case> bounds();             // bounds.cu
std::vector<Case> equal_values();       // equal_values.cu
std::vector<Case> small_elements();     // small_elements.cu
std::vector<Case> local_arrays();       // local_arrays.cu
std::vector<Case> guesses();            // guesses.cu
std::vector<Case> order();              // order.cu
std::vector<Case> counters();           // order.cu: and what is no question of order
std::vector<Case> early_reads();        // early_reads.cu
std::vector<Case> overwrites();         // overwrites.cu
std::vector<Case> between_blocks();     // between_blocks.cu
std::vector<Case> between_lanes();      // between_lanes.cu
std::vector<Case> barriers();           // barriers.cu
std::vector<Case> ended_threads();      // barriers.cu
std::vector<Case> waiting();            // waiting.cu
std::vector<Case> trees();              // trees.cu: of remarks
std::vector<Case> order_in_block();     // order_in_block.cu
std::vector<Case> looks();              // looks.cu
std::vector<Case> same_in_every_run();  // looks.cu

}  // namespace hazards
