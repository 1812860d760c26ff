// The GPUs whose rates have been recorded: docs/measured/<name>/rates.json, compiled in.
#pragma once

#include <string>
#include <vector>

#include "ladder/model/limits.hpp"

namespace ladder {

// Their names, as the folders have them; first "h200", the one that the lessons speak of.
std::vector<std::string> machine_names();

// The one of that name. Throws std::out_of_range where there is none.
const memory_model::Machine& machine(const std::string& name);

// The rates in the text of such a file. Throws std::runtime_error where the text is not one.
memory_model::Machine machine_from_json(const std::string& text);

}  // namespace ladder
