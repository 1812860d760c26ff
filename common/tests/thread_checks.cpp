// What happens where the system gives no more threads.
#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cerrno>
#include <climits>
#include <stdexcept>
#include <string>
#include <thread>

#include "ladder/base/parallel.hpp"

namespace {

std::atomic<int> threads_left{INT_MAX};

// While it lives, so many threads can be started, and no more.
struct ThreadLimit {
  explicit ThreadLimit(int threads) { threads_left = threads; }
  ~ThreadLimit() { threads_left = INT_MAX; }
};

}  // namespace

// In the place of the C library's, which it calls.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                              void* argument) {
  static const auto create = reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  return threads_left-- > 0 ? create(thread, attributes, body, argument) : EAGAIN;
}

TEST_CASE("a thread that cannot be started is one line, after those that were started have ended") {
  for (const int limit : {0, 1, 2}) {
    INFO("threads: " << limit);
    const ThreadLimit threads(limit);
    std::atomic<int> ended{0};
    CHECK_THROWS_WITH(
        ladder::on_threads(3,
                           [&](std::size_t, const std::atomic<bool>& stop) {
                             while (!stop) std::this_thread::yield();
                             ++ended;
                           }),
        Catch::Matchers::ContainsSubstring("thread " + std::to_string(limit + 1) + " of 3 could not be started: "));
    CHECK(ended == limit);
  }
}

TEST_CASE("work on several threads: all of it is done, and the first exception comes out") {
  std::atomic<int> sum{0};
  ladder::in_parallel(100, [&](std::size_t i) { sum += static_cast<int>(i); });
  CHECK(sum == 4950);
  CHECK_THROWS_WITH(ladder::in_parallel(100,
                                        [](std::size_t i) {
                                          if (i == 50) throw std::runtime_error("piece 50");
                                        }),
                    "piece 50");
}
