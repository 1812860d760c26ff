// Another program takes the place of one that is tried, by execv() and its kin, which the linker leads here (--wrap):
// what is found is told before.
#include <unistd.h>

#include <cstdarg>
#include <cstring>
#include <vector>

#include "tools/try/program.hpp"

extern "C" {
int __real_execve(const char* path, char* const* arguments, char* const* environment);
int __real_execvpe(const char* file, char* const* arguments, char* const* environment);
}

namespace {

// replace: only comes back where there is no such program.
int report_before(const char* file, const auto& replace) {
  const bool is_reported =
      !ladder::tried::is_reporting() && (std::strchr(file, '/') == nullptr || access(file, X_OK) == 0);
  if (is_reported) ladder::tried::report(0, "");
  const int failed = replace();
  if (is_reported) ladder::tried::go_on();
  return failed;
}

std::vector<char*> listed_arguments(const char* first, va_list rest) {
  std::vector<char*> all{const_cast<char*>(first)};
  while (all.back() != nullptr) all.push_back(va_arg(rest, char*));
  return all;
}

}  // namespace

extern "C" {
int __wrap_execve(const char* path, char* const* arguments, char* const* environment) {
  return report_before(path, [&] { return __real_execve(path, arguments, environment); });
}
int __wrap_execv(const char* path, char* const* arguments) { return __wrap_execve(path, arguments, environ); }
int __wrap_execvpe(const char* file, char* const* arguments, char* const* environment) {
  return report_before(file, [&] { return __real_execvpe(file, arguments, environment); });
}
int __wrap_execvp(const char* file, char* const* arguments) { return __wrap_execvpe(file, arguments, environ); }
int __wrap_execl(const char* path, const char* first, ...) {
  va_list rest;
  va_start(rest, first);
  const std::vector<char*> arguments = listed_arguments(first, rest);
  va_end(rest);
  return __wrap_execv(path, arguments.data());
}
int __wrap_execlp(const char* file, const char* first, ...) {
  va_list rest;
  va_start(rest, first);
  const std::vector<char*> arguments = listed_arguments(first, rest);
  va_end(rest);
  return __wrap_execvp(file, arguments.data());
}
}
