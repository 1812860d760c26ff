// The GPUs whose rates have been recorded: docs/measured/<name>/rates.json, compiled in.
#pragma once

#include <string>
#include <vector>

#include "ladder/model/limits.hpp"

namespace ladder {

// Their names, as the folders have them; first "h200", the one that the lessons speak of.
std::vector<std::string> machine_names();

// The name of the one that limits are for: the one asked for; where that is empty, that of the device, as is_of() says;
// where there is none, "h200".
std::string machine_for(const std::string& asked_for, const std::string& device);

// Whether that is the machine which a device's description begins with, as "NVIDIA H200, 132 SMs" does.
bool is_of(const memory_model::Machine& machine, const std::string& device);

// The one of that name. Throws std::out_of_range where there is none.
const memory_model::Machine& machine(const std::string& name);

// The rates in the text of such a file. Throws std::runtime_error where the text is not one.
memory_model::Machine machine_from_json(const std::string& text);

}  // namespace ladder
