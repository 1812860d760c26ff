// A few blocks of a grid, on arrays that no memory holds; and the steps that values take there, or in a whole run.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ladder/engine/recording.hpp"

namespace ladder {

// The bits of element i of an array that holds something at first; and what kernels do with it.
using InitialBits = std::function<std::uint32_t(std::size_t index)>;
enum class ArrayUse { input, in_place };  // they may not write to an input

// Which blocks of a grid are to be run: their numbers (x counts fastest, then y), of so many.
using BlockChoice = std::function<std::vector<std::uint64_t>(std::uint64_t blocks)>;

struct WrittenElement {
  std::size_t index;
  std::uint32_t bits;
  auto operator<=>(const WrittenElement&) const = default;
};

// How an engine runs a few blocks of a grid on arrays that no memory holds: what these blocks touch of them exists.
class Excerpts {
 public:
  virtual ~Excerpts() = default;

  // So many elements of 1, 2 or 4 bytes. An element holds initial(its index) when it is first touched; where there is
  // no initial, nothing has written it. Throws std::bad_alloc where there are not enough addresses.
  virtual void* allocate(std::size_t elements, std::size_t element_bytes, const std::string& name, InitialBits initial,
                         ArrayUse use) = 0;
  virtual void release(void* array) = 0;
  // What kernels have written to an array, in the order of the index; where it held something, the newest launch.
  virtual std::vector<WrittenElement> written(const void* array) const = 0;

  // As Engine::execute(); but of the run's first launch only the chosen blocks are run, and of the launches after it,
  // which go on with what all blocks leave, none. The demand is that of all blocks of the first launch, as if each were
  // as those that were run are on average.
  virtual Observation execute(const Run& run, const BlockChoice& choose) = 0;

  // Runs once, block by block, and keeps the steps for which keep() holds, at most Recording::most_steps. keep is asked
  // for each, in their order. choose: as above; null for all blocks. step_bytes: 1, 2 or 4. Throws std::runtime_error
  // where a launch fails.
  virtual Recording record(const Run& run, const std::function<bool(const Step&)>& keep,
                           const BlockChoice& choose = nullptr, std::size_t step_bytes = 4) = 0;
};

}  // namespace ladder
