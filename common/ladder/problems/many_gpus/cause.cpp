#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "ladder/diagnose/provenance.hpp"
#include "ladder/diagnose/wrong_output.hpp"
#include "ladder/engine/excerpts.hpp"
#include "ladder/problems/many_gpus/fixture.hpp"

namespace ladder::many_gpus {
namespace {

constexpr std::size_t most_elements = std::size_t{1} << 17;  // of a matrix that can be followed

class Followed {
 public:
  Followed(Recording seen, const Variant& variant, std::vector<Buffer> buffers, const Layout& layout)
      : seen_(std::move(seen)), variant_(variant), layout_(layout), buffers_(std::move(buffers)) {}

  Finding cause(const WrongElement& wrong) {
    const std::string result = variant_.task == Task::sum ? "sum" : "out";
    std::set<std::string> stored;
    for (const Step& step : seen_.steps) {
      if (const Buffer* const buffer = stores(step) ? buffer_of(step) : nullptr) stored.insert(buffer->name);
    }
    if (!stored.contains(result)) return stores_elsewhere(result, stored);
    if (Finding copy = of_short_copy(); copy.found()) return copy;
    const Finding cause = variant_.task == Task::sum ? Finding{} : of_transpose();
    return cause.found() ? cause : of_last(result, wrong);
  }

 private:
  static std::size_t index_in(const Buffer& buffer, std::uintptr_t address) {
    return (address - reinterpret_cast<std::uintptr_t>(buffer.begin)) / sizeof(float);
  }
  const Buffer* buffer_of(const Step& step) const {
    const auto found = std::ranges::find_if(buffers_, [&](const Buffer& buffer) {
      return element_at(step, reinterpret_cast<std::uintptr_t>(buffer.begin), buffer.floats).has_value();
    });
    return found != buffers_.end() ? &*found : nullptr;
  }

  // At the line of the host's code that asks for the work of this step.
  Finding blame(const Step& step, const std::string& words) const {
    const auto& launch = seen_.launches[step.launch];
    const CodePlace line = seen_.line(step);
    const std::string who = launch.function.empty()
                                ? fmt::format("the kernel launched here ({}:{})", line.file, line.line)
                                : launch.function;
    return {"wrong_result", {launch.at.file, launch.at.line}, fmt::format(fmt::runtime(words), fmt::arg("who", who))};
  }

  Finding stores_elsewhere(const std::string& result, const std::set<std::string>& stored) const {
    const bool is_other_task = stored.contains(variant_.task == Task::sum ? "out" : "sum");
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
      const Buffer* const buffer = buffer_of(step);
      if (buffer == nullptr || buffer->name == "in" || buffer->name == "numbers") continue;
      if (stores(step)) stored[step.address] = &step;
      const auto after = stored.upper_bound(step.address);
      if (after == stored.begin()) continue;
      const Step& copy = *std::prev(after)->second;
      const bool is_copy = copy.address != step.address && !seen_.launches[copy.launch].function.empty();
      const bool reads_on =
          is_copy && buffer_of(copy) == buffer && std::ranges::any_of(seen_.steps, [&](const Step& s) {
            return !stores(s) && s.launch == step.launch && s.address == copy.address;
          });
      if (!reads_on) continue;
      const CodePlace& reader = seen_.launches[step.launch].at;
      Finding found = blame(copy, fmt::format("{{who}} stores {} of rank {} up to [{}], and what is launched at {}:{} "
                                              "reads up to there and [{}], which nothing stores",
                                              buffer->name, buffer->rank, index_in(*buffer, copy.address), reader.file,
                                              reader.line, index_in(*buffer, step.address)));
      found.explains_others = true;
      return found;
    }
    return {};
  }

  // The work that stored it last; or, where none did, that stored last to its array.
  Finding of_last(const std::string& result, const WrongElement& wrong) const {
    const Step *last = nullptr, *beside = nullptr;
    for (const Step& step : seen_.steps) {
      const Buffer* const buffer = stores(step) ? buffer_of(step) : nullptr;
      if (buffer == nullptr || buffer->name != result || buffer->rank != wrong.rank) continue;
      beside = &step;
      if (index_in(*buffer, step.address) == wrong.index) last = &step;
    }
    if (last != nullptr) return blame(*last, "{who} is the last to store this element");
    if (beside == nullptr) return {};
    const Buffer* const array = buffer_of(*beside);
    std::set<std::size_t> indexes;  // of that work
    for (const Step& step : seen_.steps) {
      if (stores(step) && step.launch == beside->launch && buffer_of(step) == array)
        indexes.insert(index_in(*array, step.address));
    }
    return blame(*beside,
                 fmt::format("nothing stores to this element; {{who}} is the last to store to its array, [{}] to [{}]",
                             *indexes.begin(), *indexes.rbegin()));
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
      const Buffer* const buffer = buffer_of(step);
      if (buffer == nullptr || (buffer->name != "in" && buffer->name != "out")) continue;
      const bool is_in = buffer->name == "in";
      const std::size_t first = is_in ? layout_.rows_of(buffer->rank).first * layout_.cols
                                      : layout_.cols_of(buffer->rank).first * layout_.rows;
      step.address = (is_in ? in : out).begin + (first + index_in(*buffer, step.address)) * sizeof(float);
    }
    moved.element = [this](const Step& step) {
      const Buffer* const buffer = buffer_of(step);
      if (buffer == nullptr) return seen_.element(step);
      return fmt::format("{}[{}] of rank {}", buffer->name, index_in(*buffer, step.address), buffer->rank);
    };
    return cause_of_wrong_output(std::move(moved), in, out, Content::moved);
  }

  Recording seen_;
  const Variant& variant_;
  const Layout& layout_;
  std::vector<Buffer> buffers_;
};

}  // namespace

Finding cause_of(Engine& engine, const Variant& variant, Node& node, const Layout& layout, const WrongElement& wrong) {
  if (engine.excerpts() == nullptr || variant.task == Task::exchange || layout.rows * layout.cols > most_elements)
    return {};
  try {
    node.renew();
    Recording seen = engine.excerpts()->record([&] { variant.run(node); }, [](const Step&) { return true; });
    return Followed(std::move(seen), variant, node.buffers(), layout).cause(wrong);
  } catch (const std::runtime_error&) {
    return {};  // it fails in another way now, which explains nothing
  }
}

}  // namespace ladder::many_gpus
