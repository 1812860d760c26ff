#include "ladder/diagnose/wrong_output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "ladder/diagnose/index_formula.hpp"
#include "ladder/diagnose/provenance.hpp"

namespace ladder {
namespace {

using Doing = Step::Doing;
using Path = Provenance::Path;

const std::string checks_of_control = "check guard, early return, loop bound";

std::optional<std::size_t> word_in(const WatchedArray& array, const Step& step) {
  const std::size_t word = (step.address - array.begin) / array.word_bytes;
  const bool has_address = !step.in_shared && step.doing != Doing::exchange;
  return has_address && word < array.words.size() ? std::optional(word) : std::nullopt;
}

// How a value that was loaded became another one that was stored, where a conversion on its way does that.
std::string conversion(std::uint32_t loaded, std::uint32_t stored) {
  const float value = std::bit_cast<float>(loaded);
  const int whole = value > -2147483648.f && value < 2147483648.f ? static_cast<int>(value) : 0;
  if (std::bit_cast<std::uint32_t>(static_cast<float>(whole)) == stored || static_cast<std::uint32_t>(whole) == stored)
    return fmt::format(": {} for {}, as a conversion to an int makes it", whole, value);
  constexpr std::uint32_t quiet = 1u << 22;  // of a NaN
  if (value != value && stored == (loaded | quiet)) return ", as a conversion to a double, or arithmetic, makes it";
  return "";
}

class WrongOutput {
 public:
  WrongOutput(Recording recording, const WatchedArray& in, const WatchedArray& out, Content content,
              const Reference& reference)
      : in_(in),
        out_(out),
        content_(content),
        reference_(reference),
        seen_(std::move(recording), [this](const Step& step) { return name(step); }) {
    for (std::size_t i = 0; i < steps().size(); ++i) {
      if (const auto word = word_in(out_, steps()[i]); word && stores(steps()[i])) last_stores_[*word] = i;
      if (const auto word = word_in(in_, steps()[i]); word && !stores(steps()[i])) loads_.emplace(*word, i);
    }
    for (std::size_t word = 0; content_ == Content::moved && word < in_.words.size(); ++word)
      sources_[in_.words[word]] = word;
    for (std::size_t word = 0; content_ == Content::moved && word < out_.words.size(); ++word)
      targets_[out_.words[word]] = word;
  }

  Finding cause() {
    const bool is_complete = seen_.recording().is_complete;
    std::size_t unproved = 0;
    if (steps().empty()) return {};
    for (wrong_ = 0; wrong_ < out_.words.size(); ++wrong_) {
      const auto store = last_stores_.find(wrong_);
      if (store != last_stores_.end() && steps()[store->second].bits == out_.words[wrong_]) continue;
      stands_ = store == last_stores_.end() ? std::nullopt : std::optional(store->second);
      const auto source = sources_.find(out_.words[wrong_]);
      Finding found = source == sources_.end() ? of_computed() : of_moved(source->second);
      const bool holds_for_more_steps = found.is_proved && found.explains_others;
      constexpr std::size_t most_unproved = 64;
      if (!is_complete && !holds_for_more_steps) {
        if (++unproved < most_unproved) continue;
        return {};
      }
      found.explains_others = found.explains_others || found.is_proved;
      found.is_of_nobody = !stands_;
      return found;
    }
    return {};
  }

 private:
  const std::vector<Step>& steps() const { return seen_.steps(); }
  std::string name(const Step& step) const {
    const auto out = word_in(out_, step), in = word_in(in_, step);
    if (out && stores(step)) return out_.element(*out);
    return in ? in_.element(*in) : "";
  }
  std::string place() const { return out_.element(wrong_); }
  std::string path_to(std::size_t step, std::size_t here) const { return seen_.in_words(seen_.path_to(step), here); }

  // The step whose word is nearest.
  template <typename StepsByWord>
  static std::size_t nearest(const StepsByWord& steps, std::size_t word) {
    const auto after = steps.lower_bound(word);
    const bool before_is_nearer =
        after == steps.end() || (after != steps.begin() && word - std::prev(after)->first <= after->first - word);
    return (before_is_nearer ? std::prev(after) : after)->second;
  }
  // Where nobody stores to the output, the last step of all.
  std::size_t nearest_store() const {
    return last_stores_.empty() ? steps().size() - 1 : nearest(last_stores_, wrong_);
  }

