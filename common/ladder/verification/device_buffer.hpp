// Memory on an engine's device, between guard zones.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "ladder/engine/engine.hpp"
#include "ladder/verification/test_data.hpp"

namespace ladder {

// `size` elements of T, released with the object. Starts poisoned; the guard zones hold a pattern of their own.
template <typename T>
class DeviceBuffer {
 public:
  // Throws std::bad_alloc where the engine has not enough memory.
  DeviceBuffer(Engine& engine, std::size_t size, const std::string& name)
      : engine_(engine), size_(size), data_(static_cast<T*>(engine.allocate(size * sizeof(T), sizeof(T), name))) {
    try {
      engine_.upload(before(), guard().data(), guard_bytes);
      engine_.upload(after(), guard().data(), guard_bytes);
      poison();
    } catch (...) {
      engine_.release(data_);
      throw;
    }
  }
  ~DeviceBuffer() { engine_.release(data_); }
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;

  T* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }

  // It is an input: no kernel may write to it.
  void keep_from_kernels() { engine_.keep_from_kernels(data_); }
  void poison() { engine_.poison(data_, poison_byte, bytes()); }
  void upload(std::size_t first, std::span<const T> values) {
    engine_.upload(data_ + first, values.data(), values.size_bytes());
  }
  void download(std::size_t first, std::span<T> values) const {
    engine_.download(values.data(), data_ + first, values.size_bytes());
  }

  // False where something wrote before the first element or after the last.
  bool guards_intact() const {
    std::vector<unsigned char> found(guard_bytes);
    for (const unsigned char* zone : {before(), after()}) {
      engine_.download(found.data(), zone, guard_bytes);
      if (found != guard()) return false;
    }
    return true;
  }

 private:
  unsigned char* before() const { return reinterpret_cast<unsigned char*>(data_) - guard_bytes; }
  unsigned char* after() const { return reinterpret_cast<unsigned char*>(data_ + size_); }
  static const std::vector<unsigned char>& guard() {
    static const std::vector<unsigned char> pattern = [] {
      std::vector<unsigned char> bytes(guard_bytes);
      for (std::size_t i = 0; i < guard_bytes; ++i) bytes[i] = static_cast<unsigned char>(input_bits(i));
      return bytes;
    }();
    return pattern;
  }

  Engine& engine_;
  std::size_t size_;
  T* data_;
};

}  // namespace ladder
