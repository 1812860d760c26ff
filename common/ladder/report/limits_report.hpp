// What limits each kernel, in words.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ladder/report/result.hpp"
#include "ladder/report/table.hpp"

namespace ladder {

// "an NVIDIA H200 at 16384x16384": the machine, and the size where it is known.
std::string place_of(const LimitsOf& limits);

// The most that the kernel can reach on that machine, in bytes a second.
double at_most(const LimitsOf& limits);

// "at most 4283 GB/s on an NVIDIA H200 at 16384x16384, limited by memory"
std::string limit_in_words(const LimitsOf& limits);

// For every result whose limits are known, the first two: a table in lines of so many letters, with what they leave at
// the most; and below it their times with the arithmetic. Empty where none are known.
std::string limits_in_words(const std::vector<Result>& results, std::size_t letters);

// A time may be shorter than its limit by as much as the rates vary.
inline constexpr double tolerance_of_limits = 1.02;

// Whether a kernel was faster than a limit allows, by more than 2 %: then the limit is wrong.
bool is_beaten(const Result& result);

// A row for each result: its time, the most that its limits allow, and the share of its time that the largest explains;
// in lines of so many letters.
Table table_of_shares(const std::vector<Result>& results, std::size_t letters);

}  // namespace ladder
