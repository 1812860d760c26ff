// A variant launched once more, as it is or otherwise: whether the result is right.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "ladder/chapter/transpose/traced_run.hpp"
#include "ladder/chapter/transpose/variant.hpp"
#include "ladder/engine/engine.hpp"

namespace ladder::transpose {

// "{32, 8}"
std::string in_words(Extent extent);

// Its sides exchanged; one of them twice as long, one or both half as long, both, and so on: the larger ones first.
std::vector<Extent> others(Extent extent, unsigned most_times);

class Trials {
 public:
  Trials(Engine& engine, const Variant& variant, const Placed& placed)
      : engine_(engine), variant_(variant), placed_(placed) {}

  // Right: no thread does what it may not, and none writes what another one has written. Wasteful: right, but some
  // blocks load and store nothing. Incomplete: all that is written is right. Turned: it is transposed where it should
  // be copied, or the other way round.
  enum class Outcome { right, wasteful, incomplete, turned, wrong };
  Outcome outcome(const LaunchShape& shape) const;
  bool is_right(const LaunchShape& shape) const { return outcome(shape) == Outcome::right; }

  // What of the shape has to be another for it to be right: "the tile {64, 64}". Empty where nothing does.
  std::string right_shape(const LaunchShape& shape) const;

  // The lines of the kernel itself, and not of what it calls, in which it loads and stores.
  struct Lines {
    std::set<std::string> all;
    std::string first_load;  // of the input
    bool uses_shared = false;
  };
  Lines lines() const;

  // Whether another variant launches the same kernel, and is right.
  bool kernel_is_right() const;

 private:
  Engine& engine_;
  const Variant& variant_;
  Placed placed_;
};

}  // namespace ladder::transpose
