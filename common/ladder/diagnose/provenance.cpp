#include "ladder/diagnose/provenance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace ladder {
namespace {

using Doing = Step::Doing;

auto thread_of(const Step& step) { return std::tuple(step.launch, step.block, step.thread); }

// Shared memory is another one in each block of each launch.
auto place_of(const Step& step) {
  return step.in_shared ? std::tuple(std::uint64_t{step.launch} + 1, step.block, step.address)
                        : std::tuple(std::uint64_t{0}, std::uint64_t{0}, step.address);
}

const char* verb(Doing doing) {
  switch (doing) {
    case Doing::load: return "loads";
    case Doing::store: return "stores";
    case Doing::atomic: return "adds";
    default: return "gets";
  }
}

// "(3, 0)" or, where z counts, "(3, 0, 1)".
std::string index_in(const std::array<std::uint32_t, 3>& size, std::uint64_t linear) {
  const std::uint64_t x = linear % size[0], y = linear / size[0] % size[1], z = linear / size[0] / size[1];
  return size[2] == 1 ? fmt::format("({}, {})", x, y) : fmt::format("({}, {}, {})", x, y, z);
}

bool is_same_but_for_bits(const Step& a, const Step& b) {
  return a.doing == b.doing && a.in_shared == b.in_shared && a.launch == b.launch && a.block == b.block &&
         a.thread == b.thread && a.site == b.site;
}

}  // namespace

Recording record_parts(std::size_t element_bytes, const std::function<Recording(unsigned part)>& record) {
  Recording all = record(0);
  for (unsigned part = 1; part < sizeof(Step::bits) / element_bytes; ++part) {
    const Recording other = record(part);
    if (!std::ranges::equal(all.steps, other.steps, is_same_but_for_bits)) {
      all.steps.clear();
      all.is_complete = false;
      return all;
    }
    for (std::size_t i = 0; i < all.steps.size(); ++i)
      all.steps[i].bits |= other.steps[i].bits << 8 * element_bytes * part;
  }
  return all;
}

bool same_warp(const Step& a, const Step& b) {
  constexpr unsigned lanes = memory_model::architecture.warp_lanes;
  return a.launch == b.launch && a.block == b.block && a.thread / lanes == b.thread / lanes;
}

bool same_thread(const Step& a, const Step& b) { return thread_of(a) == thread_of(b); }
bool same_place(const Step& a, const Step& b) { return place_of(a) == place_of(b); }

std::optional<std::size_t> element_at(const Step& step, std::uintptr_t begin, std::size_t count, std::size_t bytes) {
  const std::size_t element = (step.address - begin) / bytes;
  const bool has_address = !step.in_shared && step.doing != Doing::exchange;
  return has_address && element < count ? std::optional(element) : std::nullopt;
}

Provenance::Provenance(Recording recording, std::function<std::string(const Step&)> name)
    : recording_(std::move(recording)), name_(std::move(name)) {
  origins_.resize(steps().size());
  followers_.resize(steps().size());
  std::map<decltype(place_of(steps()[0])), std::size_t> newest_store;
  std::map<decltype(thread_of(steps()[0])), std::vector<std::size_t>> got;  // by each thread
  // The newest that the thread got with these bits.
  const auto got_by = [&](const Step& thread, std::uint32_t bits) -> std::optional<std::size_t> {
    const auto& of_thread = got[thread_of(thread)];
    const auto found =
        std::find_if(of_thread.rbegin(), of_thread.rend(), [&](std::size_t n) { return steps()[n].bits == bits; });
    return found == of_thread.rend() ? std::nullopt : std::optional(*found);
  };
  // Of two loads of one value by a thread that stores it twice, each has its store, in their order.
  const auto part_loads = [&](std::size_t newer) {
    std::vector<std::size_t>& both = followers_[newer];
    const Step& load = steps()[newer];
    if (both.size() != 2 || load.doing != Doing::load || load.bits == 0 || !stores(steps()[both[0]])) return;
    const auto& of_thread = got[thread_of(load)];
    const auto is_alike = [&](std::size_t n) {
      return steps()[n].doing == Doing::load && steps()[n].bits == load.bits;
    };
    const auto behind = std::find(of_thread.rbegin(), of_thread.rend(), newer) + 1;
    const auto older = std::find_if(behind, of_thread.rend(), is_alike);
    if (older == of_thread.rend() || !followers_[*older].empty()) return;
    origins_[both[0]] = *older;
    followers_[*older] = {both[0]};
    both.erase(both.begin());
  };
  for (std::size_t i = 0; i < steps().size(); ++i) {
    const Step& step = steps()[i];
    if (step.doing == Doing::load) {
      const auto stored = newest_store.find(place_of(step));
      if (stored != newest_store.end()) origins_[i] = stored->second;
    } else if (step.doing == Doing::exchange) {
      Step giver = step;
      giver.thread = static_cast<std::uint32_t>(step.address);
      origins_[i] = got_by(giver, step.bits);
    } else {
      origins_[i] = got_by(step, step.bits);
      newest_store[place_of(step)] = i;
    }
    if (gets(step)) got[thread_of(step)].push_back(i);
    if (!origins_[i]) continue;
    followers_[*origins_[i]].push_back(i);
    part_loads(*origins_[i]);
  }
}

Provenance::Path Provenance::path_to(std::size_t step) const {
  Path path{step};
  while (const auto before = origin(path.back())) path.push_back(*before);
  std::reverse(path.begin(), path.end());
  return path;
}

