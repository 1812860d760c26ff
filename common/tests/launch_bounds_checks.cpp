// __launch_bounds__: what a GPU refuses to launch, the emulator refuses too.
#include <catch2/catch_test_macros.hpp>
#include <stdexcept>

#include "tests/launch_bounds_kernels.hpp"
#include "tests/observe.hpp"

namespace {

using BoundedLaunch = void (*)(kernels::Buffers, unsigned threads);

void check_bounds(BoundedLaunch launch, unsigned bounds) {
  CHECK_NOTHROW(tests::observe([=](kernels::Buffers b) { launch(b, bounds); }));
  CHECK_THROWS_AS(tests::observe([=](kernels::Buffers b) { launch(b, bounds + 1); }), std::invalid_argument);
}

}  // namespace

TEST_CASE("a block larger than the kernel's launch bounds cannot be launched") {
  check_bounds(kernels::bounds_of_a_number, 64);
  check_bounds(kernels::bounds_of_a_constant, 96);
  check_bounds(kernels::bounds_of_a_parameter, 128);
  check_bounds(kernels::no_bounds, 1024);  // of any block
}
