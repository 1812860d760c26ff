// What the emulator takes of the system's memory it gives back, also where it does not get all that it asks for.
#include <sys/resource.h>

#include <catch2/catch_test_macros.hpp>
#include <cstddef>
#include <fstream>
#include <limits>
#include <new>
#include <string>

#include "ladder/emulator/memory/global_memory.hpp"
#include "ladder/platform/mapping.hpp"

namespace {

// Bytes of this process, by their name in /proc/self/status.
std::size_t bytes_of(const std::string& name) {
  std::ifstream status("/proc/self/status");
  std::size_t kilobytes = 0;
  for (std::string word; status >> word && word != name + ":";) status.ignore(std::numeric_limits<int>::max(), '\n');
  status >> kilobytes;
  return kilobytes * 1024;
}

// While it lives, the process may write to so many bytes more, and map any number of others.
class DataLimit {
 public:
  explicit DataLimit(std::size_t more) {
    getrlimit(RLIMIT_DATA, &before_);
    const rlimit limit{bytes_of("VmData") + more, before_.rlim_max};
    setrlimit(RLIMIT_DATA, &limit);
  }
  ~DataLimit() { setrlimit(RLIMIT_DATA, &before_); }
  DataLimit(const DataLimit&) = delete;
  DataLimit& operator=(const DataLimit&) = delete;

 private:
  rlimit before_{};
};

constexpr std::size_t mebibyte = std::size_t{1} << 20;

}  // namespace

TEST_CASE("memory that cannot be had in full is given back") {
  using namespace ladder::emulator;
  const std::size_t before = bytes_of("VmSize");
  REQUIRE(before > mebibyte);
  {
    const DataLimit limit(64 * mebibyte);
    // The addresses are there, and not the memory behind them.
    CHECK_THROWS_AS(Mapping(128 * mebibyte, mebibyte), std::bad_alloc);
    // The payload's memory is there, and not that of its cells, which take twice as much.
    CHECK_THROWS_AS(GlobalMemory::instance().allocate(32 * mebibyte, 4, "out"), std::bad_alloc);
  }
  CHECK(bytes_of("VmSize") < before + 16 * mebibyte);
}
