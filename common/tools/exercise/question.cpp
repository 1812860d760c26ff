#include "tools/exercise/question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <optional>
#include <span>
#include <utility>

#include "ladder/base/failure.hpp"
#include "ladder/diagnose/wrong_output.hpp"
#include "ladder/report/explain.hpp"
#include "ladder/report/machines.hpp"
#include "ladder/report/result.hpp"
#include "ladder/verification/device_buffer.hpp"

namespace ladder::exercise {
namespace {

template <typename T>
bool same_bits(const T& a, const T& b) {
  using Bytes = std::array<std::byte, sizeof(T)>;
  return std::bit_cast<Bytes>(a) == std::bit_cast<Bytes>(b);
}

// The number; or, where the values are those of the input, which element of that it is.
template <typename T>
std::string in_words(const T& value, const Question<T>& question) {
  const auto same = std::ranges::find_if(question.input, [&](const T& element) { return same_bits(element, value); });
  if (question.hashes && same != question.input.end()) return question.source(same - question.input.begin());
  return fmt::format("{}", value);
}

// What the output holds before the launch.
template <typename T>
std::vector<T> before(const Question<T>& question) {
  if (!question.before.empty()) return question.before;
  std::vector<T> poison(question.expected.size());
  std::memset(poison.data(), poison_byte, poison.size() * sizeof(T));
  return poison;
}

// Any answer loads all of the input, and stores what it changes of the output.
template <typename T>
std::string hidden_accesses(const Counters& seen, const Question<T>& question) {
  const std::vector<T> untouched = before(question);
  std::size_t changed = 0;
  for (std::size_t i = 0; i < untouched.size(); ++i) changed += same_bits(question.expected[i], untouched[i]) ? 0 : 1;
  constexpr std::size_t of_a_sector = memory_model::architecture.sector_bytes / sizeof(T);
  return ladder::hidden_accesses(seen, question.input.size() / of_a_sector, changed / of_a_sector);
}

// What is wrong with the output, in one line; empty where it is right.
template <typename T>
std::string compare(const Question<T>& question, const std::vector<T>& found) {
  const std::vector<T> untouched = before(question);
  std::size_t wrong = 0, unwritten = 0, first = found.size();
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (same_bits(found[i], question.expected[i])) continue;
    first = std::min(first, i);
    ++wrong;
    unwritten += same_bits(found[i], untouched[i]) ? 1 : 0;
  }
  if (wrong == 0) return {};
  if (unwritten == wrong && std::memcmp(found.data(), untouched.data(), found.size() * sizeof(T)) == 0) {
    return "the output was never written";
  }
  const bool poisoned = question.before.empty();
  const std::string is_what =
      poisoned && same_bits(found[first], untouched[first])
          ? "was never written"
          : fmt::format("{} {}, not {}", question.hashes ? "holds" : "is", in_words(found[first], question),
                        in_words(question.expected[first], question));
  return fmt::format("{} {}; {} of {} elements are wrong, {} of them {}", question.place(first), is_what, wrong,
                     found.size(), unwritten, poisoned ? "never written" : "as they were before");
}

// An atomic on shared memory loads and stores; those on global memory have a limit of their own in any contract.
bool is_of(const LineCounters& line, const Limit& limit) {
  const bool is_both = line.operation == Access::atomic && line.space == Space::shared;
  return line.space == limit.space && (is_both || line.operation == limit.operation);
}

// "exercise.cuh:31: 32 lanes 1024 bytes apart, each in a sector of its own: 32 sectors"
Finding blame(const std::vector<LineCounters>& lines, const Limit& limit) {
  const auto excess = [&](const LineCounters& line) {
    return is_of(line, limit) ? line.transactions - line.least_transactions : 0;
  };
  const auto requests = [&](const LineCounters& line) { return is_of(line, limit) ? line.requests : 0; };
  const auto worst = std::ranges::max_element(lines, [&](const LineCounters& a, const LineCounters& b) {
    return std::pair(excess(a), requests(a)) < std::pair(excess(b), requests(b));
  });
  const bool is_dear = excess(*worst) != 0 && limit.cost == &LineCounters::transactions;
  const std::string words =
      is_dear ? lanes_in_words(*worst) : fmt::format("{} requests of {} bytes a lane", worst->requests, worst->bytes);
  const std::string kind = fmt::format("{} {}s", in_words(limit.space), in_words(limit.operation));
  return {"contract", {worst->file, worst->line}, words, "", kind};
}

Cost cost_of(const std::string& what, const std::vector<LineCounters>& lines, const Limit& limit) {
  std::uint64_t paid = 0, requests = 0;
  for (const LineCounters& line : lines) {
    paid += is_of(line, limit) ? line.*limit.cost : 0;
    requests += is_of(line, limit) ? line.requests : 0;
  }
  std::string words = fmt::format("{} {}s: ", in_words(limit.space), in_words(limit.operation));
  if (limit.cost == &LineCounters::requests) {
    words += fmt::format("{} requests", paid);
  } else {
    words += fmt::format("{} {}, {:.4g} a request", paid, limit.space == Space::global ? "sectors" : "wavefronts",
                         static_cast<double>(paid) / static_cast<double>(std::max<std::uint64_t>(1, requests)));
  }
  if (paid <= limit.at_most) return {what, true, words};
  return {what, false, words, fmt::format("{} are enough: {}", limit.at_most, limit.reason), blame(lines, limit)};
}

// Of a contract that says nothing of atomics.
const Limit no_atomics{Space::global, Access::atomic, &LineCounters::requests, 0, "no two threads change one element"};

Cost cost_of(const std::string& what, const memory_model::Demand& seen, double bytes, const Speed& speed) {
  memory_model::Demand demand = seen;
  memory_model::scale(demand, speed.times);
  for (memory_model::Launch& launch : demand.launches) launch.blocks *= speed.times;
  const memory_model::Machine& gpu = machine(speed.gpu);
  const memory_model::Limit limit = memory_model::limits(demand, gpu, gpu.run_latency).front();
  const double at_most = bytes * speed.times / limit.seconds;
  const std::string words = fmt::format("with {} times the blocks at most {:.0f} GB/s on the {}, limited by {}",
                                        speed.times, at_most / 1e9, speed.gpu, limit.name);
  if (at_most >= speed.at_least) return {.what = what, .within_limit = true, .words = words, .of_speed = true};
  const std::string enough = fmt::format("{:.0f} can be had: {}", speed.at_least / 1e9, speed.reason);
  return {what, false, words, enough, Finding{"contract", {}, limit.words, "", "limit"}, true};
}

// The question's arrays on the engine.
template <typename T>
struct Buffers {
  Buffers(Engine& engine, const Question<T>& question)
      : out(engine, question.expected.size() - question.second, question.in_place ? "matrix" : "out"),
        second(engine, question.second, "second") {
    if (!question.in_place) {
      in.emplace(engine, question.input.size(), "in").upload(0, question.input);
      in->keep_from_kernels();
    }
    if (question.before.empty()) return;
    out.upload(0, std::span(question.before).first(out.size()));
    second.upload(0, std::span(question.before).last(question.second));
  }
  // Where the engine does not observe, that shows only afterwards.
  bool has_input(std::span<const T> input) const {
    std::vector<T> found(in ? input.size() : 0);
    if (in) in->download(0, std::span(found));
    return found.empty() || std::memcmp(found.data(), input.data(), input.size_bytes()) == 0;
  }
  Task task(const Size& size) const { return {in ? in->data() : out.data(), out.data(), size, second.data()}; }

