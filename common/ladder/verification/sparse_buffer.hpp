// An array that may be larger than any memory: what kernels touch of it exists.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "ladder/engine/excerpts.hpp"

namespace ladder {

// Elements of 1, 2 or 4 bytes, released with the object. Element i holds initial(i) at first; where there is no
// initial, nothing.
class SparseBuffer {
 public:
  // Throws std::bad_alloc where there are not enough addresses.
  SparseBuffer(Excerpts& excerpts, std::size_t size, const std::string& name, InitialBits initial = nullptr,
               std::size_t element_bytes = sizeof(float), ArrayUse use = ArrayUse::input)
      : excerpts_(excerpts), data_(excerpts.allocate(size, element_bytes, name, std::move(initial), use)) {}
  ~SparseBuffer() { excerpts_.release(data_); }
  SparseBuffer(const SparseBuffer&) = delete;
  SparseBuffer& operator=(const SparseBuffer&) = delete;

  float* data() const { return static_cast<float*>(data_); }
  // What kernels have written, in the order of the index.
  std::vector<WrittenElement> written() const { return excerpts_.written(data_); }

 private:
  Excerpts& excerpts_;
  void* data_;
};

}  // namespace ladder
