// CUDA's errors as a category of Thrust's.
#pragma once

#include <thrust/system/error_code.h>

#include <string>

#include "ladder/emulator/cuda/runtime/errors.hpp"

namespace thrust::system {

struct CudaCategory final : error_category {
  const char* name() const override { return "cuda"; }
  std::string message(int error) const override { return cudaGetErrorString(static_cast<cudaError_t>(error)); }
};
inline const error_category& cuda_category() {
  static const CudaCategory category;
  return category;
}

}  // namespace thrust::system

namespace thrust {
using system::cuda_category;
}
