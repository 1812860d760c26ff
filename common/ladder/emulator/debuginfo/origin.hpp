// Where an instruction comes from: the line of source that it was compiled from, and the inlined calls around it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace ladder::emulator {

// Of the C++ library's, or of Thrust's or CUB's, as tools/try/library_headers.sh makes them.
inline bool is_of_library_headers(std::string_view path) {
  return path.find("/include/c++/") != path.npos || path.find("/include/thrust/") != path.npos ||
         path.find("/include/cub/") != path.npos;
}

struct Place {
  const char* path = nullptr;  // null where it is not known
  int line = 0, column = 0;

  std::string_view name() const { return path == nullptr ? "" : path; }
  // Of what cuda_syntax.hpp includes, and of headers/.
  bool is_part_of_the_emulator() const {
    const std::string_view all = name();
    const auto folder = all.find("/common/ladder/emulator/");
    return folder != std::string_view::npos && all.find(".h", folder) != std::string_view::npos;
  }
  bool is_of_a_library() const { return is_part_of_the_emulator() || is_of_library_headers(name()); }
};

// A function that was not inlined, or an inlined call of one.
struct Call {
  bool is_inlined;
  Place place;             // of the call
  std::uint64_t function;  // names what was compiled, of which there may be copies

  bool operator==(const Call& other) const {
    return function == other.function && place.line == other.place.line && place.column == other.place.column;
  }
};

// Where an instruction comes from.
struct Origin {
  Place innermost;          // the line that it was compiled from
  std::vector<Call> calls;  // the functions that it is in, the outer ones first

  // The innermost place that is neither part of the emulator nor of the C++ library; where all are, the outermost.
  Place place() const {
    Place found = innermost;
    for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
      if (found.path != nullptr && !found.is_of_a_library()) break;
      if (call->is_inlined) found = call->place;
    }
    return found;
  }
  // Where the function was called that this place is in, from the inside out; nowhere where it was not inlined.
  std::vector<Place> callers() const {
    const Place own = place();
    std::vector<Place> callers;
    for (const Call& call : calls) {
      if (call.place.path == nullptr || call.place.is_of_a_library()) continue;
      if (call.place.line == own.line && std::string_view(call.place.path) == own.path) break;
      callers.insert(callers.begin(), call.place);
    }
    return callers;
  }
};

// By the debug information: dwarf_lines.cpp. A site is the return address of a call. Not for several OS threads at
// once.
Origin find_origin(std::uintptr_t site);

}  // namespace ladder::emulator
