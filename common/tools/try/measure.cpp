#include "tools/try/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <exception>
#include <new>
#include <string>
#include <variant>
#include <vector>

#include "ladder/chapter/transpose/verify.hpp"
#include "ladder/report/machines.hpp"
#include "ladder/timing/timing.hpp"
#include "ladder/verification/device_buffer.hpp"

namespace ladder::tried {
namespace {

// Elements of any type: of floats where they are made of four-byte words, so that each of these has its own history on
// the emulator.
using Floats = DeviceBuffer<float>;
using Bytes = DeviceBuffer<unsigned char>;
using Memory = std::variant<Floats, Bytes>;

class Arrays {
 public:
  Arrays(Engine& engine, const std::vector<Array>& arrays) : arrays_(arrays) {
    for (const Array& array : arrays) {
      const std::size_t bytes = array.size * array.element_bytes;
      if (array.element_bytes % sizeof(float) == 0) {
        memory_.emplace_back(std::in_place_type<Floats>, engine, bytes / sizeof(float), array.name);
      } else {
        memory_.emplace_back(std::in_place_type<Bytes>, engine, bytes, array.name);
      }
      pointers_.push_back(std::visit([](auto& buffer) -> void* { return buffer.data(); }, memory_.back()));
      if (array.fill) engine.upload(pointers_.back(), on_the_host(array).data(), bytes);
    }
  }

  const std::vector<void*>& pointers() const { return pointers_; }
  const Floats& floats(std::size_t index) const { return std::get<Floats>(memory_[index]); }

  // What the kernel wrote outside of, or nothing.
  std::string damaged_guards() const {
    for (std::size_t i = 0; i < memory_.size(); ++i) {
      const bool intact = std::visit([](const auto& buffer) { return buffer.guards_intact(); }, memory_[i]);
      if (!intact) return fmt::format("something was written outside {}", arrays_[i].name);
    }
    return {};
  }

  static std::vector<unsigned char> on_the_host(const Array& array) {
    std::vector<unsigned char> bytes(array.size * array.element_bytes);
    if (array.fill) array.fill(bytes.data());
    return bytes;
  }

 private:
  const std::vector<Array>& arrays_;
  std::deque<Memory> memory_;
  std::vector<void*> pointers_;
};

std::string judge_transpose(const Experiment& experiment, const Arrays& arrays) {
  const transpose::Variant transposed{experiment.name, {}, {}, transpose::Output::transposed, {}};
  return transpose::verify(arrays.floats(1), static_cast<unsigned>(experiment.sizes[0].second),
                           static_cast<unsigned>(experiment.sizes[1].second), transposed);
}

std::string judge_sum(const Engine& engine, const Experiment& experiment, const Arrays& arrays) {
  const Array& in = experiment.arrays[0];
  const Array& out = experiment.arrays[1];
  const double expected = in.total(Arrays::on_the_host(in).data(), in.size);
  std::vector<unsigned char> sums(out.size * out.element_bytes);
  engine.download(sums.data(), arrays.pointers()[1], sums.size());
  const double found = out.total(sums.data(), out.size);
  if (found == expected) return {};
  const bool untouched = std::all_of(sums.begin(), sums.end(), [](unsigned char byte) { return byte == 0; });
  return untouched ? fmt::format("out is still all 0: its sum should be {:.17g}", expected)
                   : fmt::format("the sum is {:.17g}, not {:.17g}", found, expected);
}

// What is wrong with the arrays after the launch, or nothing.
std::string judge(const Engine& engine, const Experiment& experiment, const Arrays& arrays) {
  std::string wrong;
  if (experiment.computes == Computes::transpose) wrong = judge_transpose(experiment, arrays);
  if (experiment.computes == Computes::sum) wrong = judge_sum(engine, experiment, arrays);
  return wrong.empty() ? arrays.damaged_guards() : wrong;
}

std::string in_words(const Size& size) {
  return size.z == 1 ? fmt::format("{}x{}", size.x, size.y) : fmt::format("{}x{}x{}", size.x, size.y, size.z);
}

// Of this one launch. Where it is not known what the kernel computes, all that it touches is taken to be of use.
LimitsOf limits_of(const memory_model::Demand& demand, const Result& result, const std::string& gpu) {
  const double touched = demand.loaded_bytes + demand.stored_bytes;
  return {gpu, result.sizes, result.has_reference ? result.useful_bytes : touched,
          memory_model::limits(demand, machine(gpu))};
}

}  // namespace

std::size_t bytes_needed(const Experiment& experiment) {
  std::size_t bytes = 0;
  for (const Array& array : experiment.arrays) bytes += array.size * array.element_bytes + 2 * guard_bytes;
  return bytes;
}

Result measure(Engine& engine, const Experiment& experiment, const Options& options) {
  Result result;
  result.chapter = experiment.file;
  result.variant = experiment.name;
  result.device = engine.name();
  result.block = in_words(experiment.block);
  result.sizes = experiment.sizes;
  if (experiment.computes == Computes::transpose) result.problem = "transpose", result.ceiling = "copy";
  if (experiment.computes == Computes::sum) result.problem = "sum", result.ceiling = "read";
  result.has_reference = experiment.computes != Computes::unknown;
  if (result.has_reference) {
    const Array& in = experiment.arrays[0];
    const double times_moved = experiment.computes == Computes::transpose ? 2 : 1;
    result.elements = static_cast<double>(in.size);
    result.useful_bytes = times_moved * result.elements * static_cast<double>(in.element_bytes);
  }
  try {
    const Arrays arrays(engine, experiment.arrays);
    const Run launch = [&] { experiment.launch(arrays.pointers()); };
    if (const auto observation = engine.execute(launch)) {
      adopt_observation(*observation, result);
      result.limits = limits_of(observation->demand, result, options.gpu);
    }
    result.failure = judge(engine, experiment, arrays);
    // The launches that are timed go on from where this one ended: what they leave behind is not verified.
    if (result.failure.empty()) result.timing = time_cold(engine, launch, options.repeats);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const StoppedRun& stopped) {
    adopt_hazards(stopped.seen, result);
    result.failure = stopped.what();
  } catch (const std::exception& error) {
    result.failure = error.what();
  }
  result.verified = result.failure.empty();
  if (!result.good()) result.limits.reset();
  if (result.has_reference) mark_by_limits(engine, result.useful_bytes, result.timing);
  return result;
}

}  // namespace ladder::tried
