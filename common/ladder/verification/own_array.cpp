#include "ladder/verification/own_array.hpp"

#include <fmt/format.h>

namespace ladder {

std::string too_large_for_a_thread(const Recording& recording) {
  constexpr std::size_t bytes_in_registers = 255 * 4;  // most that a thread has
  if (recording.launches.empty()) return {};
  for (const DeclaredArray& array : recording.launches.front().arrays) {
    if (array.is_shared || array.bytes <= bytes_in_registers) continue;
    return fmt::format(
        "{}: each thread has {} for itself, more than its registers hold, and no thread reads what another one stores "
        "there: is __shared__ missing?",
        array.place, array.name);
  }
  return {};
}

}  // namespace ladder
