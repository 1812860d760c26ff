#include "ladder/app/chapter.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>

#include "ladder/base/command_line.hpp"
#include "ladder/report/terminal.hpp"

namespace ladder {
namespace {

int fail(ExitStatus status, const std::string& message) {
  std::fflush(stdout);  // first what is finished, also where both go to one file
  const std::string kind = "error:", text = wrapped(kind + " " + message, letters_of(stderr));
  fmt::print(stderr, "{}{}", coloured(kind, Colour::red, shows_colour(stderr)), text.substr(kind.size()));
  return status;
}

}  // namespace

int guarded_main(int argc, char** argv, int (*run)(int, char**), const std::string& size_options) {
  try {
    const int status = run(argc, argv);
    const bool complete = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    return complete ? status : fail(wrong_or_hazard, "standard output: could not be written in full");
  } catch (const Failure& failure) {
    return fail(failure.status, failure.what());
  } catch (const std::bad_alloc&) {
    return fail(bad_usage, fmt::format("{}: not enough memory", size_options));
  } catch (const std::exception& error) {
    return fail(wrong_or_hazard, error.what());
  }
}

void check_names(const std::vector<std::string>& names, const std::vector<std::string>& known) {
  for (const std::string& name : names) {
    if (const std::string why = none_of(known)(name); !why.empty()) throw Failure(bad_usage, "--variant: " + why);
  }
}

}  // namespace ladder
