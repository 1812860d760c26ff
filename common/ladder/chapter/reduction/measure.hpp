// Runs sums on an engine: verified, counted, and timed where the engine has a clock.
#pragma once

#include <string>

#include "ladder/chapter/reduction/buffers.hpp"
#include "ladder/chapter/reduction/data.hpp"
#include "ladder/chapter/reduction/variant.hpp"
#include "ladder/engine/engine.hpp"
#include "ladder/report/report.hpp"

namespace ladder::reduction {

// An array on an engine, its sum, and what every variant is measured against there.
class Bench {
 public:
  // Allocates. Throws std::bad_alloc where the engine has not enough memory for bytes_needed(count).
  Bench(Engine& engine, std::string chapter, std::size_t count);

  static std::size_t bytes_needed(std::size_t count) { return (count + workspace_floats(count)) * sizeof(float); }

  // Fills the array and computes what its sum is.
  void fill(Data data);

  // Sums what the array holds: what is wrong with the result, in one line, or nothing. The sum of integers has to be
  // exact, that of fractions within the variant's error bound. Throws where a launch fails.
  std::string check(const Variant& variant);

  // As check(), with what the engine saw, and once more, which has to give the same bits; where the engine has a clock,
  // times it `repeats` times and checks again. Never throws for a wrong variant or a failed launch: that is a result.
  Result run(const Variant& variant, int repeats);
  // What a wrong variant does with the elements: how many are missing, and whether those are the last, or how many are
  // counted more than once. Sums ones, and leaves the array filled with those.
  std::string diagnose(const Variant& variant);

  // The same for a variant that sums nothing: timed, and not checked.
  Result run_ceiling(const Variant& variant, int repeats);

  // The time that one CPU core needs for the same sum with a plain loop in double precision, in seconds: the loop's
  // speed over at most 2^26 elements.
  double cpu_seconds() const;

 private:
  void fill_with(const std::function<float(std::size_t)>& value);
  void execute_on_poison(const Variant& variant);
  double allowed_chain(const Variant& variant) const;
  std::string judge_sum(const Variant& variant) const;
  Result describe(const Variant& variant) const;
  void time(const Variant& variant, int repeats, Result& result);

  Engine& engine_;
  std::string chapter_;
  Buffers buffers_;
  Reference reference_;
  bool exact_ = false;  // the array holds integers
};

// What the emulator counts for the variant of that name with so many elements, or 2^20 of them. Adds the counters, the
// hazards and the size counted at to `result`, which another engine measured.
void count_on_emulator(const std::string& variant, std::size_t count, Result& result);

}  // namespace ladder::reduction
