// What the emulator takes of the system's memory it gives back, also where it does not get all that it asks for.
#include <sys/resource.h>

#include <catch2/catch_test_macros.hpp>
#include <cstddef>
#include <fstream>
#include <limits>
#include <new>
#include <string>

#include "ladder/emulator/memory/fingerprint.hpp"
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

// While it lives, the process may have so many bytes of addresses more.
class AddressLimit {
 public:
  explicit AddressLimit(std::size_t more) {
    getrlimit(RLIMIT_AS, &before_);
    const rlimit limit{bytes_of("VmSize") + more, before_.rlim_max};
    setrlimit(RLIMIT_AS, &limit);
  }
  ~AddressLimit() { setrlimit(RLIMIT_AS, &before_); }
  AddressLimit(const AddressLimit&) = delete;
  AddressLimit& operator=(const AddressLimit&) = delete;

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
    const AddressLimit limit(128 * mebibyte);
    CHECK_THROWS_AS(ladder::Mapping(128 * mebibyte, mebibyte), std::bad_alloc);
    // The payload's memory is there, with its gaps, and not that of its cells, which take twice as much.
    CHECK_THROWS_AS(GlobalMemory::instance().allocate(32 * mebibyte, 4, "out"), std::bad_alloc);
  }
  CHECK(bytes_of("VmSize") < before + 16 * mebibyte);
}

// As ./learn grade sets one: an exercise has a matrix of hundreds of gigabytes, of which it touches little.
TEST_CASE("of a limit on data nothing goes to the matrices: all is left to the stacks of threads") {
  rlimit before{};
  getrlimit(RLIMIT_DATA, &before);
  const std::size_t data = bytes_of("VmData");
  const rlimit limit{data + 64 * mebibyte, before.rlim_max};
  setrlimit(RLIMIT_DATA, &limit);
  const ladder::Mapping fits(48 * mebibyte, mebibyte), does_not(256 * mebibyte, mebibyte);
  setrlimit(RLIMIT_DATA, &before);
  CHECK(bytes_of("VmData") < data + 16 * mebibyte);
  for (const auto* mapping : {&fits, &does_not}) {
    REQUIRE(mapping->end() - mapping->begin() >= 48 * mebibyte);
    *reinterpret_cast<char*>(mapping->end() - mebibyte) = 1;
  }
}

TEST_CASE("mapping: a fingerprint says whether a byte has changed, and touches nothing") {
  using ladder::emulator::Fingerprint;
  constexpr std::size_t bytes = std::size_t{1} << 30;
  const ladder::Mapping mapping(bytes, 0);
  mapping.use_small_pages();
  const auto fingerprint = [&] {
    return ladder::emulator::fingerprints_of({{mapping.begin() + 3, bytes - 10}}).of_all;
  };
  auto* const at = reinterpret_cast<volatile unsigned char*>(mapping.begin());
  const std::size_t resident = bytes_of("VmRSS");
  const Fingerprint untouched = fingerprint();
  CHECK(bytes_of("VmRSS") < resident + bytes / 16);
  at[bytes / 2] = 0;
  at[0] = at[bytes - 1] = 1;  // outside
  CHECK(fingerprint() == untouched);
  for (const std::size_t place : {std::size_t{3}, bytes / 2, bytes - 8}) {
    at[place] = 1;
    CHECK(!(fingerprint() == untouched));
    const Fingerprint one = fingerprint();
    at[place] = 2;
    CHECK(!(fingerprint() == one));
    at[place] = 0;
    CHECK(fingerprint() == untouched);
  }
  at[4096] = at[8192] = 1;  // equal pages in other places
  const Fingerprint there = fingerprint();
  at[8192] = 0, at[12288] = 1;
  CHECK(!(fingerprint() == there));
}