  DeviceBuffer<T> out, second;
  std::optional<DeviceBuffer<T>> in;
};

// That a step of a recorded run moves.
template <typename T>
constexpr std::size_t word_bytes = std::min(sizeof(T), sizeof(Step::bits));

template <typename T>
WatchedArray watched(const char* name, const void* begin, std::span<const T> values,
                     const std::vector<std::size_t>& extents) {
  std::vector<std::uint32_t> words(values.size_bytes() / word_bytes<T>);
  for (std::size_t i = 0; i < words.size(); ++i)
    std::memcpy(&words[i], reinterpret_cast<const std::byte*>(values.data()) + i * word_bytes<T>, word_bytes<T>);
  return {name,
          reinterpret_cast<std::uintptr_t>(begin),
          words,
          extents.empty() ? std::vector{values.size()} : extents,
          sizeof(T) / word_bytes<T>,
          word_bytes<T>};
}

// See Item::cause. (Of two outputs the first is looked at.)
template <typename T>
Finding cause(const Question<T>& question, Engine& engine, const std::vector<Launch>& answer) {
  if (engine.excerpts() == nullptr) return {};
  const Buffers<T> buffers(engine, question);
  const Task task = buffers.task(question.size);
  try {
    return cause_of_wrong_output(
        engine.excerpts()->record([&] { answer.at(question.part)(task); }, [](const Step&) { return true; }, nullptr,
                                  word_bytes<T>),
        watched("in", task.input, std::span(question.input), question.input_extents),
        watched("out", task.output, std::span(question.expected).first(buffers.out.size()), question.extents),
        question.hashes ? Content::moved : Content::computed);
  } catch (const std::exception&) {
    return {};  // it fails in another way now, which explains nothing
  }
}

template <typename T>
void ask(const Question<T>& question, Engine& engine, const std::vector<Launch>& answer, Examination& found_out) {
  std::vector<Finding>& failures = found_out.failures;
  const auto fail = [&](const std::string& words) { failures.push_back({.rule = "wrong_result", .words = words}); };
  Result result;  // what is said of the run
  const Buffers<T> buffers(engine, question);
  const DeviceBuffer<T>&out = buffers.out, &second = buffers.second;
  std::optional<Observation> seen;
  try {
    seen = engine.execute([&] { answer.at(question.part)(buffers.task(question.size)); });
  } catch (const StoppedRun& stopped) {
    found_out.result_is_wrong = true;
    adopt_stop(stopped, result);
    failures = findings_about(result);
    return;
  } catch (const Failure& failure) {
    found_out.why_no_more = failure.what();
    return;
  } catch (const std::exception& error) {
    found_out.result_is_wrong = true;
    return fail(error.what());
  }
  if (seen) adopt_observation(*seen, result);
  std::vector<T> found(question.expected.size());
  out.download(0, std::span(found).first(out.size()));
  second.download(0, std::span(found).last(question.second));
  const std::string wrong = compare(question, found);
  const bool guards_intact = out.guards_intact() && second.guards_intact(),
             has_input = buffers.has_input(question.input);
  found_out.result_is_wrong = !wrong.empty() || !guards_intact || !has_input;
  result.verified = !found_out.result_is_wrong;
  failures = hazards_of(result);
  if (!wrong.empty()) {
    fail(wrong);
    found_out.cause_is_open = seen && seen->hazards.leave_cause_open();
  }
  if (!guards_intact) fail("something was written outside the output");
  if (!has_input) fail("the input was overwritten; it has to stay as it is");
  if (seen && seen->hazards.any() && seen->messages.empty()) fail("a hazard without a message");
  if (seen && failures.empty() && !question.contract.empty()) {
    const std::string hidden = hidden_accesses(seen->counters, question);
    if (!hidden.empty()) fail(hidden);
  }
  if (!seen || !failures.empty()) return;
  const auto lines = question.contract.empty() ? std::vector<LineCounters>() : seen->lines();
  for (const Limit& limit : question.contract) found_out.costs.push_back(cost_of(question.what, lines, limit));
  const Cost atomics = cost_of(question.what, lines, no_atomics);
  const auto is_atomic = [](const Limit& limit) { return limit.operation == Access::atomic; };
  if (!atomics.within_limit && std::ranges::none_of(question.contract, is_atomic)) found_out.costs.push_back(atomics);
  if (question.speed.at_least == 0) return;
  const double bytes = static_cast<double>((question.input.size() + question.expected.size()) * sizeof(T));
  found_out.costs.push_back(cost_of(question.what, seen->demand, bytes, question.speed));
}

}  // namespace

template <typename T>
Item item(const Question<T>& question) {
  return {question.what,
          [question](Engine& engine, const std::vector<Launch>& answer, Examination& found_out) {
            ask(question, engine, answer, found_out);
          },
          [question](Engine& engine, const std::vector<Launch>& answer) { return cause(question, engine, answer); }};
}

Question<float> map_question(const std::string& what, unsigned count, float (*f)(float)) {
  Question<float> question{.what = what, .size = {1, count}};
  for (unsigned i = 0; i < count; ++i) {
    question.input.push_back(input_value(i));
    question.expected.push_back(f(input_value(i)));
  }
  return question;
}

template Item item(const Question<float>&);
template Item item(const Question<double>&);
template Item item(const Question<std::uint16_t>&);

}  // namespace ladder::exercise
