// The error that a program may ask for.
#pragma once

#include <mutex>

#include "ladder/engine/emulator/language/runtime/errors.hpp"

namespace ladder::emulator {

// While it lives, no other thread of the host is in a call of the runtime that has one. Callbacks may call on.
class OneAtATime {
 public:
  OneAtATime() : lock_(mutex_) {}

 private:
  inline static std::recursive_mutex mutex_;
  std::lock_guard<std::recursive_mutex> lock_;
};

class ErrorState {
 public:
  static ErrorState& instance();

  // What a call returns: the error of a kernel that broke off, as long as the program runs, or else its own, which is
  // then the last error as well.
  cudaError_t result(cudaError_t error);
  // From now on every call returns this one.
  void stick(cudaError_t error) { sticky_ = error; }
  cudaError_t sticky() const { return sticky_; }
  cudaError_t peek() const { return sticky_ != cudaSuccess ? sticky_ : last_; }
  cudaError_t take();
  void reset() { last_ = sticky_ = cudaSuccess; }

 private:
  cudaError_t last_ = cudaSuccess, sticky_ = cudaSuccess;
};

inline cudaError_t result(cudaError_t error) { return ErrorState::instance().result(error); }

}  // namespace ladder::emulator
