// What CUB has from Thrust's system `cuda`: how it launches its kernels, and by which iterators they load.
#pragma once

#include <thrust/detail/config.h>

#include "ladder/emulator/cuda/runtime/launch.hpp"

namespace thrust::cuda_cub {
namespace launcher {

struct triple_chevron {
  template <typename Kernel, typename... Arguments>
  cudaError_t doit(Kernel kernel, const Arguments&... arguments) const {
    kernel(arguments...);
    ladder::emulator::launch(grid, block, shared_bytes, stream);
    return cudaPeekAtLastError();
  }
  dim3 grid, block;
  std::size_t shared_bytes;
  cudaStream_t stream;
  triple_chevron(dim3 grid, dim3 block, std::size_t shared_bytes = 0, cudaStream_t stream = nullptr)
      : grid(grid), block(block), shared_bytes(shared_bytes), stream(stream) {}
};

}  // namespace launcher
namespace core {

template <typename Policy, typename Iterator>
struct LoadIterator {
  using type = Iterator;
};
template <typename Policy, typename Iterator>
LADDER_DEVICE Iterator make_load_iterator(const Policy&, Iterator iterator) {
  return iterator;
}

}  // namespace core
}  // namespace thrust::cuda_cub
