// Whether what the devices have is what they shall have, bit by bit.
#pragma once

#include <string>

#include "ladder/chapter/many_gpus/variant.hpp"

namespace ladder::many_gpus {

// Empty where all is well; else one line for the first rank that has anything wrong: the first element, what was
// expected and found, how many are wrong, and what that looks like.
std::string verify(Node& node, Task task, const Layout& layout);

}  // namespace ladder::many_gpus
