// Memory on an engine's device: between guard zones, or larger than any memory.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ladder/engine/engine.hpp"
#include "ladder/engine/excerpts.hpp"
#include "ladder/verification/test_data.hpp"

namespace ladder {

// `size` elements of so many bytes each, released with the object. The first lies `offset` elements behind the
// beginning of what the engine allocates. Starts poisoned; the guard zones hold a pattern of their own.
class DeviceArray {
 public:
  // Throws std::bad_alloc where the engine has not enough memory.
  DeviceArray(Engine& engine, std::size_t size, std::size_t element_bytes, const std::string& name,
              std::size_t offset = 0)
      : engine_(engine),
        size_(size),
        element_bytes_(element_bytes),
        begin_(static_cast<unsigned char*>(engine.allocate((offset + size) * element_bytes, element_bytes, name))),
        data_(begin_ + offset * element_bytes) {
    try {
      engine_.upload(before(), guard().data(), guard_bytes);
      engine_.upload(after(), guard().data(), guard_bytes);
      poison();
    } catch (...) {
      engine_.release(begin_);
      throw;
    }
  }
  ~DeviceArray() { engine_.release(begin_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  void* at(std::size_t element) const { return data_ + element * element_bytes_; }
  std::size_t size() const { return size_; }
  std::size_t element_bytes() const { return element_bytes_; }
  std::size_t bytes() const { return size_ * element_bytes_; }

  // It is an input: no kernel may write to it.
  void keep_from_kernels() { engine_.keep_from_kernels(begin_); }
  void poison() { engine_.poison(begin_, poison_byte, static_cast<std::size_t>(after() - begin_)); }
  // So many bytes, from this element on.
  void upload_bytes(std::size_t first, std::span<const unsigned char> values) {
    engine_.upload(at(first), values.data(), values.size());
  }
  void download_bytes(std::size_t first, std::span<unsigned char> values) const {
    engine_.download(values.data(), at(first), values.size());
  }

  // False where something wrote before what was allocated, or after the last element.
  bool guards_intact() const {
    std::vector<unsigned char> found(guard_bytes);
    for (const unsigned char* zone : {before(), after()}) {
      engine_.download(found.data(), zone, guard_bytes);
      if (found != guard()) return false;
    }
    return true;
  }

 private:
  unsigned char* before() const { return begin_ - guard_bytes; }
  unsigned char* after() const { return data_ + bytes(); }
  static const std::vector<unsigned char>& guard() {
    static const std::vector<unsigned char> pattern = [] {
      std::vector<unsigned char> bytes(guard_bytes);
      for (std::size_t i = 0; i < guard_bytes; ++i) bytes[i] = static_cast<unsigned char>(input_bits(i));
      return bytes;
    }();
    return pattern;
  }

  Engine& engine_;
  std::size_t size_, element_bytes_;
  unsigned char *begin_, *data_;
};

// The same of elements of T.
template <typename T>
class DeviceBuffer : public DeviceArray {
 public:
  DeviceBuffer(Engine& engine, std::size_t size, const std::string& name, std::size_t offset = 0)
      : DeviceArray(engine, size, sizeof(T), name, offset) {}

  T* data() const { return static_cast<T*>(at(0)); }
  void upload(std::size_t first, std::span<const T> values) {
    upload_bytes(first, {reinterpret_cast<const unsigned char*>(values.data()), values.size_bytes()});
  }
  void download(std::size_t first, std::span<T> values) const {
    download_bytes(first, {reinterpret_cast<unsigned char*>(values.data()), values.size_bytes()});
  }
};

// An array that may be larger than any memory: what kernels touch of it exists. Elements of 1, 2 or 4 bytes, released
// with the object. Element i holds initial(i) at first; where there is no initial, nothing.
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
