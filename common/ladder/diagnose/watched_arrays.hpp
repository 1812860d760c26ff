// The input and the output of a problem in a recorded run: which steps use which words of them, and by which index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "ladder/diagnose/index_formula.hpp"
#include "ladder/diagnose/provenance.hpp"
#include "ladder/source/conditions.hpp"
#include "ladder/source/index_definitions.hpp"

namespace ladder {

// An array that a recorded run read or wrote, as words of four bytes, or of as many as each step of the run has.
struct WatchedArray {
  std::string name;
  std::uintptr_t begin;
  std::vector<std::uint32_t> words;  // of the input, what it held; of the output, what is due
  std::vector<std::size_t> extents;  // of elements: {rows, cols}, or as many as there are
  std::size_t words_of_an_element = 1;
  std::size_t word_bytes = sizeof(std::uint32_t);

  std::string element(std::size_t word) const;  // "out[5][3]"
  IndexedArray indexed() const;
  std::optional<std::size_t> word_of(const Step& step) const;  // that it uses; none where it uses something else
};

// moved: each word of the output has to be one of the input, and no two of that are alike. Computed: it has not.
enum class Content { moved, computed };

inline const std::string checks_of_control = "check guard, early return, loop bound";

class WatchedArrays {
 public:
  WatchedArrays(Recording recording, const WatchedArray& input, const WatchedArray& output, Content content);

  const Provenance& seen() const { return seen_; }
  const std::vector<Step>& steps() const { return seen_.steps(); }

  std::optional<std::size_t> loaded_input(std::size_t step) const;   // that the step loads
  std::optional<std::size_t> stored_output(std::size_t step) const;  // that the step stores to

  // Of moved words: the one of the input that belongs in this one of the output; and the other way round.
  std::optional<std::size_t> source_of(std::uint32_t value) const;
  std::optional<std::size_t> target_of(std::uint32_t value) const;

  // The longest path of this word of the input; empty where no thread loads it. The step that puts it where it lies in
  // shared memory at the end of it.
  Provenance::Path furthest_path(std::size_t source) const;
  std::optional<std::size_t> put_in_shared(const Provenance::Path& path) const;

  // Whether each word of the output is stored once. Then the stores are not to blame for what is never loaded.
  bool is_stored_once() const { return stores_ == out.words.size() && last_stores.size() == stores_; }
  // Whether each element of the array that the step uses is loaded or stored once, and by lanes side by side: then this
  // index is not to blame.
  bool is_as_wanted(std::size_t step) const;
  // Whether the lanes of a warp mostly use what lies side by side there.
  bool is_side_by_side(std::size_t step) const;

  // Of all that threads use by the instruction of this step; see index_formula.hpp.
  IndexDifference difference(std::size_t step) const;

  // The step whose word is nearest; of the stores those of this block, if it has any, or where nobody stores to the
  // output, the last step of all.
  std::size_t nearest_load(std::size_t word) const;
  std::size_t nearest_store(std::size_t word, std::optional<std::size_t> of_block_of = {}) const;

  // The last store of the path, unless that is a copy's which puts words beside this one where they belong: of those
  // that lie side by side it moves all alike, and a kernel before it is to blame.
  std::size_t before_right_copies(const Provenance::Path& path) const;

  // How the source names the two places of shared memory, where a thread stores what another one should load: one of
  // them is wrong; or that the load's statement takes one part twice. Empty where it says neither.
  std::string two_places(std::size_t store, std::size_t load) const;

  // A thread loads a value in this step, and then stores another one: the finding with the lines that use the variable;
  // at the one of them, if it is known, that takes a part of it for another one.
  Finding at_use_of_loaded(Finding finding, std::size_t load) const;

  // The finding at the line of that step, which blames its index, with what the source computes these numbers from:
  // where a single line is left, that comes first.
  Finding at_definition(Finding finding, std::size_t step, const std::vector<WrongNumber>& numbers,
                        bool is_missing = true) const;
  // The same of an index that differs so.
  Finding at_difference(Finding finding, std::size_t step, const IndexDifference& difference) const;

  // What the source sets before the access of that step, and the thread of `missing`, which does not make it, does not
  // meet, as its own accesses show: one condition, which comes first; or the first of several.
  Finding at_condition(Finding finding, std::size_t step, const Step& missing, const std::string& element) const;

  // Where others store what they load by the line of this load: what keeps its thread from it.
  Finding not_stored(std::size_t load, const std::string& words, const std::string& element) const;

  // Whether a thread makes that load at least as often as the thread of the use makes that.
  bool loads_as_often(std::size_t load, std::size_t use) const;
  // A thread uses, in that step, what it has not loaded: what the source sets before a load, and not before the use.
  Finding not_loaded(Finding finding, std::size_t load, std::size_t use, const std::string& element) const;

  // No thread uses this word of the array that the step is in: which index or which launch that comes of. goes_round:
  // the grid is as it is wanted, and its threads are to go on until all is used.
  Finding missing(std::size_t step, std::size_t word, std::string words, bool goes_round = false) const;
  // No thread stores to this word of the output; why: words behind its name.
  Finding nobody_stores(std::size_t word, const std::string& why) const;
  // What makes an index leave out the first word that no thread loads, or none stores to; where that is proved, and in
  // another line than the index.
  Finding left_out() const;

  const WatchedArray &in, &out;
  std::map<std::size_t, std::size_t> last_stores;  // steps, by the word of the output
  std::multimap<std::size_t, std::size_t> loads;   // by that of the input

 private:
  std::string name(const Step& step) const;
  SourceAccess access(std::size_t step) const;
  std::vector<Condition> conditions_of(std::size_t step) const;
  std::vector<Definition> loops(std::size_t step, std::optional<int> part) const;
  Finding kept_by(const std::vector<Condition>& open, Finding finding, std::size_t step, const Step& missing,
                  const std::string& element) const;
  Finding kept_beside(const Finding& finding, std::size_t here, std::size_t word) const;
  bool others_reach_all(std::size_t step) const;
  std::string begins_of_blocks(std::size_t step) const;
  std::optional<Definition> begin_of_both(std::size_t step, const IndexGap& gap) const;
  bool others_lack_the_same(std::size_t step, const MissingUse& use) const;
  const WatchedArray& array_of(std::size_t step) const { return stores(steps()[step]) ? out : in; }
  std::optional<std::size_t> wanted(std::size_t step) const;
  enum class Where { at_this_instruction, in_this_array };
  enum class Wanted { as_due, as_seen };
  std::vector<IndexUse> uses(std::size_t at, Wanted by, Where where) const;

  Provenance seen_;
  std::unordered_map<std::uint32_t, std::size_t> sources_, targets_;
  std::size_t stores_ = 0;  // to the output
};

}  // namespace ladder
