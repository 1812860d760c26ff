// Kernels of elements of 1 and 2 bytes on the emulator: their results, and the width and number of their accesses.
#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "ladder/emulator/cuda/small_float.hpp"
#include "ladder/engine/engine.hpp"
#include "ladder/verification/device_buffer.hpp"
#include "tests/half_kernels.hpp"

using namespace ladder;
using cuda::Bfloat16Format;
using cuda::HalfFormat;

namespace {

using HalfKernel = void (*)(const void* in, void* out);

struct HalfSeen : Observation {
  std::vector<float> out;
};

// Runs a kernel on so many elements.
template <typename Element>
Observation run(HalfKernel kernel, std::vector<Element>& elements) {
  const auto engine = make_emulator();
  DeviceBuffer<Element> in(*engine, elements.size(), "in"), out(*engine, elements.size(), "out");
  in.upload(0, elements);
  Observation seen = *engine->execute([&] { kernel(in.data(), out.data()); });
  CHECK(out.guards_intact());
  out.download(0, elements);
  return seen;
}

void check_healthy(const Observation& seen) { CHECK(seen.messages == std::vector<std::string>()); }

// Runs a kernel on 128 numbers of the format, 0, 1, 2, ...: all are exact in both.
template <typename Format>
HalfSeen observe(HalfKernel kernel) {
  std::vector<std::uint16_t> bits(128);
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = cuda::bits_of<Format>(static_cast<double>(i));
  HalfSeen seen{run(kernel, bits), {}};
  for (const std::uint16_t b : bits) seen.out.push_back(cuda::number_of<Format>(b));
  return seen;
}

// One warp that loads so many times and stores once, in so many sectors each.
void check_requests(const Observation& seen, unsigned loads, unsigned sectors) {
  CHECK(seen.counters.global_load_requests == loads);
  CHECK(seen.counters.global_load_sectors == loads * sectors);
  CHECK(seen.counters.global_store_requests == 1);
  CHECK(seen.counters.global_store_sectors == sectors);
}

}  // namespace

TEST_CASE("a copy of 1, 2 and 4 bytes by each lane is one load and one store, of 1, 2 and 4 sectors") {
  std::vector<unsigned char> bytes(128, 7);
  const Observation of_bytes = run(half_kernels::copy_bytes, bytes);
  check_healthy(of_bytes);
  check_requests(of_bytes, 1, 1);
  const HalfSeen half = observe<HalfFormat>(half_kernels::copy_half);
  check_healthy(half);
  check_requests(half, 1, 2);
  CHECK(half.out[31] == 31);
  const HalfSeen half2 = observe<HalfFormat>(half_kernels::copy_half2);
  check_healthy(half2);
  check_requests(half2, 1, 4);
  CHECK(half2.out[63] == 63);
  const HalfSeen bfloat16 = observe<Bfloat16Format>(half_kernels::copy_bfloat16);
  check_healthy(bfloat16);
  check_requests(bfloat16, 1, 2);
  CHECK(bfloat16.out[31] == 31);
  const HalfSeen bfloat162 = observe<Bfloat16Format>(half_kernels::copy_bfloat162);
  check_healthy(bfloat162);
  check_requests(bfloat162, 1, 4);
  CHECK(bfloat162.out[63] == 63);
}

TEST_CASE("arithmetic of 16 bits adds no access to a kernel's own") {
  const HalfSeen half = observe<HalfFormat>(half_kernels::half_arithmetic);
  check_healthy(half);
  check_requests(half, 2, 2);
  CHECK(half.out[5] == 5 * 2 + 37);
  const HalfSeen half2 = observe<HalfFormat>(half_kernels::half2_arithmetic);
  check_healthy(half2);
  check_requests(half2, 2, 4);
  CHECK(half2.out[5] == 5 * 2 + 69);
  const HalfSeen operators = observe<HalfFormat>(half_kernels::half_operators);
  check_healthy(operators);
  check_requests(operators, 2, 2);
  CHECK(operators.out[5] == (5 + 37) / 2.0f);
  const HalfSeen by_float = observe<Bfloat16Format>(half_kernels::bfloat16_by_float);
  check_healthy(by_float);
  check_requests(by_float, 1, 2);
  CHECK(by_float.out[5] == 7.5f);
}

TEST_CASE("a warp's numbers of 16 bits lie in 16 banks of shared memory") {
  const HalfSeen seen = observe<HalfFormat>(half_kernels::half_through_shared);
  check_requests(seen, 1, 2);
  CHECK(seen.counters.shared_load_wavefronts == 1);
  CHECK(seen.counters.shared_store_wavefronts == 1);
  CHECK(seen.out[5] == 26);
}

TEST_CASE("threads may write the parts of one word of shared memory") {
  check_healthy(observe<HalfFormat>(half_kernels::half_through_shared));
  std::vector<unsigned char> bytes(128, 7);
  check_healthy(run(half_kernels::bytes_through_shared, bytes));
}

TEST_CASE("numbers of 16 bits and pairs of them are shuffled") {
  const HalfSeen half = observe<HalfFormat>(half_kernels::half_of_lane_xor_1);
  check_healthy(half);
  check_requests(half, 1, 2);
  CHECK(half.out[4] == 5);
  const HalfSeen half2 = observe<HalfFormat>(half_kernels::half2_of_lane_xor_1);
  check_healthy(half2);
  check_requests(half2, 1, 4);
  CHECK(half2.out[4] == 6);
}

TEST_CASE("atomics of 16 bits lose no sum") {
  constexpr float threads = 8 * 32;
  for (const HalfKernel kernel : {half_kernels::half_atomics, half_kernels::half_by_compare_and_swap}) {
    const HalfSeen half = observe<HalfFormat>(kernel);
    check_healthy(half);
    CHECK(half.out[0] == threads);
  }
  const HalfSeen half2 = observe<HalfFormat>(half_kernels::half2_atomics);
  check_healthy(half2);
  CHECK(half2.out[0] == 0);
  CHECK(half2.out[1] == threads);
  CHECK(half2.counters.global_atomic_requests == 8);
  const HalfSeen bfloat16 = observe<Bfloat16Format>(half_kernels::bfloat16_atomics);
  check_healthy(bfloat16);
  CHECK(bfloat16.out[0] == threads);
  CHECK(bfloat16.counters.global_atomic_requests == 8);
}
