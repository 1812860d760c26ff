// Colour, where the output is a terminal.
#pragma once

#include <cstdio>
#include <string>

namespace ladder {

// True on a terminal, unless the environment asks for plain text: NO_COLOR (https://no-color.org), TERM=dumb.
bool shows_colour(FILE* stream);

// The text in red, or as it is where the stream shows no colour.
std::string in_red(const std::string& text, FILE* stream);

// A table of results with its verdicts WRONG and HAZARD in red, or as it is where the stream shows no colour.
std::string with_red_verdicts(const std::string& table, FILE* stream);

// Somebody else's text without power over a terminal or over the order in which it is read: each byte of a control
// character but '\n' and '\t' (ISO 6429), and of a character that turns the direction of writing (Unicode, annex 9), is
// written out, as \x1b.
std::string printable(const std::string& text);

}  // namespace ladder
