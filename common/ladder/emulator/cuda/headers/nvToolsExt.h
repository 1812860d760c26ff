// What `#include <nvToolsExt.h>` and `<nvtx3/nvToolsExt.h>` find on the emulator: marks for a profiler, which mark
// nothing. (NVIDIA Tools Extension, "Ranges", "Markers".)
#pragma once

#include <cstdint>

using nvtxRangeId_t = std::uint64_t;

inline int nvtxRangePushA(const char*) { return 0; }
inline int nvtxRangePush(const char*) { return 0; }
inline int nvtxRangePop() { return 0; }
inline nvtxRangeId_t nvtxRangeStartA(const char*) { return 0; }
inline nvtxRangeId_t nvtxRangeStart(const char*) { return 0; }
inline void nvtxRangeEnd(nvtxRangeId_t) {}
inline void nvtxMarkA(const char*) {}
inline void nvtxMark(const char*) {}
