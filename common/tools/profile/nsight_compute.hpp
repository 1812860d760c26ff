// Nsight Compute's command line, ncu: runs a program under it and reads what it prints.
#pragma once

#include <string>
#include <vector>

#include "tools/profile/hardware_counters.hpp"

namespace ladder::profile {

// One launch, as ncu reports it.
struct ProfiledKernel {
  std::string name;
  std::string grid = {}, block = {};  // "(4, 4, 1)"
  std::string ranges;                 // the NVTX ranges that it was launched in, in ncu's words
  Readings metrics;

  bool in_range(const std::string& range) const;
};

// The launches in ncu's raw page as CSV, in their order; other lines around it are passed over. Throws
// std::runtime_error where there is no such page or one of the metrics is missing.
std::vector<ProfiledKernel> parse_raw_page(const std::string& text, const std::vector<std::string>& metrics);

class NsightCompute {
 public:
  // path: ncu, or where empty the one on the PATH, else in /usr/local/cuda/bin. Throws Failure(device_missing) where it
  // cannot be run.
  explicit NsightCompute(const std::string& path);

  const std::string& version() const { return version_; }  // "2025.3.1.0 (build 36398880)"

  // Runs the command with these metrics of every kernel that it launches in a ProfiledRange, or of all. Throws
  // Failure(device_missing) where the driver keeps the counters from this user, std::runtime_error with ncu's own words
  // where something else goes wrong.
  enum class Kernels { in_ranges, all };
  std::vector<ProfiledKernel> profile(const std::string& command, const std::vector<std::string>& metrics,
                                      Kernels kernels = Kernels::in_ranges) const;

 private:
  std::string path_, version_;
};

}  // namespace ladder::profile
