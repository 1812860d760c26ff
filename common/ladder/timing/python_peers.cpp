#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "ladder/base/shell.hpp"
#include "ladder/timing/timing.hpp"

namespace ladder {
namespace {

// python_peers.py, put in here by CMake: it runs wherever the executable is.
constexpr const char* script =
#include "python_peers.py.inc"
    ;

}  // namespace

std::vector<PythonPeer> python_peers(const std::string& problem, const std::vector<std::uint64_t>& size, int repeats) {
  std::vector<PythonPeer> peers;
  const auto lines = output_lines(fmt::format("python3 -c {} {} {} {} 2>/dev/null", shell_quoted(script), repeats,
                                              shell_quoted(problem), fmt::join(size, " ")));
  for (const std::string& line : lines) {
    PythonPeer peer;
    std::istringstream words(line);
    words >> peer.name >> peer.right;
    for (double nanoseconds; words >> nanoseconds;) peer.timing.seconds.push_back(nanoseconds / 1e9);
    if (peer.timing.empty()) continue;
    std::sort(peer.timing.seconds.begin(), peer.timing.seconds.end());
    peers.push_back(peer);
  }
  return peers;
}

}  // namespace ladder
