#include "chapter.hpp"

#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <new>

namespace ladder {

int guarded_main(int argc, char** argv, int (*run)(int, char**), const char* size_options) {
  try {
    return run(argc, argv);
  } catch (const Failure& failure) {
    fmt::print(stderr, "error: {}\n", failure.what());
    return failure.status;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "error: {}: not enough memory for that size\n", size_options);
    return bad_usage;
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return wrong_or_hazard;
  }
}

ExitStatus finish(const std::vector<Result>& results, OutputFile& json, const Context& context) {
  std::fflush(stdout);  // the table first, also where both go to one file
  const bool colour = isatty(STDERR_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
  const std::string text = failures(results);
  if (!text.empty()) fmt::print(stderr, "{}{}{}", colour ? "\033[31m" : "", text, colour ? "\033[0m" : "");
  json.commit(to_json({context, results}));
  const bool all_good = std::all_of(results.begin(), results.end(), [](const Result& r) { return r.good(); });
  return all_good ? all_verified : wrong_or_hazard;
}

}  // namespace ladder