  // "; out[0][1] gets in[3][0]: thread ..", or that nobody stores there.
  std::string instead(std::size_t here) const {
    const bool is_last = here + 1 == steps().size();
    const std::string end = is_last ? ", or does anything after this line: " + checks_of_control : "";
    if (!stands_) return "; no thread stores to " + (last_stores_.empty() ? out_.name + end : place());
    const auto source = sources_.find(steps()[*stands_].bits);
    const bool is_known = source != sources_.end() && word_in(in_, steps()[seen_.path_to(*stands_).front()]);
    return fmt::format("; {} gets {}: {}", place(), is_known ? in_.element(source->second) : "another value",
                       path_to(*stands_, here));
  }

  Finding nobody_stores(const std::string& why) const {
    const std::size_t beside = nearest_store();
    if (last_stores_.empty()) {
      return seen_.blame(beside, fmt::format("no thread stores to {}; the last step of all is that of {}", out_.name,
                                             seen_.thread(beside)));
    }
    const auto& launch = seen_.recording().launches[steps()[beside].launch];
    return missing(beside, wrong_,
                   fmt::format("no thread stores to {}{}; the nearest store is {} to {}{}", place(), why,
                               seen_.thread(beside), seen_.element(beside),
                               launch.at.file.empty() || !launch.function.empty()
                                   ? ""
                                   : fmt::format(", in a grid of {}", fmt::join(launch.grid, "x"))));
  }

  // No thread uses this word of the array that the step is in: which index or which launch that comes of.
  Finding missing(std::size_t here, std::size_t word, std::string words) const {
    const auto seen = uses(here, true, true);
    const auto& [grid, block, launched_at, function] = seen_.recording().launches[steps()[here].launch];
    ThreadPlace counts{block[0], block[1], block[2], grid[0], grid[1], grid[2], 1, 1};
    for (const IndexUse& use : seen) {
      for (std::size_t number = iterations; number < place_numbers; ++number)
        counts[number] = std::max(counts[number], use.place[number] + 1);
    }
    const auto element = static_cast<long>(word);
    const MissingUse use = missing_use(seen, indexed(array_of(here)), counts, element);
    words += use.words.empty() ? index(here) : use.words;
    std::swap(counts[block_x], counts[block_y]);
    const bool blocks_are_exchanged =
        use.is_by_launch && missing_use(seen, indexed(array_of(here)), counts, element).user;
    if (blocks_are_exchanged) {
      words += fmt::format(
          ": that is right for a grid of {}x{}, and it is {}x{}: are x and y exchanged here, or at the launch?",
          grid[1], grid[0], grid[0], grid[1]);
    } else if (use.is_by_launch) {
      words += fmt::format(": that takes more blocks in one direction than the grid of {} has", fmt::join(grid, "x"));
    }
    if (use.user) {
      Step thread = steps()[here];
      const auto& p = *use.user;
      thread.thread = static_cast<std::uint32_t>(p[0] + block[0] * (p[1] + block[1] * p[2]));
      thread.block = static_cast<std::uint64_t>(p[3] + grid[0] * (p[4] + grid[1] * p[5]));
      words += fmt::format("; by this, {} would use {}, and does not: {}", seen_.thread(thread),
                           array_of(here).element(word), checks_of_control);
    }
    Finding found = seen_.blame(here, words);
    found.is_proved = use.is_explained && !use.user;  // who has ended has told why elsewhere
    found.is_of_launch = use.is_by_launch && !blocks_are_exchanged;
    if (use.is_by_launch && !launched_at.file.empty()) {
      found.words = fmt::format("launched here, {}", with_place(found));
      found.file = launched_at.file, found.line = launched_at.line, found.where = "";
    }
    return found;
  }

