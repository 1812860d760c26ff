#include "ladder/report/ladder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <set>
#include <utility>

#include "ladder/base/files.hpp"
#include "ladder/base/json.hpp"
#include "ladder/report/limits_report.hpp"
#include "ladder/report/terminal.hpp"

namespace ladder {
namespace {

using Rung = const Result*;

// At the size of the limits; 0 where it was measured neither here nor on a recorded GPU.
double seconds_of(const Result& result) {
  if (!result.timing.empty()) return result.timing.median();
  return result.recorded ? result.recorded->seconds : 0;
}

std::optional<double> fraction_of_copy(const Result& result) {
  return result.recorded ? result.recorded->fraction_of_copy : result.timing.fraction_of_copy;
}

double speed_of(const Result& result) {
  return seconds_of(result) == 0 ? 0 : result.limits->useful_bytes / seconds_of(result);
}

std::vector<Rung> rungs_of(const std::string& problem, const std::vector<Result>& results) {
  std::vector<Rung> all;
  for (const Result& result : results) {
    const bool is_ceiling = result.variant == result.ceiling;  // step 1's copy
    if (result.problem == problem && result.limits && !is_ceiling) all.push_back(&result);
  }
  if (all.empty()) return {};
  const bool one_chapter = all.front()->chapter == all.back()->chapter;
  std::vector<Rung> rungs;
  for (auto first = all.begin(); first != all.end();) {
    const auto last = std::find_if(first, all.end(), [&](Rung r) { return r->chapter != (*first)->chapter; });
    const Rung best = *std::max_element(first, last, [](Rung a, Rung b) { return speed_of(*a) < speed_of(*b); });
    std::copy_if(first, last, std::back_inserter(rungs), [&](Rung r) {
      const bool edited = seconds_of(*r) == 0 && seconds_of(*best) != 0;
      return one_chapter || r == all.front() || r == best || edited;
    });
    first = last;
  }
  return rungs;
}

// What memory alone would allow, in bytes a second.
double of_memory(const LimitsOf& of) {
  const auto memory = std::ranges::find_if(of.limits, [](auto& l) { return l.name == "memory"; });
  return of.useful_bytes / memory->seconds;
}

Colour colour_of(const std::string& limit) {
  return limit == "memory" ? Colour::green : limit == "in flight" ? Colour::yellow : Colour::magenta;
}

// "######....    ": what was measured, what the limits leave open, and the rest up to what memory allows.
std::string bar(const Result& result) {
  constexpr double width = 14;
  const double memory = of_memory(*result.limits);
  const auto up_to = [&](double speed) {
    return static_cast<std::size_t>(std::lround(width * std::min(1.0, speed / memory)));
  };
  std::string text(static_cast<std::size_t>(width), ' ');
  std::fill_n(text.begin(), up_to(at_most(*result.limits)), '.');
  std::fill_n(text.begin(), up_to(speed_of(result)), '#');
  return text;
}

// A step's folder by its number: "step1".
std::string short_chapter(const Result& result) {
  return result.chapter.substr(0, result.chapter.starts_with("step") ? result.chapter.find('_') : std::string::npos);
}
std::string short_name(const Result& result) { return short_chapter(result) + "/" + result.variant; }

const std::string& limit_of(Rung rung) { return rung->limits->limits.front().name; }

// Whether its limit is one of those that the requests of a page show.
bool is_shown(Rung rung) { return limit_of(rung) == "partial sectors" || limit_of(rung) == "wavefronts"; }

// Variants beside which a page shows one that mends what limits them.
constexpr std::pair<const char*, const char*> mended[] = {{"tile_32x8", "pad1_32x8"},
                                                          {"coalesced_reads_32x8", "coalesced_reads_8x32"},
                                                          {"float4_tile", "float4_padded"},
                                                          {"registers_32x8", "registers_8x32"},
                                                          {"naive", "shuffle"}};

// What to look at next: the first of these that memory does not limit; else the first rung whose limit its page shows,
// or the page that tells what limits are.
std::string next_step(const std::vector<Result>& results, const std::vector<Rung>& rungs) {
  const auto why = [](const Result& slow) {
    return fmt::format("Why {} is slow ({})", short_name(slow), limit_of(&slow));
  };
  for (const auto& [slow, fast] : mended) {
    const auto named = [&](const char* name) {
      return std::ranges::find_if(results, [&](const Result& r) { return r.limits && r.variant == name; });
    };
    const auto one = named(slow), other = named(fast);
    if (one == results.end() || limit_of(&*one) == "memory") continue;
    const std::string more = other == results.end() ? "" : short_chapter(*other);
    return fmt::format("{}, and what mends it:\n./learn show {} {} {}\n", why(*one),
                       each_once({short_chapter(*one), more}, " "), slow, fast);
  }
  if (const auto slow = std::ranges::find_if(rungs, is_shown); slow != rungs.end())
    return fmt::format("{}:\n./learn show {} {}\n", why(**slow), short_chapter(**slow), (*slow)->variant);
  const auto slow = std::ranges::find_if(rungs, [](Rung r) { return limit_of(r) != "memory"; });
  return slow == rungs.end() ? "" : why(**slow) + ": docs/latency.md\n";
}

// Of several GPUs: the first whose GPUs send messages, beside the first whose kernels store to another GPU.
std::string next_links(const std::vector<Result>& results) {
  const auto first = [&](auto member) {
    return std::ranges::find_if(results, [&](const Result& r) { return std::ranges::any_of(r.links, member); });
  };
  const auto sends = first(&LinkTraffic::messages), stores = first(&LinkTraffic::sectors_stored);
  if (sends == results.end() || stores == results.end()) return {};
  return fmt::format("What stores to another GPU save:\n./learn show {} {} {}\n", short_chapter(*sends), sends->variant,
                     stores->variant);
}

std::string heading(const std::vector<Rung>& rungs) {
  const std::string sizes = each_once(rungs, " and ", [](Rung r) { return in_words(r->limits->sizes); });
  const std::string recorded = each_once(rungs, ", ", [](Rung r) {
    return r->recorded ? fmt::format("{}, {}", r->recorded->device, r->recorded->date) : "";
  });
  if (!recorded.empty()) return fmt::format("The ladder at {}, recorded: {}", sizes, recorded);
  const bool timed = std::ranges::any_of(rungs, [](Rung r) { return !r->timing.empty(); });
  return fmt::format("The ladder at {}{}", sizes, timed ? "" : ": limits alone, as nothing was timed or recorded");
}

// Whether it was measured of the kernel that the result is of, with more data than a cache holds.
bool is_of(const Result& recorded, const Result& result) {
  return recorded.chapter == result.chapter && recorded.variant == result.variant && !result.source.empty() &&
         recorded.source == result.source && !recorded.timing.empty() && !recorded.timing.fits_l2;
}

std::string name_of_device(const Report& record) {
  return record.context.device.substr(0, record.context.device.find(','));
}

// "an NVIDIA H200 at 16384x16384", "2 NVIDIA H200 at 16384x16384"
std::string where(const Report& record, Sizes sizes) {
  const std::uint64_t gpus = sizes.front().first == "gpus" ? sizes.front().second : 1;
  if (sizes.front().first == "gpus") sizes.erase(sizes.begin());
  return fmt::format("{} {} at {}", gpus == 1 ? "an" : std::to_string(gpus), name_of_device(record),
                     in_words_with_unit(sizes));
}

// Whether a page of the result shows it, of the records in the folder of that name.
bool is_shown(const Result& recorded, const Result& result, const std::string& folder) {
  if (!is_of(recorded, result)) return false;
  if (result.limits) return result.limits->machine == folder && recorded.sizes == result.limits->sizes;
  const auto& gpus = recorded.sizes.front();
  return gpus.first == "gpus" && gpus.second > 1 && gpus == result.sizes.front();
}

}  // namespace

std::string ladder_of(const std::vector<Result>& results, bool is_coloured) {
  std::vector<Rung> rungs;
  for (const Result& result : results) {
    if (!result.limits || std::ranges::find(rungs, result.problem, &Result::problem) != rungs.end()) continue;
    const auto more = rungs_of(result.problem, results);
    rungs.insert(rungs.end(), more.begin(), more.end());
  }
  if (rungs.empty()) return next_links(results);
  std::size_t longest = 0;
  for (const Rung rung : rungs) longest = std::max(longest, short_name(*rung).size());
  const auto row = [&](const std::string& name, const auto&... cells) {
    return fmt::format("{:<{}} {:>4} {:>7} {:>7} {:14} {}\n", name, longest, cells...);
  };
  std::string text = heading(rungs) + "\n", problem = "none";
  for (const Rung rung : rungs) {
    if (std::exchange(problem, rung->problem) != rung->problem)
      text += row("", "GB/s", share_of_ceiling(*rung), "at most", "", "limited by");
    const auto share = fraction_of_copy(*rung);
    const double speed = speed_of(*rung);
    text += row(short_name(*rung), speed == 0 ? "-" : fmt::format("{:.0f}", speed / 1e9),
                share ? fmt::format("{:.3f}", *share) : "-", fmt::format("{:.0f}", at_most(*rung->limits) / 1e9),
                coloured(bar(*rung), colour_of(limit_of(rung)), is_coloured), limit_of(rung));
  }
  const char* legend = "Bar: # measured (-: not recorded), . up to the limit; full: what memory allows";
  text += coloured(legend, Colour::dim, is_coloured) + "\n";
  return std::ranges::all_of(results, &Result::good) ? text + next_step(results, rungs) : text;
}

void add_recorded(const Report& record, std::vector<Result>& results) {
  for (Result& result : results) {
    if (!result.limits || !result.timing.empty()) continue;
    const auto same = std::ranges::find_if(record.results, [&](const Result& recorded) {
      return is_of(recorded, result) && recorded.sizes == result.limits->sizes;
    });
    if (same == record.results.end()) continue;
    result.recorded = Recorded{name_of_device(record), record.context.date.substr(0, 10), same->timing.median(),
                               same->timing.fraction_of_copy};
  }
}

std::string recorded_to_json(const std::string& folder, const std::vector<Result>& results) {
  std::set<std::filesystem::path> folders;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) folders.insert(entry.path());
  Json all = Json::object();
  for (const auto& path : folders) {
    if (!std::filesystem::exists(path / "bench.json")) continue;
    Report record = from_json(text_of_file(path / "bench.json"));
    std::ranges::stable_sort(record.results, {}, &Result::useful_bytes);
    for (const Result& result : results) {
      for (const Result& recorded : record.results) {
        if (!is_shown(recorded, result, path.filename())) continue;
        const double seconds = recorded.timing.median();
        all[result.chapter + "/" + result.variant].push_back({{"on", where(record, recorded.sizes)},
                                                              {"seconds", seconds},
                                                              {"speed", recorded.useful_bytes / seconds / 1e9}});
      }
    }
  }
  return to_text(all);
}

}  // namespace ladder
