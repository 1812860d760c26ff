#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <vector>

#include "ladder/diagnose/declared_array.hpp"
#include "ladder/diagnose/wrong_sum.hpp"
#include "ladder/engine/recording.hpp"
#include "ladder/model/architecture.hpp"
#include "ladder/problems/reduction/fixture.hpp"

namespace ladder::reduction {
namespace {

// The variant's array, to be summed with any values.
class Probe {
 public:
  Probe(Engine& engine, const Variant& variant, std::size_t count, std::size_t offset)
      : engine_(engine), variant_(variant), buffers_(engine, count, offset) {}

  Run run() {
    return [this] { variant_.run(buffers_.arguments()); };
  }
  SummedArray array() {
    return {.count = buffers_.count,
            .begin = reinterpret_cast<std::uintptr_t>(buffers_.arguments().in),
            .result = reinterpret_cast<std::uintptr_t>(buffers_.sum.data()),
            .ticket = reinterpret_cast<std::uintptr_t>(buffers_.ticket.data()),
            .sum_of =
                [this](const ValueOf& values) {
                  fill(values);
                  engine_.execute(run());
                  return buffers_.download_sum();
                },
            .record =
                [this](const ValueOf& values, const std::function<bool(const Step&)>& keep) {
                  fill(values);
                  return engine_.recorder()->record(run(), keep);
                },
            .integers = [](std::size_t i) { return element(Data::integers, i); }};
  }

 private:
  void fill(const ValueOf& value) {
    std::vector<float> values(buffers_.count);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = value(i);
    buffers_.in.upload(0, values);
    buffers_.poison();
    const unsigned zero = 0;
    buffers_.ticket.upload(0, {&zero, 1});
  }

  Engine& engine_;
  const Variant& variant_;
  Buffers buffers_;
};

}  // namespace

Finding cause_of_wrong_sum(Engine& engine, const Variant& variant, std::size_t count, std::size_t offset,
                           bool is_open) {
  if (engine.recorder() == nullptr || !variant.longest_chain) return {};
  // Of more elements, of which a block takes several parts, at most so many are looked at.
  const std::size_t most = std::min(count, std::size_t{1'200'001});
  // The smallest in which there are several blocks of each variant, the last of which is not full; in which they make
  // several iterations; and what is wrong for a few elements only.
  try {
    Probe small(engine, variant, 1, offset);
    const std::size_t one_for_each_warp = variant.threads / memory_model::architecture.warp_lanes;
    const Finding own = not_shared(engine, small.run(), one_for_each_warp);
    if (own.found()) return own;
    // Elsewhere several blocks may store what they make of unwritten sums, by chance.
    Probe itself(engine, variant, most, offset);
    if (!is_open) return too_short(engine, itself.run());
    if (Finding none = never_stored(itself.array()); none.found()) return none;
    for (const std::size_t other : {std::size_t{20'011}, std::size_t{600'001}, most}) {
      Probe probe(engine, variant, other, offset);
      if (other != count && !sums_wrongly(probe.array(), 0, other)) continue;
      Finding cause = ladder::cause_of_wrong_sum(probe.array());
      if (cause.found() && other != count) cause.words = fmt::format("at {} elements: {}", other, cause.words);
      if (cause.found()) return cause;
    }
    if (count > most) {
      Probe probe(engine, variant, count, offset);
      if (Finding cause = cause_at_the_ends(probe.array()); cause.found()) return cause;
    }
    return used_ticket(itself.array());
  } catch (const std::exception&) {
    // It fails in another way now, which explains nothing.
  }
  return {};
}

}  // namespace ladder::reduction
