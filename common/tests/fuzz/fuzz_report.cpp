// A report as JSON. What is read can be written, and comes back the same; all else is refused.
#include <cstdlib>
#include <exception>
#include <string>

#include "ladder/report/json_report.hpp"
#include "ladder/report/table.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  ladder::Report report;
  try {
    report = ladder::from_json(std::string(reinterpret_cast<const char*>(data), size));
  } catch (const std::exception&) {
    return 0;
  }
  const std::string text = ladder::to_json(report);
  if (ladder::to_json(ladder::from_json(text)) != text) std::abort();
  ladder::table(report.results, true);
  ladder::sum_table(report.results);
  return 0;
}
