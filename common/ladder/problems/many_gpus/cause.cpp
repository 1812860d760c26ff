#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "ladder/diagnose/wrong_output.hpp"
#include "ladder/engine/excerpts.hpp"
#include "ladder/problems/many_gpus/followed.hpp"
#include "ladder/source/conditions.hpp"
#include "ladder/source/given.hpp"
#include "ladder/source/scope.hpp"

namespace ladder::many_gpus {
namespace {

constexpr std::size_t most_elements = std::size_t{1} << 17;  // of a matrix that can be followed

class Cause {
 public:
  Cause(Followed run, const Variant& variant) : run_(std::move(run)), variant_(variant) {}

  Finding of(const WrongElement& wrong) {
    const std::string result = variant_.task == Task::sum ? "sum" : "out";
    std::set<std::string> stored;
    for (const Step& step : seen_.steps) {
      if (const Buffer* const buffer = stores(step) ? run_.buffer_of(step) : nullptr) stored.insert(buffer->name);
    }
    if (!stored.contains(result)) return stores_elsewhere(result, stored);
    if (Finding copy = of_short_copy(); copy.found()) return copy;
    const Element element{&run_.buffer(result, *wrong.rank), wrong.index};
    if (variant_.task == Task::sum) return last_work(run_, element, variant_.task);
    if (Finding other = of_other_rank(element); other.found()) return other;
    if (Finding rows = of_copied_rows(); rows.found()) return rows;
    Finding cause = of_transpose();
    if (Finding small = cause.is_proved ? Finding{} : of_small_grid(wrong); small.found()) return small;
    if (cause.is_of_nobody && !cause.is_proved) tell_test(cause);
    return cause.found() ? cause : last_work(run_, element, variant_.task);
  }

 private:
  // The launch or copy that stands in the variant's own function, and was not run.
  Finding never_asked_for() const {
    std::set<int> lines;
    for (const auto& launch : seen_.launches) lines.insert(launch.at.line);
    for (const auto& launch : seen_.launches) {
      const Source& source = source_at(launch.at);
      const auto own = function_named(source, variant_.name);
      for (std::size_t i = own ? own->body.begin : 0; own && i < own->body.end; ++i) {
        const Token& token = source.tokens[i];
        if ((token.text != "launch" && !token.text.starts_with("cudaMemcpy")) || lines.contains(token.line)) continue;
        return {"wrong_result",
                {launch.at.file, token.line},
                fmt::format("{}() does nothing: this line of {}() is never come to, or copies nothing", token.text,
                            variant_.name)};
      }
    }
    return {};
  }

  Finding stores_elsewhere(const std::string& result, const std::set<std::string>& stored) const {
    const bool is_other_task = stored.contains(variant_.task == Task::sum ? "out" : "sum");
    if (Finding idle = is_other_task || variant_.task == Task::sum ? Finding{} : never_asked_for(); idle.found())
      return idle;
    const char* const task = variant_.task == Task::sum ? "sum" : "transpose";
    return {"wrong_result",
            {variant_.line == 0 ? "" : "variants.cu", variant_.line},
            fmt::format("{} stores nothing to {}{}{}", variant_.name, result,
                        stored.empty() ? "" : fmt::format(", but to {}", fmt::join(stored, ", ")),
                        is_other_task ? fmt::format(": is Task::{} its task?", task) : "")};
  }

