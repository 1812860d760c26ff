// Sums, products and the like of all ranks' elements.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "ladder/emulator/cuda/small_float.hpp"
#include "ladder/emulator/runtime/nccl_calls.hpp"

namespace ladder::emulator {
namespace {

template <typename Number>
Number combined(Number a, Number b, ncclRedOp_t operation) {
  switch (operation) {
    case ncclProd: return static_cast<Number>(a * b);
    case ncclMax: return std::max(a, b);
    case ncclMin: return std::min(a, b);
    default: return static_cast<Number>(a + b);
  }
}

// Of 16 bits: rounded after each step, as where each rank of a ring adds its own.
template <typename T>
void reduce_all(ncclRedOp_t operation, std::size_t count, const std::vector<const char*>& from, char* to) {
  using Number = std::conditional_t<cuda::is_small_float<T>, float, T>;
  for (std::size_t i = 0; i < count; ++i) {
    const auto element = [&](const char* of_rank) {
      T stored;
      std::memcpy(static_cast<void*>(&stored), of_rank + i * sizeof stored, sizeof stored);
      return static_cast<Number>(stored);
    };
    Number sum = element(from.front());
    for (std::size_t rank = 1; rank < from.size(); ++rank)
      sum = static_cast<Number>(T(combined(sum, element(from[rank]), operation)));
    if (operation == ncclAvg) sum = static_cast<Number>(sum / static_cast<Number>(from.size()));
    const T stored(sum);
    std::memcpy(to + i * sizeof stored, &stored, sizeof stored);
  }
}

}  // namespace

void reduce(ncclDataType_t type, ncclRedOp_t operation, std::size_t count, const std::vector<const char*>& from,
            char* to) {
  switch (type) {
    case ncclInt8: return reduce_all<std::int8_t>(operation, count, from, to);
    case ncclUint8: return reduce_all<std::uint8_t>(operation, count, from, to);
    case ncclInt32: return reduce_all<std::int32_t>(operation, count, from, to);
    case ncclUint32: return reduce_all<std::uint32_t>(operation, count, from, to);
    case ncclInt64: return reduce_all<std::int64_t>(operation, count, from, to);
    case ncclUint64: return reduce_all<std::uint64_t>(operation, count, from, to);
    case ncclFloat16: return reduce_all<cuda::SmallFloat<cuda::HalfFormat>>(operation, count, from, to);
    case ncclBfloat16: return reduce_all<cuda::SmallFloat<cuda::Bfloat16Format>>(operation, count, from, to);
    case ncclFloat64: return reduce_all<double>(operation, count, from, to);
    default: return reduce_all<float>(operation, count, from, to);
  }
}

}  // namespace ladder::emulator
