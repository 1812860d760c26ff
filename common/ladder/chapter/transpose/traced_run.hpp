// One run of a transpose, of which every load and store is known: what became of each element of the input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "ladder/chapter/transpose/variant.hpp"
#include "ladder/engine/engine.hpp"
#include "ladder/verification/device_buffer.hpp"
#include "ladder/verification/ways.hpp"

namespace ladder::transpose {

// Which matrix, and where it lies: from element `offset` of its buffers on.
struct Placed {
  unsigned rows, cols;
  std::size_t offset = 0;
  unsigned most_blocks_in_y = transpose::most_blocks_in_y;
};

class TracedRun {
 public:
  using Number = Ways::Number;
  static constexpr std::size_t most_elements = std::size_t{1} << 17;

  // Runs the variant on the hashed input. Throws std::runtime_error where a launch fails.
  TracedRun(Engine& engine, const Variant& variant, const Placed& placed);

  const Ways& ways() const { return *ways_; }
  std::size_t size() const { return loads_.size(); }  // elements

  // Elements by their index: where an element of the input belongs in the output, and what belongs in one of that.
  std::size_t target(std::size_t in) const;
  std::size_t source(std::size_t out) const;
  struct Place {
    long row, col;
  };
  Place place_in(std::size_t in) const { return place(in, cols_); }
  Place place_out(std::size_t out) const { return place(out, copied_ ? cols_ : rows_); }
  std::string name_of_in(std::size_t in) const { return name("in", place_in(in)); }
  std::string name_of_out(std::size_t out) const { return name("out", place_out(out)); }

  // The element of the array that the step is at, if it is one.
  std::optional<std::size_t> in_of(Number step) const { return index_in(in_, step); }
  std::optional<std::size_t> out_of(Number step) const { return index_in(out_, step); }
  // The element of the input with these bits.
  std::optional<std::size_t> with_bits(std::uint32_t bits) const;

  // The loads of an element of the input; the last store to an element of the output.
  const std::vector<Number>& loads(std::size_t in) const { return loads_[in]; }
  std::optional<Number> last_store(std::size_t out) const { return last_stores_[out]; }
  bool stores_anything() const;  // to the output
  bool is_right(std::size_t out) const;
  // See missing_in_words().
  std::string unloaded_in_words() const;
  std::string unstored_in_words() const;
  // From its load to its place in the output; or as far as it came. Empty where it was never loaded.
  Ways::Way way_of(std::size_t in) const;

 private:
  static Place place(std::size_t index, std::size_t pitch) {
    return {static_cast<long>(index / pitch), static_cast<long>(index % pitch)};
  }
  static std::string name(const char* array, Place place);
  std::string name(const Step& step) const;
  std::optional<std::size_t> index_in(const DeviceBuffer<float>& array, const Step& step) const;
  std::optional<std::size_t> index_in(const DeviceBuffer<float>& array, Number step) const {
    return index_in(array, ways_->steps()[step]);
  }

  std::size_t rows_, cols_, offset_;
  bool copied_;
  DeviceBuffer<float> in_, out_;
  std::unordered_map<std::uint32_t, std::size_t> with_bits_;
  std::optional<Ways> ways_;
  std::vector<std::vector<Number>> loads_;
  std::vector<std::optional<Number>> last_stores_;
};

}  // namespace ladder::transpose