  // A copy behind whose last word the same work reads on that reads what it copied, where nothing has stored.
  Finding of_short_copy() const {
    std::map<std::uintptr_t, const Step*> stored;  // by the address, where it was stored last
    for (const Step& step : seen_.steps) {
      const Buffer* const buffer = run_.buffer_of(step);
      if (buffer == nullptr || buffer->name == "in" || buffer->name == "numbers") continue;
      if (stores(step)) stored[step.address] = &step;
      const auto after = stored.upper_bound(step.address);
      if (after == stored.begin()) continue;
      const Step& copy = *std::prev(after)->second;
      const bool is_copy = copy.address != step.address && run_.is_copy(copy);
      const bool reads_on =
          is_copy && run_.buffer_of(copy) == buffer && std::ranges::any_of(seen_.steps, [&](const Step& s) {
            return !stores(s) && s.launch == step.launch && s.address == copy.address;
          });
      if (!reads_on) continue;
      const CodePlace& reader = seen_.launches[step.launch].at;
      Finding found = run_.blame(
          copy, fmt::format("{} stores {} of rank {} up to [{}], and what is launched at {}:{} "
                            "reads up to there and [{}], which nothing stores",
                            run_.who(copy), buffer->name, buffer->rank, Followed::index_in(*buffer, copy.address),
                            reader.file, reader.line, Followed::index_in(*buffer, step.address)));
      found.explains_others = true;
      return found;
    }
    return {};
  }

  // A rank's part of the matrix of which one launch alone loads elements, but not this one.
  Finding of_small_grid(const WrongElement& wrong) const {
    const std::size_t source = layout_.source_of(*wrong.rank, wrong.index);
    std::size_t rank = 0;
    while (layout_.rows_of(rank + 1).first <= source / layout_.cols) ++rank;
    const Buffer& in = run_.buffer("in", rank);
    const Step* load = nullptr;
    for (const Step& step : seen_.steps) {
      if (stores(step) || run_.buffer_of(step) != &in) continue;
      const bool is_other = load != nullptr && load->launch != step.launch;
      const std::size_t index = Followed::index_in(in, step.address);
      if (is_other || index + layout_.rows_of(rank).first * layout_.cols == source) return {};
      load = &step;
    }
    return load == nullptr || run_.is_copy(*load) ? Finding{} : too_few_blocks(run_, *load, {&in, 0}, in.floats);
  }

  // What the work stores to one rank that stored last to this element belongs at the same place of another one; and
  // what belongs there is stored, too: its index is right.
  Finding of_other_rank(const Element& wrong) const {
    const Buffer& out = *wrong.buffer;
    const Step* const last = run_.stored_before(run_.end(), reinterpret_cast<std::uintptr_t>(out.begin + wrong.index));
    std::optional<std::size_t> other;
    bool is_stored = false;
    for (const Step& step : seen_.steps) {
      const Buffer* const buffer = last != nullptr && stores(step) ? run_.buffer_of(step) : nullptr;
      if (buffer == nullptr || buffer->name != "out") continue;
      is_stored = is_stored || step.bits == input_bits(layout_.source_of(out.rank, wrong.index));
      if (buffer != &out || step.launch != last->launch) continue;
      const std::size_t index = Followed::index_in(out, step.address);
      std::size_t rank = 0;
      while (rank < layout_.ranks && (index >= layout_.cols_of(rank).count * layout_.rows ||
                                      input_bits(layout_.source_of(rank, index)) != step.bits))
        ++rank;
      if (rank == layout_.ranks || rank == out.rank || rank != other.value_or(rank)) return {};
      other = rank;
    }
    if (!other || !is_stored) return {};
    return run_.blame(*last, fmt::format("{} stores to out of rank {} what belongs at the same places of out of "
                                         "rank {}: that one is meant",
                                         run_.who(*last), out.rank, *other));
  }

