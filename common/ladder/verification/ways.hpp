// The ways of values through memory, worked out from a recording: where a value that a thread stored came from, and
// where one that it loaded went.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ladder/engine/recording.hpp"

namespace ladder {

class Ways {
 public:
  using Number = std::size_t;  // of a step: its place in the recording
  using Way = std::vector<Number>;

  // name: of an element of the problem's arrays, "in[5][3]"; empty for what the recording names.
  Ways(Recording recording, std::function<std::string(const Step&)> name);

  const std::vector<Step>& steps() const { return recording_.steps; }

  // The step that this one has its value from: a load has it from the newest store to its place, a store and an
  // exchange from the newest load or exchange of a thread that had the same bits. None where the value came from
  // elsewhere: from the host, or from arithmetic.
  std::optional<Number> origin(Number step) const { return origins_[step]; }
  // From the first step of a value that is known, to this one.
  Way way_to(Number step) const;
  // From this step to one that has its value from there, and which none has it from: of all ways the one that goes
  // furthest.
  Way way_from(Number step) const;
  // The next store to the place of this step after it, if there is one.
  std::optional<Number> overwritten_by(Number step) const;

  const std::string& line(Number step) const;     // "kernel.cuh:31"
  std::string caller(Number step) const;          // " (called at kernel.cuh:40)", or nothing
  std::string line_in_kernel(Number step) const;  // "kernel.cuh:40", or the line itself
  std::string thread(Number step) const;          // "thread (3, 0) of block (0, 0)"
  std::string element(Number step) const;         // "tile[5][3]"
  bool same_thread(Number a, Number b) const;
  bool same_place(Number a, Number b) const;

  // "thread (3, 5) of block (0, 0) loads it at kernel.cuh:24 and stores it to tile[5][3] there, thread ..."; of steps
  // of the line `here`, that it is here.
  std::string in_words(const Way& way, const std::string& here) const;

 private:
  bool goes_further(const Way& way, const Way& other) const;
  Way without_returns(const Way& way) const;

  Recording recording_;
  std::function<std::string(const Step&)> name_;
  std::vector<std::optional<Number>> origins_;
  std::vector<std::vector<Number>> followers_;  // whose origin it is
  mutable std::map<std::uintptr_t, std::string> lines_;
};

}  // namespace ladder
