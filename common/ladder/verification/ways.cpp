#include "ladder/verification/ways.hpp"

#include <fmt/format.h>

#include <algorithm>
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

bool takes(const Step& step) { return step.doing == Doing::load || step.doing == Doing::exchange; }
bool gives(const Step& step) { return step.doing == Doing::store || step.doing == Doing::atomic; }

const char* verb(Doing doing) {
  switch (doing) {
    case Doing::load: return "loads";
    case Doing::store: return "stores";
    case Doing::atomic: return "adds";
    default: return "gets";
  }
}

}  // namespace

Ways::Ways(Recording recording, std::function<std::string(const Step&)> name)
    : recording_(std::move(recording)), name_(std::move(name)) {
  origins_.resize(steps().size());
  followers_.resize(steps().size());
  std::map<decltype(place_of(steps()[0])), Number> newest_store;
  std::map<decltype(thread_of(steps()[0])), std::vector<Number>> taken;  // by each thread
  // The newest that the thread took with these bits.
  const auto taken_by = [&](const Step& thread, std::uint32_t bits) -> std::optional<Number> {
    const auto& of_thread = taken[thread_of(thread)];
    const auto found =
        std::find_if(of_thread.rbegin(), of_thread.rend(), [&](Number n) { return steps()[n].bits == bits; });
    return found == of_thread.rend() ? std::nullopt : std::optional(*found);
  };
  for (Number i = 0; i < steps().size(); ++i) {
    const Step& step = steps()[i];
    if (step.doing == Doing::load) {
      const auto stored = newest_store.find(place_of(step));
      if (stored != newest_store.end()) origins_[i] = stored->second;
    } else if (step.doing == Doing::exchange) {
      Step giver = step;
      giver.thread = static_cast<std::uint32_t>(step.address);
      origins_[i] = taken_by(giver, step.bits);
    } else {
      origins_[i] = taken_by(step, step.bits);
      newest_store[place_of(step)] = i;
    }
    if (takes(step)) taken[thread_of(step)].push_back(i);
    if (origins_[i]) followers_[*origins_[i]].push_back(i);
  }
}

Ways::Way Ways::way_to(Number step) const {
  Way way{step};
  while (const auto before = origin(way.back())) way.push_back(*before);
  std::reverse(way.begin(), way.end());
  return way;
}

// What lanes hand down to the first one is also had by others, which nobody asks.
bool Ways::goes_further(const Way& way, const Way& other) const {
  if (other.empty()) return true;
  const Step &end = steps()[way.back()], &other_end = steps()[other.back()];
  if (end.doing == Doing::exchange && other_end.doing == Doing::exchange) return end.thread < other_end.thread;
  if (gives(end) != gives(other_end)) return gives(end);
  return way.size() >= other.size();
}

Ways::Way Ways::way_from(Number step) const {
  Way furthest;
  for (const Number next : followers_[step]) {
    Way way = way_from(next);
    if (goes_further(way, furthest)) furthest = std::move(way);
  }
  furthest.insert(furthest.begin(), step);
  return furthest;
}

std::optional<Ways::Number> Ways::overwritten_by(Number step) const {
  for (Number i = step + 1; i < steps().size(); ++i) {
    if (gives(steps()[i]) && same_place(i, step)) return i;
  }
  return std::nullopt;
}

const std::string& Ways::line(Number step) const {
  const auto [known, is_new] = lines_.try_emplace(steps()[step].site);
  if (is_new) known->second = recording_.line(steps()[step]);
  return known->second;
}

std::string Ways::caller(Number step) const { return recording_.caller(steps()[step]); }
std::string Ways::line_in_kernel(Number step) const { return recording_.line_in_kernel(steps()[step]); }
std::string Ways::thread(Number step) const { return recording_.thread(steps()[step]); }

std::string Ways::element(Number step) const {
  const std::string name = name_(steps()[step]);
  return name.empty() ? recording_.element(steps()[step]) : name;
}

bool Ways::same_thread(Number a, Number b) const { return thread_of(steps()[a]) == thread_of(steps()[b]); }
bool Ways::same_place(Number a, Number b) const { return place_of(steps()[a]) == place_of(steps()[b]); }

// Without what a thread loads and stores to the same place again.
Ways::Way Ways::without_returns(const Way& way) const {
  Way kept;
  for (const Number step : way) {
    if (kept.size() > 1 && gives(steps()[step]) && same_place(kept[kept.size() - 2], step) &&
        same_thread(kept.back(), step)) {
      kept.pop_back();
    } else {
      kept.push_back(step);
    }
  }
  return kept;
}

std::string Ways::in_words(const Way& whole, const std::string& here) const {
  constexpr std::size_t most = 9, at_begin = 4, at_end = 4;
  const Way way = without_returns(whole);
  std::string words;
  const std::string* at = nullptr;  // the line that was named last
  for (std::size_t i = 0; i < way.size(); ++i) {
    if (way.size() > most && i == at_begin) {
      words += ", and so on";
      i = way.size() - at_end;
    }
    const Step& step = steps()[way[i]];
    const bool goes_on = i > 0 && same_thread(way[i - 1], way[i]);
    if (!goes_on) {
      const std::string who = thread(way[i]);
      const bool same_block = i > 0 && steps()[way[i - 1]].block == step.block;
      words += (i > 0 ? ", " : "") + (same_block ? who.substr(0, who.find(" of block")) : who);
    }
    words += fmt::format("{} {} it", goes_on ? " and" : "", verb(step.doing));
    if (gives(step)) words += " to " + element(way[i]);
    if (step.doing == Doing::exchange) words += " from another lane";
    if (at == nullptr || *at != line(way[i])) words += line(way[i]) == here ? " here" : " at " + line(way[i]);
    at = &line(way[i]);
  }
  return words;
}

}  // namespace ladder
