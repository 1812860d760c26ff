// launch(stream, kernel, grid, block, args...) on the GPU.
#pragma once

#include <cuda_runtime.h>

namespace ladder::gpu {

template <typename... Parameters, typename... Arguments>
void launch(cudaStream_t stream, void (*kernel)(Parameters...), dim3 grid, dim3 block, Arguments... arguments) {
  kernel<<<grid, block, 0, stream>>>(arguments...);
}

inline void name_next(const char*) {}

}  // namespace ladder::gpu
