// A few blocks of a launch on arrays of more than 2^32 elements, which no memory holds: offsets of 32 bits go wrong
// there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ladder/diagnose/finding.hpp"
#include "ladder/engine/engine.hpp"
#include "ladder/engine/excerpts.hpp"
#include "ladder/verification/device_buffer.hpp"

namespace ladder::transpose {

// It moves the elements of its input to other places; or computes with them, where `output` says what.
struct FarLaunch {
  std::size_t elements = 0;  // of the input
  std::size_t outputs = 0;   // elements of the output; 0: as many
  std::size_t element_bytes = sizeof(float);
  std::size_t words = 1;  // 2: the elements here are halves of others, of 8 bytes
  // The element of the input that belongs at this one of the output; and the other way round.
  std::function<std::size_t(std::size_t index)> source{}, target{};
  std::function<void(const float* in, float* out)> run{};
  std::function<std::string(const char* array, std::size_t index)> name{};  // "in[5][3]"
  bool in_place = false;                                                    // the output is the input's buffer
  InitialBits input{};   // empty: hashes of the index, by which an element is known wherever it is
  InitialBits before{};  // what the output holds before the launch; empty: nothing that may be read
  InitialBits output{};  // what it has to hold afterwards; empty: the element of `source`
};

// Elements that blocks have to write: which block, by the number in the output.
using DueElements = std::map<std::size_t, std::uint64_t>;

// Of small elements, on part 0 of what tells them apart: an offset that is off puts so many elements in wrong places
// that not all of them look right.
class FarRun {
 public:
  // Throws std::bad_alloc where there are not enough addresses. Only for engines that have excerpts.
  FarRun(Engine& engine, FarLaunch launch);

  // As Excerpts::execute().
  Observation execute(const BlockChoice& choose);
  // A choice for it: blocks picked at random, and the last ones; always the same of so many.
  static std::vector<std::uint64_t> some_of(std::uint64_t blocks);
  std::vector<WrittenElement> written() const { return arrays_.out().written(); }
  // Whether the blocks have written at least this part of what falls to so many, and something in the last sixteenth of
  // the output, and of a row of so many elements.
  bool wrote_enough(double at_least, std::size_t row = 1) const;
  // The first that is wrong of what the blocks have written, in a few words; empty where all is right.
  std::string wrong_element() const;
  // These blocks once more, step by step: the first store of another element than belongs there: the load or the store
  // that is off, by what its block has to write, as far as that is known. Nothing where neither that is known nor
  // elements are, by their hashes. missing: where the block that has to write this element stores instead.
  Finding wrong_offset(const BlockChoice& choose, const DueElements& due = {},
                       const DueElements::value_type* missing = nullptr) const;

 private:
  struct Arrays {
    Arrays(Excerpts& excerpts, const FarLaunch& launch, unsigned part);
    const SparseBuffer& out() const { return out_ ? *out_ : in; }

    SparseBuffer in;
    std::optional<SparseBuffer> out_;
  };
  Run run(const Arrays& arrays) const;

  Engine& engine_;
  FarLaunch launch_;
  Arrays arrays_;
  double share_ = 0;  // of all blocks, that were executed
};

}  // namespace ladder::transpose
