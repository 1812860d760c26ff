// What nvcc made of a program's loads and stores, by the lines of its source.
#pragma once

#include <istream>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ladder/engine/observation.hpp"

namespace ladder::tried {

class MachineCode {
 public:
  // text: the machine code of all kernels, as `nvdisasm -g` prints it, built with -lineinfo. Lines that are no loads or
  // stores are passed over.
  explicit MachineCode(std::istream& text);
  // kernel: "mm<32>". Null where there is no code of it. Looks things up in this one, which has to outlive it.
  MadeWidth of(const std::string& kernel) const;

 private:
  using Kind = std::pair<memory_model::Space, memory_model::Access>;
  using Widths = std::map<int, int>;  // how many instructions, by their bytes

  std::map<std::string, std::map<std::pair<std::string, int>, std::map<Kind, Widths>>> kernels_;
};

// The counters after what nvcc made of the lines; nothing where that is not known.
std::optional<Counters> as_made(Counters written, const std::vector<LineCounters>& lines);

// What nvcc may have done with a line, or not, as its machine code does not say.
struct Choice {
  std::string words;  // "keeps in registers what is loaded again at k.cu:15"
  Counters more{};    // so much more is counted then, modulo 2^64
};
std::vector<Choice> choices_of(const std::vector<LineCounters>& lines);

}  // namespace ladder::tried
