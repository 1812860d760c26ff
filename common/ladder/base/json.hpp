// JSON whose objects keep the order in which members were added. Headers that only name it include
// <nlohmann/json_fwd.hpp>: this one takes seconds to compile.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace ladder {

using Json = nlohmann::ordered_json;

// In one line, or with each level indented by so many blanks. Bytes that are no UTF-8 are written as U+FFFD, numbers
// that are not finite as null.
inline std::string to_text(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace ladder
