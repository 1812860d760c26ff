// Host code that damages its own memory, or does not end: each in a process of its own.
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstdlib>
#include <string>
#include <vector>

#include "ladder/emulator/run/host_guard.hpp"

using Catch::Matchers::EndsWith, Catch::Matchers::StartsWith;

namespace {

// What the process of this code says, which has to end with status 1.
template <typename Code>
std::string words_of(const Code& code) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    const ladder::emulator::HostGuard guard;
    code();
    _exit(0);
  }
  close(ends[1]);
  std::string words;
  char piece[256];
  for (ssize_t bytes = 0; (bytes = read(ends[0], piece, sizeof piece)) > 0;)
    words.append(piece, static_cast<size_t>(bytes));
  close(ends[0]);
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 1);
  return words;
}

volatile int never = 0;

}  // namespace

TEST_CASE("host code that is right is left alone") {
  const ladder::emulator::HostGuard guard;
  CHECK(never == 0);
}

TEST_CASE("host code that breaks off is named, with its line") {
  const std::string words = words_of([] { std::abort(); });
  CHECK_THAT(words, StartsWith("host_guard_checks.cpp:") &&
                        EndsWith("the host's code breaks off here: does it, or a copy, go behind its own memory?\n"));
}

TEST_CASE("host code that damages its memory ends, wherever the C library finds it out") {
  const std::string words = words_of([] {
    std::vector<std::vector<int>> all(100, std::vector<int>(100));
    for (auto& one : all) {
      volatile int* const numbers = one.data();
      for (int i = 0; i < 110; ++i) numbers[i] = -1;
    }
    all.clear();
    all.resize(100, std::vector<int>(1000));
  });
  CHECK_THAT(words, EndsWith("does it, or a copy, go behind its own memory?\n"));
}

TEST_CASE("host code that does not end is named, with its line") {
  setenv("LADDER_TIME_LIMIT", "0.2", 1);
  const std::string words = words_of([] {
    while (never == 0) continue;
  });
  unsetenv("LADDER_TIME_LIMIT");
  CHECK_THAT(words, StartsWith("host_guard_checks.cpp:"));
  CHECK_THAT(words, EndsWith("the host's code was still running here after 0.2 seconds: does the loop end? "
                             "(LADDER_TIME_LIMIT=SECONDS gives it more time)\n"));
}