  // A copy whose first row begins where it belongs, and ends before what belongs beside it, or behind it.
  Finding of_copied_rows() const {
    for (const Step* first = seen_.steps.data(); first != run_.end(); ++first) {
      const Buffer* const out = first->block == first->address && stores(*first) ? run_.buffer_of(*first) : nullptr;
      const bool is_first = out != nullptr && out->name == "out" && run_.copied_by(*first) != nullptr &&
                            (first - 2 < seen_.steps.data() || first[-2].launch != first->launch);
      if (!is_first) continue;
      const std::size_t begin = Followed::index_in(*out, first->address);
      const auto source_bits = [&](std::size_t index) { return input_bits(layout_.source_of(out->rank, index)); };
      const auto along = [&](std::size_t i, int side) {
        const Step* const step = first + 2 * i + side;
        return step < run_.end() && step->launch == first->launch &&
               step->address == first[side].address + i * sizeof(float);
      };
      std::size_t stored = 1, belong = 0;  // side by side
      while (along(stored, 0)) ++stored;
      while (along(belong, -1) && begin % layout_.rows + belong < layout_.rows &&
             first[2 * belong].bits == source_bits(begin + belong))
        ++belong;
      const bool is_next_row =
          belong > 1 && belong < stored && first[2 * belong].bits == source_bits(begin + layout_.rows);
      if (stored >= layout_.rows || belong == 0 || belong == stored || (belong < stored && !is_next_row)) continue;
      return run_.blame(
          *first, fmt::format("{} copies rows of {} elements, and of what it copies {} belong in each "
                              "row of out; {}",
                              run_.who(*first), stored, belong, values_in_line(seen_.launches[first->launch].at)));
    }
    return {};
  }

  // What its callers give to the tests before the line: one of them may keep threads from it.
  static void tell_test(Finding& finding) {
    std::set<std::string> names;
    for (const Condition& one : conditions_on(finding.at, finding.callers))
      names.insert(one.names.begin(), one.names.end());
    const std::string given = given_by_caller(finding.at, finding.callers, names, Given::more);
    if (!given.empty()) finding.words += "; in the test before it: " + given;
  }

  // The matrix and its transpose as one array each, whose rows lie on the ranks one after the other.
  Finding of_transpose() {
    const std::size_t elements = layout_.rows * layout_.cols;
    const auto array = [&](const char* name, std::size_t rows, std::size_t cols) {
      return WatchedArray{name, 0, std::vector<std::uint32_t>(elements), {rows, cols}};
    };
    WatchedArray in = array("in", layout_.rows, layout_.cols), out = array("out", layout_.cols, layout_.rows);
    const Layout whole{1, layout_.rows, layout_.cols};
    for (std::size_t i = 0; i < elements; ++i)
      in.words[i] = input_bits(i), out.words[i] = input_bits(whole.source_of(0, i));
    for (WatchedArray* watched : {&in, &out}) watched->begin = reinterpret_cast<std::uintptr_t>(watched->words.data());
    Recording moved = seen_;
    for (Step& step : moved.steps) {
      const Buffer* const buffer = run_.buffer_of(step);
      if (buffer == nullptr || (buffer->name != "in" && buffer->name != "out")) continue;
      const bool is_in = buffer->name == "in";
      const std::size_t first = is_in ? layout_.rows_of(buffer->rank).first * layout_.cols
                                      : layout_.cols_of(buffer->rank).first * layout_.rows;
      step.address = (is_in ? in : out).begin + (first + Followed::index_in(*buffer, step.address)) * sizeof(float);
    }
    moved.element = [this](const Step& step) {
      const Buffer* const buffer = run_.buffer_of(step);
      if (buffer == nullptr) return seen_.element(step);
      return fmt::format("{}[{}] of rank {}", buffer->name, Followed::index_in(*buffer, step.address), buffer->rank);
    };
    return cause_of_wrong_output(std::move(moved), in, out, Content::moved);
  }

  const Followed run_;
  const Variant& variant_;
  const Recording& seen_ = run_.seen;
  const Layout& layout_ = run_.layout;
};

}  // namespace

Finding cause_of(Engine& engine, const Variant& variant, Node& node, const Layout& layout, const WrongElement& wrong) {
  if (engine.excerpts() == nullptr || variant.task == Task::exchange || layout.rows * layout.cols > most_elements)
    return {};
  try {
    node.renew();
    Recording seen = engine.excerpts()->record([&] { variant.run(node); }, [](const Step&) { return true; });
    return Cause({std::move(seen), layout, node.buffers()}, variant).of(wrong);
  } catch (const std::runtime_error&) {
    return {};  // it fails in another way now, which explains nothing
  }
}

}  // namespace ladder::many_gpus
