// Where a problem's kernels are run: verified, counted, and timed where the engine has a clock.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ladder/base/mapped.hpp"
#include "ladder/engine/engine.hpp"
#include "ladder/report/result.hpp"

namespace ladder {

// A kernel on the data of a fixture, ready to run.
struct Case {
  std::string name;       // the variant's
  std::string block;      // threads, "32x8"; "-" where the library chooses
  int row = 0;            // the variant's line of variants.cu; 0 where it has none
  std::string part = {};  // that this line says a block works on: "8x128 elements"; empty where it does not
  Run launch;
  // Says in result.failure what is wrong with the output, if anything, and in the result what else is known of it.
  std::function<void(Result&)> verify;
  // Why the run went wrong. is_open: hazards do not tell. Null: it is never known.
  std::function<Finding(bool is_open)> cause = nullptr;
  std::map<std::string, std::vector<std::size_t>> matrices = {};  // of such a buffer: rows and columns
  Run before = nullptr;        // each timed launch, outside of its time; null: nothing
  bool takes_minutes = false;  // of the host's: it is run where it is asked for by name alone
  unsigned element_bytes = 4;
};

// What there is to run on an engine. On the emulator there are no ceilings and no libraries.
template <typename Variant>
struct Catalog {
  std::vector<Variant> variants;   // the chapter's, as compiled for this engine
  std::vector<Variant> ceilings;   // what none of them is expected to beat: a copy, or for sums a read
  std::vector<Variant> libraries;  // the vendor's

  // The same with each variant made into something else.
  template <typename Make>
  auto each(const Make& make) const {
    return Catalog<decltype(make(variants.front()))>{mapped(variants, make), mapped(ceilings, make),
                                                     mapped(libraries, make)};
  }
};

// A problem of one size on one engine: the data, and what has to come out. Each problem derives its own.
class Fixture {
 public:
  // elements: of the output. useful_bytes: that the problem has to move, on all devices together, if they are floats.
  Fixture(Engine& engine, Sizes sizes, double elements, double useful_bytes, std::size_t devices = 1)
      : engine_(engine),
        sizes_(std::move(sizes)),
        elements_(elements),
        useful_bytes_(useful_bytes),
        devices_(devices) {}
  virtual ~Fixture() = default;
  Fixture(const Fixture&) = delete;
  Fixture& operator=(const Fixture&) = delete;

  // Of every kernel that there is for the engine.
  virtual Catalog<Case> cases() = 0;

  // Makes the data; and what can be asked of all cases only at once, it asks here. Before the first measure().
  virtual void prepare(const std::vector<Case>&) {}

  // Launches on poisoned output and verifies that; where the engine has a clock, times `repeats` launches and verifies
  // again. Never throws for a wrong kernel or a failed launch: that is a result.
  Result measure(const Case& one_case, int repeats);

  // A result of this size on this engine, of which nothing is known yet.
  Result blank_result(const std::string& name, const std::string& block, unsigned element_bytes) const;

 protected:
  Engine& engine() const { return engine_; }

  // Poisons the output, so that what is never written shows.
  virtual void poison() = 0;
  // The last word on a result: may add to its failure.
  virtual void conclude(const Case&, Result&) {}

 private:
  Engine& engine_;
  Sizes sizes_;
  double elements_, useful_bytes_;
  std::size_t devices_;
};

}  // namespace ladder
