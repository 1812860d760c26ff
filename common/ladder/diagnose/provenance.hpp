// The provenance of values, worked out from a recorded run: where a value that a thread stored came from, and where one
// that it loaded went.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ladder/diagnose/finding.hpp"
#include "ladder/engine/recording.hpp"
#include "ladder/source/accesses.hpp"

namespace ladder {

class Provenance {
 public:
  using Path = std::vector<std::size_t>;  // of a value: steps, by their places in the recording

  // name: of an element of the problem's arrays, "in[5][3]"; empty for what the recording names.
  Provenance(Recording recording, std::function<std::string(const Step&)> name);

  const std::vector<Step>& steps() const { return recording_.steps; }
  const Recording& recording() const { return recording_; }

  // The step that this one has its value from: a load has it from the newest store to its place, a store and an
  // exchange from the newest load or exchange of a thread that had the same bits. None where the value came from
  // elsewhere: from the host, or from arithmetic.
  std::optional<std::size_t> origin(std::size_t step) const { return origins_[step]; }
  const std::vector<std::size_t>& followers(std::size_t step) const { return followers_[step]; }  // whose origin it is
  // From the first step of a value that is known, to this one.
  Path path_to(std::size_t step) const;
  // From this step to one that has its value from there, and which none has it from: the path that goes furthest.
  Path path_from(std::size_t step) const;
  // The first step after it that this is so of; none where there is none.
  std::optional<std::size_t> next(std::size_t step, const std::function<bool(const Step&)>& is_it) const;
  // The next store to the place of this step after it.
  std::optional<std::size_t> overwritten_by(std::size_t step) const;

  // Whether a copy of the host's made it, and no thread.
  bool is_copied(std::size_t step) const { return !recording_.launches[steps()[step].launch].function.empty(); }
  const CodePlace& line(std::size_t step) const;
  bool same_line(std::size_t a, std::size_t b) const;
  // The last store to shared memory, by any thread of its block, before a load from there; none before other steps.
  std::optional<std::size_t> put_before(std::size_t load) const;
  // "tile at kernel.cuh:18": where the array is declared in which its place lies; empty where that is not known.
  std::string declaration(std::size_t step) const;
  SourceAccess access(std::size_t step) const;                       // without the array's name
  std::string line_in_words(std::size_t step) const;                 // "kernel.cuh:31"
  std::string thread(const Step& step, bool of_block = true) const;  // "thread (3, 0) of block (0, 0)"
  std::string thread(std::size_t step) const { return thread(steps()[step]); }
  std::string element(std::size_t step) const;  // "tile[5][3]"
  // A wrong result for which the line of this step is to blame; the element is that of the step. Where the launch
  // may be wrong, it is the last of the callers.
  enum class Launch { right, perhaps_wrong };
  Finding blame(std::size_t step, const std::string& words, Launch launch = Launch::right) const;

  // "thread (3, 5) of block (0, 0) loads it at kernel.cuh:24 and stores it to tile[5][3] there, thread ..."; of steps
  // of the line of the step `here`, that it is here.
  std::string in_words(const Path& path, std::size_t here) const;
  // "after that", behind those words; or after which later step, where they leave out that a thread loads it and stores
  // it to the same place again, as s[i] += 0 does.
  std::string after(const Path& path) const;

 private:
  bool goes_further(const Path& path, const Path& other) const;
  Path without_returns(const Path& path) const;

  Recording recording_;
  std::function<std::string(const Step&)> name_;
  std::vector<std::optional<std::size_t>> origins_;
  std::vector<std::vector<std::size_t>> followers_;
  mutable std::map<std::uintptr_t, CodePlace> lines_;
};

// A recording of elements of less than 4 bytes in which each step has all 4 bytes of its element: of one run for each
// part of what tells it from all others, record(part); part 0 is the lowest. A kernel that does other things where it
// moves other values cannot be followed so: then there are no steps.
Recording record_parts(std::size_t element_bytes, const std::function<Recording(unsigned part)>& record);

// Whether the two are of one thread; of one warp; at one place in memory.
bool same_thread(const Step& a, const Step& b);
bool same_warp(const Step& a, const Step& b);
bool same_place(const Step& a, const Step& b);
// Which element of an array in global memory the step uses, of so many elements of so many bytes; none where it uses
// something else.
std::optional<std::size_t> element_at(const Step& step, std::uintptr_t begin, std::size_t count, std::size_t bytes = 4);
// Whether it gets a value, by a load or from another lane; or stores one, as an atomic does too.
inline bool gets(const Step& step) { return step.doing == Step::Doing::load || step.doing == Step::Doing::exchange; }
inline bool stores(const Step& step) { return !gets(step); }
inline bool stores_to_shared(const Step& step) { return step.in_shared && stores(step); }

}  // namespace ladder
