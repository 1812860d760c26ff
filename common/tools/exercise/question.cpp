#include "tools/exercise/question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <exception>
#include <optional>
#include <span>
#include <utility>

#include "ladder/base/failure.hpp"
#include "ladder/report/explain.hpp"
#include "ladder/report/machines.hpp"
#include "ladder/verification/device_buffer.hpp"
#include "tools/exercise/way.hpp"

namespace ladder::exercise {
namespace {

template <typename T>
bool same_bits(const T& a, const T& b) {
  using Bytes = std::array<std::byte, sizeof(T)>;
  return std::bit_cast<Bytes>(a) == std::bit_cast<Bytes>(b);
}

template <typename T>
std::string in_words(const T& value, bool hash) {
  if (!hash) return fmt::format("{}", value);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return fmt::format("{:#0{}x}", bits, 2 + 2 * sizeof(T));
}

// What the output holds before the launch.
template <typename T>
std::vector<T> before(const Question<T>& question) {
  if (!question.before.empty()) return question.before;
  std::vector<T> poison(question.expected.size());
  std::memset(poison.data(), poison_byte, poison.size() * sizeof(T));
  return poison;
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
  const std::string pattern = question.pattern ? question.pattern(found) : "";
  const bool poisoned = question.before.empty();
  const std::string is_what = poisoned && same_bits(found[first], untouched[first])
                                  ? "was never written"
                                  : fmt::format("is {}, not {}", in_words(found[first], question.hashes),
                                                in_words(question.expected[first], question.hashes));
  return fmt::format("{} {}; {} of {} elements are wrong, {} of them {}{}", question.place(first), is_what, wrong,
                     found.size(), unwritten, poisoned ? "never written" : "as they were before",
                     pattern.empty() ? "" : "; " + pattern);
}

bool is_of(const LineCounters& line, const Limit& limit) {
  return line.space == limit.space && line.operation == limit.operation;
}

// "exercise.cuh:31: 32 lanes 1024 bytes apart, each in a sector of its own: 32 sectors"
std::string blame(const std::vector<LineCounters>& lines, const Limit& limit) {
  const auto excess = [&](const LineCounters& line) {
    return is_of(line, limit) ? line.transactions - line.least_transactions : 0;
  };
  const auto requests = [&](const LineCounters& line) { return is_of(line, limit) ? line.requests : 0; };
  const auto worst = std::max_element(lines.begin(), lines.end(), [&](const LineCounters& a, const LineCounters& b) {
    return std::pair(excess(a), requests(a)) < std::pair(excess(b), requests(b));
  });
  const std::string place = fmt::format("{}:{}", worst->file, worst->line);
  if (excess(*worst) != 0 && limit.cost == &LineCounters::transactions) {
    return fmt::format("{}: {}", place, lanes_in_words(*worst));
  }
  return fmt::format("{}: {} requests of {} bytes a lane", place, worst->requests, worst->bytes);
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
  if (paid <= limit.at_most) return {what, true, words, {}};
  return {what, false, words, {fmt::format("{} are enough: {}", limit.at_most, limit.reason), blame(lines, limit)}};
}

Cost cost_of(const std::string& what, const memory_model::Demand& seen, double bytes, const Speed& speed) {
  memory_model::Demand demand = seen;
  memory_model::scale(demand, speed.times);
  for (memory_model::Launch& launch : demand.launches) launch.blocks *= speed.times;
  const memory_model::Limit limit = memory_model::limits(demand, machine(speed.gpu)).front();
  const double at_most = bytes * speed.times / limit.seconds;
  const std::string words =
      fmt::format("at most {:.0f} GB/s on the {}, limited by {}", at_most / 1e9, speed.gpu, limit.name);
  if (at_most >= speed.at_least) return {what, true, words, {}, true};
  return {what,
          false,
          words,
          {fmt::format("{:.0f} can be had: {}", speed.at_least / 1e9, speed.reason), limit.words},
          true};
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

template <typename T>
std::vector<std::uint32_t> words_of(std::span<const T> values) {
  std::vector<std::uint32_t> words(values.size_bytes() / sizeof(std::uint32_t));
  if (!words.empty()) std::memcpy(words.data(), values.data(), values.size_bytes());
  return words;
}

// See Item::way. (Of two outputs the first is looked at.)
template <typename T>
std::string way(const Question<T>& question, Engine& engine, const std::vector<Launch>& answer) {
  if (engine.recorder() == nullptr) return {};
  const Buffers<T> buffers(engine, question);
  const Task task = buffers.task(question.size);
  const auto plain = [](std::size_t i) { return fmt::format("in[{}]", i); };
  const Words words{{reinterpret_cast<std::uintptr_t>(task.input), words_of(std::span(question.input)),
                     question.input_place ? question.input_place : plain},
                    {reinterpret_cast<std::uintptr_t>(task.output),
                     words_of(std::span(question.expected).first(buffers.out.size())), question.place},
                    sizeof(T) / sizeof(std::uint32_t)};
  try {
    return way_of_wrong_word(
        engine.recorder()->record([&] { answer.at(question.part)(task); }, [](const Step&) { return true; }), words);
  } catch (const std::exception&) {
    return {};  // it fails in another way now, which explains nothing
  }
}

template <typename T>
void ask(const Question<T>& question, Engine& engine, const std::vector<Launch>& answer, Examination& found_out) {
  std::vector<std::string>& failures = found_out.failures;
  const Buffers<T> buffers(engine, question);
  const DeviceBuffer<T>&out = buffers.out, &second = buffers.second;
  std::optional<Observation> seen;
  try {
    seen = engine.execute([&] { answer.at(question.part)(buffers.task(question.size)); });
  } catch (const StoppedRun& stopped) {
    found_out.result_is_wrong = true;
    failures = stopped.seen.messages;
    return failures.push_back(stopped.what());
  } catch (const Failure& failure) {
    found_out.why_no_more = failure.what();
    return;
  } catch (const std::exception& error) {
    found_out.result_is_wrong = true;
    return failures.push_back(error.what());
  }
  if (seen) failures = seen->messages;
  std::vector<T> found(question.expected.size());
  out.download(0, std::span(found).first(out.size()));
  second.download(0, std::span(found).last(question.second));
  const std::string wrong = compare(question, found);
  const bool guards_intact = out.guards_intact() && second.guards_intact(),
             has_input = buffers.has_input(question.input);
  found_out.result_is_wrong = !wrong.empty() || !guards_intact || !has_input;
  if (!wrong.empty()) {
    if (seen) {
      for (const PlacedHazard& remark : seen->remarks) failures.push_back(remark.words);
    }
    failures.push_back(wrong);
    found_out.cause_is_open = seen && seen->hazards.leave_cause_open();
  }
  if (!guards_intact) failures.push_back("something was written outside the output");
  if (!has_input) failures.push_back("the input was overwritten; it has to stay as it is");
  if (seen && seen->hazards.any() && seen->messages.empty()) failures.push_back("a hazard without a message");
  if (!seen || !failures.empty()) return;
  const auto lines = question.contract.empty() ? std::vector<LineCounters>() : seen->lines();
  for (const Limit& limit : question.contract) found_out.costs.push_back(cost_of(question.what, lines, limit));
  if (question.speed.at_least == 0) return;
  const double bytes = static_cast<double>((question.input.size() + question.expected.size()) * sizeof(T));
  found_out.costs.push_back(cost_of(question.what, seen->demand, bytes, question.speed));
}

// Adds what explains the failures at this item; where nothing was written, a later one may show more.
void explain(Engine& engine, const Exercise& asked, const std::vector<Launch>& answer, const Item& wrong_at,
             Examination& found) {
  for (const Item* item = &wrong_at; item <= &asked.items.back(); ++item) {
    const std::string words = item->way(engine, answer);
    if (words.empty()) continue;
    const std::string where = item == &wrong_at ? "" : fmt::format(" (at {})", item->what);
    found.failures.back() = words + where + "; " + found.failures.back();
    return;
  }
}

}  // namespace

const Cost* Examination::too_much() const {
  const auto first = std::find_if(costs.begin(), costs.end(), [](const Cost& cost) { return !cost.within_limit; });
  return first == costs.end() ? nullptr : &*first;
}

Examination examine(Engine& engine, const Exercise& asked, const std::vector<Launch>& answer) {
  Examination result;
  for (const Item& item : asked.items) {
    Examination here;
    item.examine(engine, answer, here);
    if (!here.why_no_more.empty()) {
      result.why_no_more = fmt::format("{}: {}", item.what, here.why_no_more);
      break;
    }
    result.costs.insert(result.costs.end(), here.costs.begin(), here.costs.end());
    if (here.failures.empty()) {
      result.right_at.push_back(item.what);
    } else if (result.failures.empty()) {
      if (here.cause_is_open) explain(engine, asked, answer, item, here);
      result.failures = here.failures;
      result.wrong_at = item.what;
    }
    if (here.result_is_wrong) {
      result.result_is_wrong = true;
      break;
    }
  }
  return result;
}

template <typename T>
Item item(const Question<T>& question) {
  return {question.what,
          [question](Engine& engine, const std::vector<Launch>& answer, Examination& found_out) {
            ask(question, engine, answer, found_out);
          },
          [question](Engine& engine, const std::vector<Launch>& answer) { return way(question, engine, answer); }};
}

template Item item(const Question<float>&);
template Item item(const Question<double>&);

}  // namespace ladder::exercise
