// The calls that the OS thread is in.
#include <execinfo.h>

#include <algorithm>
#include <iterator>

#include "ladder/emulator/debuginfo/source_lines.hpp"

namespace ladder::emulator {

std::uintptr_t site_in_program(std::uintptr_t site) {
  const auto is_known = [](std::uintptr_t one) { return !source_line(one).file.empty() && !is_of_the_library(one); };
  if (is_known(site)) return site;
  void* frames[64];
  void** const end = frames + backtrace(frames, std::size(frames));
  const auto is_there = [&](void* frame) {  // as a fault, or as a call
    return reinterpret_cast<std::uintptr_t>(frame) == site - 1 || reinterpret_cast<std::uintptr_t>(frame) == site;
  };
  void** const at = std::find_if(std::find_if(frames, end, is_there), end,
                                 [&](void* frame) { return is_known(reinterpret_cast<std::uintptr_t>(frame)); });
  return at == end ? site : reinterpret_cast<std::uintptr_t>(*at);
}

}  // namespace ladder::emulator
