// The stacks of a block's threads, on machines with pages of any size.
#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cstddef>
#include <cstdint>
#include <new>

#include "ladder/platform/fibers.hpp"

using ladder::Fibers, ladder::page_bytes;

namespace {

long other_page_bytes = 0;  // what sysconf() says instead of the truth; 0: nothing

struct Thread {
  Fibers& fibers;
  std::uintptr_t on_its_stack = 0;
  unsigned sum = 0;
};

// Fills nearly all of its stack, and suspends itself in between.
void fill_the_stack(void* argument) {
  auto& thread = *static_cast<Thread*>(argument);
  std::array<volatile unsigned char, Fibers::stack_bytes - 16 * 1024> bytes;
  thread.on_its_stack = reinterpret_cast<std::uintptr_t>(bytes.data());
  for (auto& byte : bytes) byte = 1;
  thread.fibers.suspend();
  for (const auto& byte : bytes) thread.sum += byte;
}

}  // namespace

// In the place of the C library's, which it calls.
extern "C" long sysconf(int name) noexcept {
  static const auto truth = reinterpret_cast<long (*)(int)>(dlsym(RTLD_NEXT, "sysconf"));
  return name == _SC_PAGESIZE && other_page_bytes != 0 ? other_page_bytes : truth(name);
}

TEST_CASE("the size of a page is what the system says") {
  for (const long bytes : {4096, 16384, 65536}) {
    other_page_bytes = bytes;
    CHECK(page_bytes() == static_cast<std::size_t>(bytes));
  }
  other_page_bytes = 0;
}

TEST_CASE("a guard that the system refuses is not passed over") {
  CHECK_THROWS_AS(Fibers(page_bytes() / 2), std::bad_alloc);
}

TEST_CASE("a thread's stack can be used, and what is below it is known, whatever the size of a page") {
  for (const std::size_t guard_bytes : {page_bytes(), std::size_t{16} << 10, std::size_t{64} << 10}) {
    INFO("pages of " << guard_bytes << " bytes");
    Fibers fibers(guard_bytes);
    Thread first{fibers}, second{fibers}, last{fibers};
    const auto run = [&](unsigned index, Thread& thread) {
      fibers.start(index, fill_the_stack, &thread);
      REQUIRE(fibers.resume(index));
      CHECK(fibers.on_its_stack(thread.on_its_stack));
      CHECK_FALSE(fibers.is_below_its_stack(thread.on_its_stack));
      CHECK_FALSE(fibers.on_its_stack(thread.on_its_stack - 16 * 1024));
      CHECK(fibers.is_below_its_stack(thread.on_its_stack - 16 * 1024));
    };
    run(0, first);
    run(1, second);
    CHECK_FALSE(fibers.on_its_stack(first.on_its_stack));
    run(Fibers::most_threads - 1, last);
    CHECK_FALSE(fibers.on_its_stack(second.on_its_stack));
    CHECK_FALSE(fibers.resume(0));
    CHECK_FALSE(fibers.resume(1));
    CHECK_FALSE(fibers.resume(Fibers::most_threads - 1));
    for (const Thread* thread : {&first, &second, &last}) CHECK(thread->sum == Fibers::stack_bytes - 16 * 1024);
  }
}