  Finding of_computed() const {
    if (!stands_) return nobody_stores("");
    std::map<std::size_t, std::size_t> used;  // words of the input, and the steps that load them
    add_sources(*stands_, used);
    const std::set<std::size_t> due = words_due();
    const auto other =
        std::find_if(used.begin(), used.end(), [&](const auto& use) { return !due.contains(use.first); });
    const bool has_all = std::all_of(due.begin(), due.end(), [&](std::size_t word) { return used.contains(word); });
    if (due.empty() || (other == used.end() && has_all)) {
      return seen_.blame(*stands_,
                         fmt::format("what is stored to {} is wrong: {}", place(), path_to(*stands_, *stands_)));
    }
    const std::size_t here = other == used.end() ? *stands_ : other->second;
    std::vector<std::string> from, wanted;
    for (const auto& [word, load] : used) from.push_back(in_.element(word));
    for (const std::size_t word : due) wanted.push_back(in_.element(word));
    return seen_.blame(
        here, fmt::format("what {} stores to {} at {} comes from {}, and not from {}", seen_.thread(*stands_), place(),
                          seen_.line_in_words(*stands_), fmt::join(from, ", "), fmt::join(wanted, ", ")));
  }

  // The words of the input that the thread of this store has got since its store before, itself or from others.
  void add_sources(std::size_t store, std::map<std::size_t, std::size_t>& used) const {
    for (std::size_t i = store; i-- > 0;) {
      if (!same_thread(steps()[i], steps()[store])) continue;
      if (stores(steps()[i])) return;
      const auto word = word_in(in_, steps()[i]);
      if (word) used.emplace(*word, i);
      if (!word && seen_.origin(i)) add_sources(*seen_.origin(i), used);
    }
  }

  // Those that the wrong word depends on, as the reference computes it.
  std::set<std::size_t> words_due() const {
    constexpr std::size_t most = 4096;  // the reference is computed once for each
    std::set<std::size_t> due;
    for (std::size_t word = 0; reference_ && in_.words.size() <= most && word < in_.words.size(); ++word) {
      std::vector<std::uint32_t> changed = in_.words;
      changed[word] ^= 1u << 30;  // of a float, the highest bit of its exponent
      if (reference_(changed).at(wrong_) != out_.words[wrong_]) due.insert(word);
    }
    return due;
  }

  // The longest path of this word of the input; empty where no thread loads it.
  Path furthest_path(std::size_t source) const {
    Path furthest;
    for (auto [load, end] = loads_.equal_range(source); load != end; ++load) {
      Path path = seen_.path_from(load->second);
      if (path.size() > furthest.size()) furthest = std::move(path);
    }
    return furthest;
  }

  // What became of the word of the input that belongs there.
  Finding of_moved(std::size_t source) const {
    const Path furthest = furthest_path(source);
    const std::string value = in_.element(source);
    if (furthest.empty()) return never_loaded(value, source);
    const std::size_t end = furthest.back();
    if (const auto word = word_in(out_, steps()[end]); word && stores(steps()[end])) {
      if (*word != wrong_) return ends_elsewhere(value, furthest);
      return seen_.blame(*stands_, fmt::format("{} is overwritten, which {} stored to it at {}{}", place(),
                                               seen_.thread(end), seen_.line_in_words(end), instead(*stands_)));
    }
    if (steps()[end].doing == Doing::store) return stays_in_memory(value, furthest);
    return stays_in_register(value, furthest);
  }

  Finding never_loaded(const std::string& value, std::size_t source) const {
    if (!stands_) return nobody_stores(fmt::format(", where {} belongs, which no thread loads", value));
    const std::size_t first = seen_.path_to(*stands_).front();
    const bool is_found_there = steps()[first].in_shared;  // what nobody stored
    if ((stores(steps()[first]) || is_found_there) && !loads_.empty()) {
      const std::size_t beside = nearest(loads_, source);
      return missing(beside, source,
                     fmt::format("no thread loads {}, which belongs in {}{}; the nearest load is {}, by {}", value,
                                 place(), instead(beside), seen_.element(beside), seen_.thread(beside)));
    }
    return seen_.blame(first, fmt::format("no thread loads {}, which belongs in {}{}{}", value, place(), instead(first),
                                          difference(first).words));
  }

