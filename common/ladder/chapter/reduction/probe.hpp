// Sums of arrays that tell what a wrong kernel does with single elements.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ladder/chapter/reduction/buffers.hpp"
#include "ladder/chapter/reduction/variant.hpp"
#include "ladder/engine/engine.hpp"
#include "ladder/verification/ways.hpp"

namespace ladder::reduction {

class Probe {
 public:
  // offset: see Buffers. Throws std::bad_alloc.
  Probe(Engine& engine, const Variant& variant, std::size_t count, std::size_t offset)
      : engine_(engine), variant_(variant), buffers_(engine, count, offset) {}

  std::size_t count() const { return buffers_.count; }

  // What the variant makes of these elements. Throws std::runtime_error where a launch fails.
  float sum_of(const std::function<float(std::size_t)>& value);
  // The same with the steps of all values but, in large arrays, the zeros that were never anything else and were not
  // loaded near the element.
  Ways follow(const std::function<float(std::size_t)>& value, std::size_t near = 0);
  // What block 0 does in the first launch, where all elements are 1.
  Recording record_block();
  // How often each element is loaded.
  const std::vector<unsigned>& loads();

  // What is wrong with the index by which the first launch loads the elements: see ladder::wrong_index().
  std::string wrong_index();
  // What stands there after a run; 0 where the variant draws none.
  unsigned ticket() const;

  // An element that does not count once: where those up to it are summed alone, the sum is wrong, and so it is for ever
  // smaller parts of the array. None where no part is wrong; or where a part is, but not in either half.
  std::optional<std::size_t> wrong_element();

  std::string name_of(std::size_t element) const;
  // The element that the step is at; whether it is at the result.
  std::optional<std::size_t> element_of(const Step& step) const;
  bool is_result(const Step& step) const;
  std::uintptr_t address_of(std::size_t element) const;

 private:
  void fill(const std::function<float(std::size_t)>& value);

  Engine& engine_;
  const Variant& variant_;
  Buffers buffers_;
  std::vector<unsigned> loads_;
};

}  // namespace ladder::reduction
