// What a profiler is to see, and nothing else.
#pragma once

#include <cuda_profiler_api.h>
#include <nvtx3/nvToolsExt.h>

#include <string>

namespace ladder::gpu {

// The kernels launched while it lives are what `ncu --profile-from-start off` profiles, in an NVTX range of this name.
// Without a profiler it does nothing.
class ProfiledRange {
 public:
  explicit ProfiledRange(const std::string& name) {
    cudaProfilerStart();
    nvtxRangePushA(name.c_str());
  }
  ~ProfiledRange() {
    nvtxRangePop();
    cudaProfilerStop();
  }
  ProfiledRange(ProfiledRange&&) = delete;
};

}  // namespace ladder::gpu
