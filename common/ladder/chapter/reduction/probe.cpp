#include "ladder/chapter/reduction/probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <tuple>

#include "ladder/chapter/reduction/who_loads.hpp"
#include "ladder/engine/recording.hpp"
#include "ladder/verification/wrong_index.hpp"

namespace ladder::reduction {

void Probe::fill(const std::function<float(std::size_t)>& value) {
  std::vector<float> values(count());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = value(i);
  buffers_.upload(0, values);
  buffers_.poison();
  const unsigned zero = 0;
  buffers_.ticket.upload(0, {&zero, 1});
}

float Probe::sum_of(const std::function<float(std::size_t)>& value) {
  fill(value);
  engine_.execute([&] { variant_.run(buffers_.arguments()); });
  return buffers_.download_sum();
}

Ways Probe::follow(const std::function<float(std::size_t)>& value, std::size_t near) {
  constexpr std::size_t small = std::size_t{1} << 17, near_by = 4096;
  using Place = std::tuple<bool, std::uint64_t, std::uintptr_t>;
  std::set<Place> touched;  // that have held something
  const auto keep = [&](const Step& step) {
    if (count() <= small) return true;
    const auto element = element_of(step);
    if (element && std::max(*element, near) - std::min(*element, near) <= near_by) return true;
    const Place place{step.in_shared, step.in_shared ? step.block : 0, step.address};
    if (step.bits != 0) touched.insert(place);
    return touched.contains(place);
  };
  fill(value);
  return Ways(engine_.recorder()->record([&] { variant_.run(buffers_.arguments()); }, keep), [this](const Step& step) {
    const auto element = element_of(step);
    return element ? name_of(*element) : "";
  });
}

Recording Probe::record_block() {
  fill([](std::size_t) { return 1.f; });
  return engine_.recorder()->record([&] { variant_.run(buffers_.arguments()); },
                                    [](const Step& step) { return step.launch == 0 && step.block == 0; });
}

const std::vector<unsigned>& Probe::loads() {
  if (!loads_.empty()) return loads_;
  fill([](std::size_t) { return 1.f; });
  loads_.resize(count());
  engine_.recorder()->record([&] { variant_.run(buffers_.arguments()); },
                             [&](const Step& step) {
                               const auto element = element_of(step);
                               if (element && step.doing == Step::Doing::load) ++loads_[*element];
                               return false;
                             });
  return loads_;
}

std::string Probe::wrong_index() {
  fill([](std::size_t) { return 1.f; });
  const auto is_load = [&](const Step& step) { return step.doing == Step::Doing::load && element_of(step); };
  const Recording run = engine_.recorder()->record([&] { variant_.run(buffers_.arguments()); }, is_load);
  const auto begin = reinterpret_cast<std::uintptr_t>(buffers_.arguments().in);
  const UsedArray in{{"in", 1, static_cast<long>(count())}, begin, Step::Doing::load};
  std::vector<Load> loads;
  for (const Step& step : run.steps) {
    if (step.launch == 0) loads.push_back({&step, *element_of(step)});
  }
  std::string words = too_few_blocks(run, loads, count(), variant_);
  if (words.empty()) words = ladder::wrong_index(run, in, false);
  if (words.empty()) words = left_over(run, loads, count());
  if (words.empty()) words = overlapping_rounds(run, loads, count());
  return words.empty() ? ladder::wrong_index(run, in, true) : words;
}

unsigned Probe::ticket() const {
  unsigned ticket = 0;
  buffers_.ticket.download(0, {&ticket, 1});
  return ticket;
}

std::optional<std::size_t> Probe::wrong_element() {
  const auto is_wrong = [&](std::size_t first, std::size_t end) {
    double right = 0;
    for (std::size_t i = first; i < end; ++i) right += element(Data::integers, i);
    return sum_of([&](std::size_t i) { return i >= first && i < end ? element(Data::integers, i) : 0; }) != right;
  };
  std::size_t first = 0, end = count();
  if (end == 0 || !is_wrong(first, end)) return std::nullopt;
  while (end - first > 1) {
    const std::size_t middle = first + (end - first) / 2;
    if (is_wrong(first, middle)) {
      end = middle;
    } else if (is_wrong(middle, end)) {
      first = middle;
    } else {
      return std::nullopt;
    }
  }
  return first;
}

std::string Probe::name_of(std::size_t element) const { return fmt::format("in[{}]", element); }

std::optional<std::size_t> Probe::element_of(const Step& step) const {
  const auto begin = reinterpret_cast<std::uintptr_t>(buffers_.arguments().in);
  const bool has_address = !step.in_shared && step.doing != Step::Doing::exchange;
  if (!has_address || step.address < begin || step.address >= begin + count() * sizeof(float)) return std::nullopt;
  return (step.address - begin) / sizeof(float);
}

std::uintptr_t Probe::address_of(std::size_t element) const {
  return reinterpret_cast<std::uintptr_t>(buffers_.arguments().in + element);
}

bool Probe::is_result(const Step& step) const {
  return !step.in_shared && step.address == reinterpret_cast<std::uintptr_t>(buffers_.sum.data());
}

}  // namespace ladder::reduction
