// Text of others, for a terminal.
#pragma once

#include <string>

namespace ladder {

// Somebody else's text without power over a terminal or over the order in which it is read: each byte of a control
// character but '\n' and '\t' (ISO 6429), of a character that turns the direction of writing (Unicode, annex 9), and of
// what is not UTF-8, is written out, as \x1b.
std::string printable(const std::string& text);

}  // namespace ladder
