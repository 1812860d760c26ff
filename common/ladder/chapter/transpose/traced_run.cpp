#include "ladder/chapter/transpose/traced_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "ladder/chapter/transpose/reference.hpp"
#include "ladder/verification/missing.hpp"
#include "ladder/verification/test_data.hpp"

namespace ladder::transpose {

TracedRun::TracedRun(Engine& engine, const Variant& variant, const Placed& placed)
    : rows_(placed.rows),
      cols_(placed.cols),
      offset_(placed.offset),
      copied_(variant.output == Output::copied),
      in_(engine, offset_ + rows_ * cols_, "in"),
      out_(engine, offset_ + rows_ * cols_, "out"),
      loads_(rows_ * cols_),
      last_stores_(rows_ * cols_) {
  std::vector<float> values(rows_ * cols_);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = std::bit_cast<float>(input_bits(i));
    with_bits_.emplace(input_bits(i), i);
  }
  in_.upload(offset_, values);
  const Arguments arguments{in_.data() + offset_, out_.data() + offset_, placed.rows, placed.cols,
                            placed.most_blocks_in_y};
  ways_.emplace(engine.recorder()->record([&] { variant.run(arguments); }, [](const Step&) { return true; }),
                [this](const Step& step) { return name(step); });
  for (Number i = 0; i < ways_->steps().size(); ++i) {
    const bool is_load = ways_->steps()[i].doing == Step::Doing::load;
    const auto in = in_of(i), out = out_of(i);
    if (in && is_load) loads_[*in].push_back(i);
    if (out && !is_load) last_stores_[*out] = i;
  }
}

std::size_t TracedRun::target(std::size_t in) const { return copied_ ? in : in % cols_ * rows_ + in / cols_; }
std::size_t TracedRun::source(std::size_t out) const { return copied_ ? out : out % rows_ * cols_ + out / rows_; }

std::optional<std::size_t> TracedRun::with_bits(std::uint32_t bits) const {
  const auto found = with_bits_.find(bits);
  return found == with_bits_.end() ? std::nullopt : std::optional(found->second);
}

bool TracedRun::stores_anything() const {
  return std::any_of(last_stores_.begin(), last_stores_.end(), [](const auto& store) { return store.has_value(); });
}

bool TracedRun::is_right(std::size_t out) const {
  const auto store = last_store(out);
  return store && ways_->steps()[*store].bits == input_bits(source(out));
}

std::string TracedRun::unloaded_in_words() const {
  std::vector<bool> used;
  for (const auto& loads : loads_) used.push_back(!loads.empty());
  return missing_in_words(used, {"in", static_cast<long>(rows_), static_cast<long>(cols_)});
}

std::string TracedRun::unstored_in_words() const {
  std::vector<bool> used;
  for (const auto& store : last_stores_) used.push_back(store.has_value());
  const long rows = static_cast<long>(rows_), cols = static_cast<long>(cols_);
  return missing_in_words(used, {"out", copied_ ? rows : cols, copied_ ? cols : rows});
}

Ways::Way TracedRun::way_of(std::size_t in) const {
  const std::size_t out = target(in);
  if (is_right(out)) return ways_->way_to(*last_store(out));
  Ways::Way longest;
  for (const Number load : loads(in)) {
    const Ways::Way way = ways_->way_from(load);
    if (way.size() > longest.size()) longest = way;
  }
  return longest;
}

std::string TracedRun::name(const char* array, Place place) {
  return fmt::format("{}[{}][{}]", array, place.row, place.col);
}

std::string TracedRun::name(const Step& step) const {
  if (const auto in = index_in(in_, step)) return name_of_in(*in);
  if (const auto out = index_in(out_, step)) return name_of_out(*out);
  return {};
}

std::optional<std::size_t> TracedRun::index_in(const DeviceBuffer<float>& array, const Step& step) const {
  const bool has_address = !step.in_shared && step.doing != Step::Doing::exchange;
  const auto begin = reinterpret_cast<std::uintptr_t>(array.data() + offset_);
  if (!has_address || step.address < begin || step.address >= begin + size() * sizeof(float)) return std::nullopt;
  return (step.address - begin) / sizeof(float);
}

}  // namespace ladder::transpose
