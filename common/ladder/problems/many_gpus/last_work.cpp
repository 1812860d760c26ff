#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "ladder/problems/many_gpus/followed.hpp"
#include "ladder/source/conditions.hpp"
#include "ladder/source/given.hpp"

namespace ladder::many_gpus {
namespace {

// Where most of what a copy brings from the host's memory is right, so is the place: the rest was wrong there.
Finding left_wrong_by_host(const Followed& run, const Step& copy, const Element& element) {
  const Buffer* const buffer = element.buffer;
  std::set<std::size_t> wrong_cols;
  std::size_t wrong = 0, all = 0;
  for (const Step& step : run.seen.steps) {
    if (step.launch != copy.launch || !stores(step) || run.buffer_of(step) != buffer) continue;
    const std::size_t at = Followed::index_in(*buffer, step.address);
    ++all;
    if (step.bits == input_bits(run.layout.source_of(buffer->rank, at))) continue;
    ++wrong;
    wrong_cols.insert(at % run.layout.rows);
  }
  if (2 * wrong >= all) return {};
  const bool are_cols = wrong == wrong_cols.size() * run.layout.cols_of(buffer->rank).count;
  constexpr std::size_t most_told = 4;
  const std::string use = used_before(run.seen.launches[copy.launch].at);
  return run.blame(copy, fmt::format("{} finds {} of {} elements wrong in the host's memory{}: the host's own code has "
                                     "left them so{}",
                                     run.who(copy), wrong, all,
                                     are_cols && wrong_cols.size() <= most_told
                                         ? fmt::format(", out[..][{}]", fmt::join(wrong_cols, "], [..]["))
                                         : "",
                                     use.empty() ? "" : ", last " + use));
}

// Work behind the last one, null: of all, that stores to this element before that step: it stores up to the element in
// front, or a value for this one to another array, where nothing reads it.
Finding left_out(const Followed& run, const Element& element, const Step* last, const Step* before, Task task) {
  const Buffer* const array = element.buffer;
  const std::size_t index = element.index;
  const Step *beside = nullptr, *unread = nullptr;
  std::size_t end = array->floats;
  for (const Step* step = run.seen.steps.data(); step != run.end(); ++step) {
    if (last != nullptr && step->launch <= last->launch) continue;
    if (unread != nullptr && !stores(*step) && step->address == unread->address) unread = nullptr;
    const Buffer* const buffer = stores(*step) && step < before ? run.buffer_of(*step) : nullptr;
    if (buffer == nullptr || buffer->rank != array->rank) continue;
    const std::size_t at = Followed::index_in(*buffer, step->address);
    if (buffer != array && at == index && task == Task::sum) unread = step;
    if (buffer == array && at + 1 == index) beside = step;
    if (buffer == array && at > index) end = std::min(end, at);
  }
  const auto of_beside = [&]() -> Finding {
    std::size_t stored = 0, first = index;
    for (const Step& step : run.seen.steps) {
      if (!stores(step) || step.launch != beside->launch || run.buffer_of(step) != array) continue;
      first = std::min(first, Followed::index_in(*array, step.address));
      ++stored;
    }
    const auto& block = run.seen.launches[beside->launch].block;
    const std::size_t threads = std::size_t{block[0]} * block[1] * block[2];
    const bool is_rest = end - index < threads;  // else it may be another launch's part
    if (last != nullptr && !is_rest) return {};
    std::string tests;
    for (const Condition& one : conditions_on(run.seen.line(*beside), run.seen.callers(*beside)))
      tests += fmt::format("; it stores behind {} at {}", one.text, ladder::in_words(one.at));
    const bool all_store = !run.is_copy(*beside) && stored % threads == 0;
    Finding few = is_rest && all_store ? too_few_blocks(run, *beside, {array, first}, end - first) : Finding{};
    return few.found() ? few
                       : run.blame(*beside, fmt::format("{} stores {} to [{}], and nothing after it stores to [{}]{}",
                                                        run.who(*beside), Element{array, first}.in_words(), index - 1,
                                                        index, tests));
  };
  if (Finding found = beside == nullptr ? Finding{} : of_beside(); found.found()) return found;
  if (unread == nullptr) return {};
  return run.blame(
      *unread, fmt::format("{} stores to {}, which nothing reads after that, and nothing stores to {}",
                           run.who(*unread), Element{run.buffer_of(*unread), index}.in_words(), element.in_words()));
}

// The sum that a kernel stored there before, where nothing has read it since.
Finding takes_the_place(const Followed& run, const Step& last, const Element& element) {
  const Step* const lost = run.stored_before(&last, last.address);
  const auto reads_it = [&](const Step& step) { return !stores(step) && step.address == last.address; };
  if (lost == nullptr || run.is_copy(*lost) || std::any_of(lost, &last, reads_it)) return {};
  const CodePlace& at = run.seen.launches[lost->launch].at;
  return run.blame(last, fmt::format("{} takes the place of what the launch at {}:{} stored to {}, which nothing has "
                                     "read: does it belong in this sum?",
                                     run.who(last), at.file, at.line, element.in_words()));
}

}  // namespace

std::string Element::in_words() const { return fmt::format("{}[{}] of rank {}", buffer->name, index, buffer->rank); }

const Buffer* Followed::buffer_of(const Step& step) const {
  const auto found = std::ranges::find_if(buffers, [&](const Buffer& buffer) {
    return element_at(step, reinterpret_cast<std::uintptr_t>(buffer.begin), buffer.floats).has_value();
  });
  return found != buffers.end() ? &*found : nullptr;
}

const Buffer& Followed::buffer(const std::string& name, std::size_t rank) const {
  return *std::ranges::find_if(buffers, [&](const Buffer& one) { return one.name == name && one.rank == rank; });
}

const Step* Followed::stored_before(const Step* step, std::uintptr_t address) const {
  while (step-- != seen.steps.data())
    if (stores(*step) && !step->in_shared && step->address == address) return step;
  return nullptr;
}

const Step* Followed::copied_by(const Step& store) const {
  const auto is_load = [&](const Step* step) {
    return step >= seen.steps.data() && step->launch == store.launch && step->block == store.block && !stores(*step);
  };
  return is_copy(store) && is_load(&store - 1) && !is_load(&store - 2) ? &store - 1 : nullptr;
}

std::string Followed::who(const Step& step) const {
  const std::string& function = seen.launches[step.launch].function;
  return function.empty() ? fmt::format("the kernel launched here ({})", ladder::in_words(seen.line(step))) : function;
}

Finding Followed::blame(const Step& step, const std::string& words) const {
  const CodePlace& at = seen.launches[step.launch].at;
  return {"wrong_result", {at.file, at.line}, words};
}

Finding too_few_blocks(const Followed& run, const Step& of, const Element& first, std::size_t elements) {
  std::map<std::uint64_t, std::size_t> used;  // by each block
  for (const Step& step : run.seen.steps)
    if (step.launch == of.launch && stores(step) == stores(of) && run.buffer_of(step) == first.buffer)
      ++used[step.block];
  const std::size_t most = std::ranges::max_element(used, {}, [](const auto& one) { return one.second; })->second;
  const auto& grid = run.seen.launches[of.launch].grid;
  if (std::size_t{grid[0]} * grid[1] * grid[2] * most >= elements) return {};
  const std::string values = values_in_line(run.seen.launches[of.launch].at);
  return run.blame(of, fmt::format("the grid of {} is too small: none of its blocks {} more than {} elements of {} to "
                                   "[{}], which take {} blocks at least{}",
                                   fmt::join(grid, "x"), stores(of) ? "stores" : "loads", most, first.in_words(),
                                   first.index + elements - 1, (elements + most - 1) / most,
                                   values.empty() ? "" : "; launched with " + values));
}

Finding last_work(const Followed& run, Element element, Task task) {
  const Step *copy = nullptr, *before = run.end();
  for (;;) {
    const auto address = reinterpret_cast<std::uintptr_t>(element.buffer->begin + element.index);
    const Step* const last = run.stored_before(before, address);
    if (Finding found = left_out(run, element, last, before, task); found.found()) return found;
    if (last == nullptr)
      return copy == nullptr
                 ? Finding{}
                 : run.blame(*copy, run.who(*copy) + " copies " + element.in_words() + ", which nothing stored");
    const Step* const from = run.copied_by(*last);
    const Buffer* const source = from == nullptr ? nullptr : run.buffer_of(*from);
    if (from != nullptr && source == nullptr && !run.seen.is_complete && task == Task::transpose)
      if (Finding found = left_wrong_by_host(run, *last, element); found.found()) return found;
    if (source == nullptr || source->name == "in" || source->name == "numbers") {
      if (Finding found = task == Task::sum ? takes_the_place(run, *last, element) : Finding{}; found.found())
        return found;
      if (copy == nullptr) return run.blame(*last, run.who(*last) + " is the last to store this element");
      const CodePlace& at = run.seen.launches[copy->launch].at;
      return run.blame(*last, fmt::format("{} is the last to store to {}, from where it is copied at {}:{}",
                                          run.who(*last), element.in_words(), at.file, at.line));
    }
    copy = last;
    before = from;
    element = {source, Followed::index_in(*source, from->address)};
  }
}

}  // namespace ladder::many_gpus