  // Whether each element of the array is loaded or stored once, and by lanes side by side: then this is not to blame.
  bool is_as_wanted(std::size_t at) const {
    std::map<ThreadPlace, long> elements;
    std::set<long> once;
    const auto all = uses(at, true, true);
    for (const IndexUse& use : all) elements[use.place] = use.seen, once.insert(use.seen);
    if (once.size() != all.size() || once.size() != array_of(at).words.size() / array_of(at).words_of_an_element)
      return false;
    std::size_t beside = 0, apart = 0;
    for (const auto& [place, element] : elements) {
      ThreadPlace next = place, word = place;
      ++next[thread_x];
      const auto neighbour = elements.find(next);
      if (neighbour == elements.end()) continue;
      long end = element;  // of what this lane takes at once
      for (auto own = elements.find(word); own != elements.end() && own->second == end; own = elements.find(word))
        ++end, ++word[word_of_vector];
      ++(neighbour->second == end ? beside : apart);
    }
    return beside > apart;
  }

  // The step that put the word of the input where it lies in shared memory.
  std::optional<std::size_t> put_in_shared(const Path& path) const {
    const auto put = std::find_if(path.rbegin(), path.rend(), [&](auto i) { return is_put(steps()[i]); });
    return put == path.rend() ? std::nullopt : std::optional(*put);
  }
  static bool is_put(const Step& step) { return step.in_shared && stores(step); }

  // Whether each word of the output is taken from the place [a][b] of shared memory, and its source lies in [b][a].
  bool are_exchanged() const {
    return std::all_of(last_stores_.begin(), last_stores_.end(), [&](const auto& last) {
      const auto source = sources_.find(out_.words[last.first]);
      const auto put = source == sources_.end() ? std::nullopt : put_in_shared(furthest_path(source->second));
      const auto load = seen_.origin(last.second);
      return put && load && seen_.element(*put) == exchanged(seen_.element(*load));
    });
  }
  // "tile[3][1]" of "tile[1][3]".
  static std::string exchanged(const std::string& element) {
    const std::size_t row = element.find('['), col = element.find('[', row + 1);
    return col > element.size() ? "" : element.substr(0, row) + element.substr(col) + element.substr(row, col - row);
  }

  // Of loads of the input and stores that are as they are wanted: which place of shared memory is loaded instead of
  // the one where the value lies; or that none is, though the value lies there.
  Finding taken_from_elsewhere(const std::string& value, const Path& path) const {
    const auto load = seen_.origin(*stands_);
    if (!load || !is_as_wanted(*stands_) || !is_as_wanted(path.front())) return {};
    if (const auto put = put_in_shared(path); put && steps()[*load].in_shared && gets(steps()[*load])) {
      if (steps()[*put].block != steps()[*load].block || steps()[*put].launch != steps()[*load].launch) return {};
      const Path way = seen_.path_to(*put);
      return seen_.blame(*load, fmt::format("{}{} belongs in {}: {}; but what {} stores there is loaded from {} here",
                                            are_exchanged() ? "rows and columns are exchanged: " : "", value, place(),
                                            seen_.in_words(way, *load), seen_.thread(*load), seen_.element(*load)));
    }
    for (const auto i : seen_.followers(path.front())) {
      if (is_put(steps()[i]) && seen_.followers(i).empty())
        return seen_.blame(*stands_, fmt::format("{} is stored to {}, too, and no thread loads it from there{}", value,
                                                 seen_.element(i), instead(*stands_)));
    }
    return {};
  }

  // The store is to blame, unless one change of the index of the load alone mends all.
  Finding ends_elsewhere(const std::string& value, const Path& path) const {
    if (Finding found = stands_ ? taken_from_elsewhere(value, path) : Finding{}; found.found()) {
      found.is_proved = found.explains_others = true;
      return found;
    }
    const IndexDifference of_store = difference(path.back()), of_load = difference(path.front());
    const bool by_load = of_load.is_one_change && !of_store.is_one_change;
    const std::size_t here = by_load ? path.front() : before_right_copies(path);
    Finding found =
        seen_.blame(here, fmt::format("{} ends in {}, and not in {}: {}{}{}", value, seen_.element(path.back()),
                                      place(), seen_.in_words(path, here), stands_ ? "" : instead(here),
                                      by_load ? of_load.words : of_store.words));
    found.is_proved = of_load.is_one_change || of_store.is_one_change;
    found.explains_others = true;  // it was loaded and stored: a read of what nothing wrote comes of the index
    return found;
  }