// What lanes hand down to the first one is also had by others, which nobody asks.
bool Provenance::goes_further(const Path& path, const Path& other) const {
  if (other.empty()) return true;
  const Step &end = steps()[path.back()], &other_end = steps()[other.back()];
  if (end.doing == Doing::exchange && other_end.doing == Doing::exchange) return end.thread < other_end.thread;
  if (stores(end) != stores(other_end)) return stores(end);
  return path.size() >= other.size();
}

Provenance::Path Provenance::path_from(std::size_t step) const {
  Path furthest;
  for (const std::size_t next : followers_[step]) {
    Path path = path_from(next);
    if (goes_further(path, furthest)) furthest = std::move(path);
  }
  furthest.insert(furthest.begin(), step);
  return furthest;
}

std::optional<std::size_t> Provenance::next(std::size_t step, const std::function<bool(const Step&)>& is_it) const {
  for (std::size_t i = step + 1; i < steps().size(); ++i) {
    if (is_it(steps()[i])) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> Provenance::overwritten_by(std::size_t step) const {
  return next(step, [&](const Step& later) { return stores(later) && same_place(later, steps()[step]); });
}

const CodePlace& Provenance::line(std::size_t step) const {
  const auto [known, is_new] = lines_.try_emplace(steps()[step].site);
  if (is_new) known->second = recording_.line(steps()[step]);
  return known->second;
}

bool Provenance::same_line(std::size_t a, std::size_t b) const {
  return line(a).file == line(b).file && line(a).line == line(b).line;
}

std::optional<std::size_t> Provenance::put_before(std::size_t load) const {
  const Step& from = steps()[load];
  for (std::size_t put = load; from.in_shared && gets(from) && put-- > 0;)
    if (stores_to_shared(steps()[put]) && steps()[put].block == from.block && steps()[put].launch == from.launch)
      return put;
  return std::nullopt;
}

std::string Provenance::declaration(std::size_t step) const {
  const std::string place = element(step), array = place.substr(0, place.find('['));
  for (const DeclaredVariable& one : recording().variables())
    if (one.name == array) return array + " at " + ladder::in_words(one.declared_at);
  return "";
}

SourceAccess Provenance::access(std::size_t step) const {
  return {line(step), recording_.callers(steps()[step]), "", stores(steps()[step])};
}

std::string Provenance::line_in_words(std::size_t step) const {
  return line(step).file.empty() ? "a line that is not known" : fmt::format("{}:{}", line(step).file, line(step).line);
}

std::string Provenance::thread(const Step& step, bool of_block) const {
  const auto& launch = recording_.launches[step.launch];
  if (!launch.function.empty()) return launch.function;
  std::string words = "thread " + index_in(launch.block, step.thread);
  if (of_block) words += " of block " + index_in(launch.grid, step.block);
  return words;
}

std::string Provenance::element(std::size_t step) const {
  const std::string name = name_(steps()[step]);
  return name.empty() ? recording_.element(steps()[step]) : name;
}

Finding Provenance::blame(std::size_t step, const std::string& words, Launch launch) const {
  const bool has_place = steps()[step].doing != Doing::exchange;
  const auto& launched = recording_.launches[steps()[step].launch];
  const bool is_launched = launched.function.empty() && !launched.at.file.empty();
  Callers callers = recording_.callers(steps()[step]);
  if (is_launched && launch == Launch::perhaps_wrong) callers.push_back(launched.at);
  return {.rule = "wrong_result",
          .at = line(step),
          .words = words + ladder::in_words(callers),
          .where = is_launched ? "launched at " + ladder::in_words(launched.at) : "",
          .element = has_place ? element(step) : "",
          .callers = callers};
}

// Without what a thread loads and stores to the same place again.
Provenance::Path Provenance::without_returns(const Path& path) const {
  Path kept;
  for (const std::size_t step : path) {
    if (kept.size() > 1 && stores(steps()[step]) && same_place(steps()[kept[kept.size() - 2]], steps()[step]) &&
        same_thread(steps()[kept.back()], steps()[step])) {
      kept.pop_back();
    } else {
      kept.push_back(step);
    }
  }
  return kept;
}

std::string Provenance::in_words(const Path& whole, std::size_t here) const {
  constexpr std::size_t most = 9, at_begin = 4, at_end = 4;
  const Path path = without_returns(whole);
  std::string words;
  std::optional<std::size_t> before;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path.size() > most && i == at_begin) {
      words += ", and so on";
      i = path.size() - at_end;
    }
    const Step& step = steps()[path[i]];
    const bool goes_on = i > 0 && same_thread(steps()[path[i - 1]], step);
    if (!goes_on) {
      const bool same_block = i > 0 && steps()[path[i - 1]].block == step.block;
      words += (i > 0 ? ", " : "") + thread(step, !same_block);
    }
    words += fmt::format("{} {} it", goes_on ? " and" : "", verb(step.doing));
    if (stores(step)) words += " to " + element(path[i]);
    if (step.doing == Doing::exchange)
      words += step.address == step.thread ? " back from itself" : " from another lane";
    if (!before || !same_line(*before, path[i]))
      words += same_line(path[i], here) ? " here" : " at " + line_in_words(path[i]);
    before = path[i];
  }
  return words;
}

std::string Provenance::after(const Path& path) const {
  const std::size_t last = path.back();
  if (without_returns(path).back() == last) return "after that";
  return fmt::format("after it is stored there for the last time, at {}", line_in_words(last));
}

}  // namespace ladder
