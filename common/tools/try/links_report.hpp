// What the links between devices carried, as text and as JSON.
#pragma once

#include <string>

#include "ladder/base/json.hpp"

namespace ladder::tried {

// A row for each direction of each pair that carried something, and what the columns mean; empty where there is one
// device.
std::string links_in_words();
// The same: "devices", and "links" with a member for each column.
void add_links(Json& program);

}  // namespace ladder::tried
