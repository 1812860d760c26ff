// Whether a kernel is the one that was measured.
#pragma once

#include <string>

namespace ladder {

// A hash of what a variant is made of, as 16 hexadecimal digits: of its row in variants.cu, and of every function and
// constant that the row names, directly or through others. Comments and spaces do not count, and an edit of one kernel
// leaves the hashes of variants that do not use it. text: the chapter's .cuh files and its variants.cu, one behind
// the other. Empty where there is no row for the variant.
std::string hash_of_source(const std::string& text, const std::string& variant);

}  // namespace ladder