  // The last store of the path, unless that is a copy's which puts words beside this one where they belong: of those
  // that lie side by side it moves all alike, and a kernel before it is to blame.
  std::size_t before_right_copies(const Path& path) const {
    const std::size_t end = path.back();
    const auto by_kernel = std::find_if(path.rbegin(), path.rend(),
                                        [&](std::size_t i) { return stores(steps()[i]) && !seen_.is_copied(i); });
    if (!seen_.is_copied(end) || by_kernel == path.rend()) return end;
    for (const bool forward : {false, true}) {
      const auto side_by_side = [&](std::size_t a, std::size_t b) {
        return steps()[a].launch == steps()[b].launch && steps()[b].address - steps()[a].address == out_.word_bytes;
      };
      std::size_t at = end;  // each word is loaded, then stored
      while (forward ? at + 2 < steps().size() && side_by_side(at, at + 2) && side_by_side(at - 1, at + 1)
                     : at > 2 && side_by_side(at - 2, at) && side_by_side(at - 3, at - 1)) {
        at = forward ? at + 2 : at - 2;
        if (const auto word = word_in(out_, steps()[at]); word && out_.words[*word] == steps()[at].bits)
          return *by_kernel;
      }
    }
    return end;
  }

  Finding stays_in_memory(const std::string& value, const Path& path) const {
    const std::size_t end = path.back();
    const auto over = seen_.overwritten_by(end);
    const auto taken = stands_ ? seen_.origin(*stands_) : std::nullopt;
    const std::size_t here = over ? *over : taken ? *taken : stands_ ? end : nearest_store();
    const std::string how = over ? fmt::format("is overwritten in {} by {} before any thread loads it",
                                               seen_.element(end), seen_.thread(*over))
                                 : fmt::format("stays in {}, which no thread loads after that", seen_.element(end));
    const std::string words = fmt::format("{} {}: {}{}", value, how, seen_.in_words(path, here), instead(here));
    if (!over && !stands_ && !last_stores_.empty()) return missing(here, wrong_, words);
    Finding found = seen_.blame(here, words);
    // What it gets instead was stored, too, where a thread loads it.
    found.explains_others = stands_ && word_in(in_, steps()[seen_.path_to(*stands_).front()]);
    return found;
  }

  // A thread has it, and stores it nowhere; or what it stores next is another value.
  Finding stays_in_register(const std::string& value, const Path& path) const {
    const std::size_t end = path.back();
    const auto store = seen_.next(end, [&](const Step& s) { return stores(s) && same_thread(s, steps()[end]); });
    if (store && !seen_.origin(*store)) {
      return seen_.blame(*store,
                         fmt::format("{} is changed on its way: {}, and {:#010x} is stored to {} for {:#010x}{}", value,
                                     seen_.in_words(path, *store), steps()[*store].bits, seen_.element(*store),
                                     steps()[end].bits, conversion(steps()[end].bits, steps()[*store].bits)));
    }
    // Where the thread stores what stands there instead, for the first time.
    const Path other = stands_ ? seen_.path_to(*stands_) : Path();
    const auto instead_of_it = std::find_if(other.begin(), other.end(), [&](std::size_t i) {
      return i > end && stores(steps()[i]) && same_thread(steps()[i], steps()[end]);
    });
    const bool stores_another = instead_of_it != other.end();
    const std::size_t here = stores_another ? *instead_of_it : stands_ ? end : nearest_store();
    Finding found =
        seen_.blame(here, fmt::format("{} is stored nowhere: {}{}", value, seen_.in_words(path, here), instead(here)));
    found.is_proved = stores_another && seen_.origin(*stands_);
    return found;
  }

  // Where the word that a step of the output or of the input has is wanted, if that is known.
  std::optional<std::size_t> wanted(std::size_t step) const {
    if (stores(steps()[step])) {
      if (!word_in(in_, steps()[seen_.path_to(step).front()])) return std::nullopt;  // it was never loaded in this run
      const auto target = targets_.find(steps()[step].bits);
      return target == targets_.end() ? std::nullopt : std::optional(target->second);
    }
    const std::size_t end = seen_.path_from(step).back();
    const auto word = word_in(out_, steps()[end]);
    if (!word || !stores(steps()[end])) return std::nullopt;
    const auto source = sources_.find(out_.words[*word]);
    return source == sources_.end() ? std::nullopt : std::optional(source->second);
  }

