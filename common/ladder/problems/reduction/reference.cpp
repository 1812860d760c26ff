#include "ladder/problems/reduction/reference.hpp"

#include <fmt/format.h>

#include <cmath>

namespace ladder::reduction {

void Reference::add_to_sum(double value) {
  const double next = sum_ + value;
  correction_ += std::abs(sum_) >= std::abs(value) ? sum_ - next + value : value - next + sum_;
  sum_ = next;
}

void Reference::add(std::span<const float> values) {
  for (const float value : values) {
    add_to_sum(value);
    magnitude_ += std::abs(static_cast<double>(value));
  }
}

void Reference::add(const Reference& other) {
  add_to_sum(other.sum_);
  correction_ += other.correction_;
  magnitude_ += other.magnitude_;
}

// The correction of a sum that is not finite is NaN.
double Reference::sum() const { return std::isfinite(sum_) ? sum_ + correction_ : sum_; }

double error_bound(const Reference& reference, double chain) { return chain * 0x1p-24 * reference.magnitude(); }

std::string judge(float sum, const Reference& reference, double chain) {
  const double expected = reference.sum(), found = sum;
  const bool same = std::isnan(expected) ? std::isnan(found) : found == expected;
  const double error = found - expected, bound = error_bound(reference, chain);
  // Written so that a NaN fails: every comparison with it is false.
  if (same || (std::isfinite(expected) && std::abs(error) <= bound)) return {};
  if (never_written(sum)) return fmt::format("the sum was never written; it should be {:.9g}", expected);
  const std::string wrong = fmt::format("the sum is {:.9g}, not {:.9g}", found, expected);
  if (!std::isfinite(error)) return wrong;
  return wrong + fmt::format(": an error of {:.3g}, where {:.3g} is allowed", error, bound);
}

}  // namespace ladder::reduction
