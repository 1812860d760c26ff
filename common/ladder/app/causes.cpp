#include "ladder/app/causes.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace ladder {
namespace {

bool are_lacking = false;
constexpr const char* second_run = "LADDER_SECOND_RUN";

std::filesystem::path this_executable() { return std::filesystem::read_symlink("/proc/self/exe"); }
std::string with_causes() { return this_executable().string() + "_with_causes"; }

// Of the same kernels: it is linked after this one (Chapter.cmake), unless it was left behind when those were edited.
bool is_with_causes_current() {
  std::error_code is_missing;  // then its time is the earliest
  return std::filesystem::last_write_time(with_causes(), is_missing) >=
         std::filesystem::last_write_time(this_executable());
}

}  // namespace

void want_causes() {
  if (are_lacking) return;  // it was asked for before
  const char* command = std::getenv("LADDER_BUILD_CAUSES");
  const bool is_current = command == nullptr ? is_with_causes_current() : std::system(command) == 0;
  if (is_current && std::filesystem::exists(with_causes())) throw GoOnWithCauses();
  are_lacking = true;
}

bool lacks_causes() { return are_lacking; }

bool is_second_run() { return std::getenv(second_run) != nullptr; }

void go_on_with_causes(char** argv) {
  setenv(second_run, "1", 1);
  execv(with_causes().c_str(), argv);
  throw std::system_error(errno, std::generic_category(), with_causes());
}

}  // namespace ladder