  // What the threads use at the place in the code where the step is, and what is wanted; or, where all is wanted, as it
  // is seen.
  // everywhere: also at others at which the same array is used so. Where there are several, as for x, y, z and w of a
  // float4, each has its word.
  std::vector<IndexUse> uses(std::size_t at, bool as_seen, bool everywhere = false) const {
    const WatchedArray& array = array_of(at);
    std::vector<IndexUse> uses;
    if (seen_.is_copied(at)) return uses;  // a copy has no threads
    std::map<std::uintptr_t, long> sites;
    std::map<std::tuple<std::uintptr_t, std::uint64_t, std::uint32_t>, long> iterations;  // of a thread at a site
    long in_vector = 0;
    for (std::size_t i = 0; i < steps().size(); ++i) {
      const Step& step = steps()[i];
      const auto word = word_in(array, step);
      const bool is_alike = word && stores(step) == stores(steps()[at]);
      if ((everywhere ? !is_alike : step.site != steps()[at].site) || step.launch != steps()[at].launch) continue;
      in_vector = i > 0 && goes_on(steps()[i - 1], step) ? in_vector + 1 : 0;
      const long number = sites.try_emplace(step.site, static_cast<long>(sites.size())).first->second;
      long& times = iterations[{step.site, step.block, step.thread}];
      const long iteration = in_vector == 0 ? times++ : times - 1;
      const auto due = as_seen ? word : wanted(i);
      if (!word || !due || *word % array.words_of_an_element != 0) continue;
      const Recording::Launch& launch = seen_.recording().launches[step.launch];
      uses.push_back({thread_place(launch.grid, launch.block, step.block, step.thread, iteration, number + in_vector),
                      static_cast<long>(*word / array.words_of_an_element),
                      static_cast<long>(*due / array.words_of_an_element)});
    }
    return uses;
  }
  // Whether a thread goes on with the next word of a vector.
  bool goes_on(const Step& before, const Step& step) const {
    return before.site == step.site && same_thread(before, step) && before.address + out_.word_bytes == step.address;
  }
  const WatchedArray& array_of(std::size_t step) const { return stores(steps()[step]) ? out_ : in_; }
  static IndexedArray indexed(const WatchedArray& array) {
    const bool has_rows = array.extents.size() == 2 && array.extents[0] > 1;
    const std::size_t elements = array.words.size() / array.words_of_an_element;
    return {array.name, has_rows ? static_cast<long>(array.extents[1]) : 0, static_cast<long>(elements)};
  }
  IndexDifference difference(std::size_t at) const {
    return ladder::difference(uses(at, false), indexed(array_of(at)));
  }
  std::string index(std::size_t at) const { return index_in_words(uses(at, true), indexed(array_of(at))); }

  const WatchedArray &in_, &out_;
  Content content_;
  const Reference& reference_;
  Provenance seen_;
  std::map<std::size_t, std::size_t> last_stores_;  // by the word of the output
  std::multimap<std::size_t, std::size_t> loads_;   // by that of the input
  std::unordered_map<std::uint32_t, std::size_t> sources_,
      targets_;                        // of moved words: where they are, where they belong
  std::size_t wrong_ = 0;              // a word of the output
  std::optional<std::size_t> stands_;  // who stored what stands there
};

}  // namespace

std::string WatchedArray::element(std::size_t word) const {
  std::size_t left = word / words_of_an_element;
  std::string indexes;
  for (std::size_t i = extents.size(); i-- > 0;) {
    indexes = fmt::format("[{}]", i == 0 ? left : left % extents[i]) + indexes;
    left /= extents[i];
  }
  return name + indexes;
}

Finding cause_of_wrong_output(Recording recording, const WatchedArray& in, const WatchedArray& out, Content content,
                              const Reference& reference) {
  return WrongOutput(std::move(recording), in, out, content, reference).cause();
}

}  // namespace ladder
