// Sums, products and the like of all ranks' elements, in the order of the ranks. NCCL promises no order; this one's
// floats may differ in their last bits from an H200's.
#include <algorithm>
#include <cstring>

#include "ladder/engine/emulator/language/small_float.hpp"
#include "ladder/engine/emulator/runtime/nccl_calls.hpp"

namespace ladder::emulator {
namespace {

// Of 16 bits: rounded after each step, as where each rank of a ring adds its own.
template <typename Format>
struct OfSmallFloats {
  using Stored = std::uint16_t;
  static float load(Stored bits) { return cuda::number_of<Format>(bits); }
  static Stored store(double number) { return cuda::bits_of<Format>(number); }
};
template <typename T>
struct OfNumbers {
  using Stored = T;
  static T load(T number) { return number; }
  static T store(T number) { return number; }
};

template <typename Number>
Number combined(Number a, Number b, ncclRedOp_t operation) {
  switch (operation) {
    case ncclProd: return static_cast<Number>(a * b);
    case ncclMax: return std::max(a, b);
    case ncclMin: return std::min(a, b);
    default: return static_cast<Number>(a + b);
  }
}

template <typename Of>
void reduce_all(ncclRedOp_t operation, std::size_t count, const std::vector<const char*>& from, char* to) {
  using Stored = typename Of::Stored;
  for (std::size_t i = 0; i < count; ++i) {
    const auto element = [&](const char* of_rank) {
      Stored stored;
      std::memcpy(&stored, of_rank + i * sizeof stored, sizeof stored);
      return Of::load(stored);
    };
    auto sum = element(from.front());
    for (std::size_t rank = 1; rank < from.size(); ++rank)
      sum = Of::load(Of::store(combined(sum, element(from[rank]), operation)));
    if (operation == ncclAvg) sum = static_cast<decltype(sum)>(sum / static_cast<decltype(sum)>(from.size()));
    const Stored stored = Of::store(sum);
    std::memcpy(to + i * sizeof stored, &stored, sizeof stored);
  }
}

}  // namespace

std::size_t bytes_of(ncclDataType_t type) {
  switch (type) {
    case ncclInt8:
    case ncclUint8: return 1;
    case ncclFloat16:
    case ncclBfloat16: return 2;
    case ncclInt64:
    case ncclUint64:
    case ncclFloat64: return 8;
    default: return 4;
  }
}

void reduce(ncclDataType_t type, ncclRedOp_t operation, std::size_t count, const std::vector<const char*>& from,
            char* to) {
  switch (type) {
    case ncclInt8: return reduce_all<OfNumbers<std::int8_t>>(operation, count, from, to);
    case ncclUint8: return reduce_all<OfNumbers<std::uint8_t>>(operation, count, from, to);
    case ncclInt32: return reduce_all<OfNumbers<std::int32_t>>(operation, count, from, to);
    case ncclUint32: return reduce_all<OfNumbers<std::uint32_t>>(operation, count, from, to);
    case ncclInt64: return reduce_all<OfNumbers<std::int64_t>>(operation, count, from, to);
    case ncclUint64: return reduce_all<OfNumbers<std::uint64_t>>(operation, count, from, to);
    case ncclFloat16: return reduce_all<OfSmallFloats<cuda::HalfFormat>>(operation, count, from, to);
    case ncclBfloat16: return reduce_all<OfSmallFloats<cuda::Bfloat16Format>>(operation, count, from, to);
    case ncclFloat64: return reduce_all<OfNumbers<double>>(operation, count, from, to);
    default: return reduce_all<OfNumbers<float>>(operation, count, from, to);
  }
}

}  // namespace ladder::emulator
