// A launch whose offsets have more than 32 bits: a few blocks of it, on arrays that no memory holds.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <random>
#include <set>

#include "ladder/diagnose/provenance.hpp"
#include "ladder/diagnose/recorded_parts.hpp"
#include "ladder/problems/transpose/far_blocks.hpp"
#include "ladder/report/result.hpp"
#include "ladder/verification/sparse_buffer.hpp"
#include "ladder/verification/test_data.hpp"
#include "tools/exercise/question.hpp"

namespace ladder::exercise {
namespace {

// Which block has which elements is the answer's choice: so some at random, and the last ones.
std::vector<std::uint64_t> some_of(std::uint64_t blocks) {
  std::mt19937_64 random;
  std::set<std::uint64_t> chosen;
  for (std::uint64_t i = 1; i <= 48; ++i) chosen.insert({random() % blocks, blocks - std::min(blocks, (i + 7) / 8)});
  return {chosen.begin(), chosen.end()};
}

// The launch's arrays. Element i of the input is a part of a hash of i.
class FarArrays {
 public:
  FarArrays(Engine& engine, const FarLaunch& launch, std::size_t bytes, unsigned part)
      : launch_(launch), bytes_(bytes) {
    const InitialBits input = [=](std::size_t i) { return part_of(input_bits(i), bytes, part); };
    if (!launch.in_place) in_.emplace(*engine.excerpts(), launch.elements, "in", input, bytes);
    out_.emplace(*engine.excerpts(), launch.elements, launch.in_place ? "matrix" : "out",
                 launch.in_place ? input : nullptr, bytes, ArrayUse::in_place);
  }
  Run run(const std::vector<Launch>& answer) const {
    return [this, &answer] { answer.at(launch_.part)({in().data(), out_->data(), launch_.size}); };
  }
  const SparseBuffer& in() const { return in_ ? *in_ : *out_; }
  const SparseBuffer& out() const { return *out_; }
  std::optional<std::size_t> index_in(const SparseBuffer& array, const Step& step) const {
    return element_at(step, reinterpret_cast<std::uintptr_t>(array.data()), launch_.elements, bytes_);
  }

 private:
  const FarLaunch& launch_;
  std::size_t bytes_;
  std::optional<SparseBuffer> in_, out_;
};

// The first store, step by step, of another element than belongs there: the load or the store that is off.
Finding wrong_offset(Engine& engine, const FarLaunch& launch, std::size_t bytes, const std::vector<Launch>& answer) {
  const FarArrays arrays(engine, launch, bytes, 0);
  const auto record_on = [&](const FarArrays& on) {
    return engine.recorder()->record(
        on.run(answer), [](const Step&) { return true; }, some_of, bytes);
  };
  const auto record = [&](unsigned part) {
    return part == 0 ? record_on(arrays) : record_on({engine, launch, bytes, part});
  };
  const Provenance seen(record_parts(bytes, record), [](const Step&) { return std::string(); });
  for (std::size_t i = 0; i < seen.steps().size(); ++i) {
    const std::size_t load = seen.path_to(i).front();
    const auto from = arrays.index_in(arrays.in(), seen.steps()[load]),
               to = arrays.index_in(arrays.out(), seen.steps()[i]);
    if (!from || !to || !stores(seen.steps()[i]) || *from == launch.source(*to)) continue;
    const auto blame = [&](std::size_t step, const char* does, std::size_t is, std::size_t due) {
      return seen.blame(step, fmt::format("{} {}[{}], and not element {}, {}", seen.thread(step), does, is, due,
                                          transpose::apart(is, due)));
    };
    constexpr std::size_t wrap = std::size_t{1} << 32;
    for (std::size_t target = *to % wrap; target < launch.elements; target += wrap)
      if (launch.source(target) == *from) return blame(i, "stores to out", *to, target);
    return blame(load, "loads in", *from, launch.source(*to));
  }
  return {};
}

// The first element that is wrong, in a few words; empty where none is.
std::string wrong_element(const std::vector<WrittenElement>& written, const FarLaunch& launch, std::size_t bytes) {
  for (const auto& [index, bits] : written) {
    const std::uint32_t right = part_of(input_bits(launch.source(index)), bytes);
    if (bits != right) return fmt::format("element {} of the output is {:#x}, not {:#x}", index, bits, right);
  }
  if (!written.empty() && written.back().index >= launch.elements / 16 * 15) return {};
  return "none of these blocks writes to the last sixteenth of the output: is an index of 32 bits? (size_t has 64)";
}

void examine(const FarLaunch& launch, std::size_t bytes, Engine& engine, const std::vector<Launch>& answer,
             Examination& found_out) {
  if (engine.excerpts() == nullptr) {
    found_out.why_no_more = "it takes the emulator";
    return;
  }
  const FarArrays arrays(engine, launch, bytes, 0);
  Result result;
  std::string wrong;
  Finding cause;
  try {
    adopt_observation(engine.excerpts()->execute(arrays.run(answer), some_of), result);
    found_out.failures = hazards_of(result);
    wrong = wrong_element(arrays.out().written(), launch, bytes);
    if (!wrong.empty()) cause = wrong_offset(engine, launch, bytes, answer);
  } catch (const std::exception& error) {
    wrong = error.what();
  }
  if (wrong.empty()) return;
  found_out.result_is_wrong = true;
  cause.rule = "wrong_result";
  cause.words += cause.words.empty() ? wrong : "; " + wrong;
  found_out.failures.insert(cause.file.empty() ? found_out.failures.end() : found_out.failures.begin(), cause);
}

}  // namespace

template <typename T>
Item far_item(const FarLaunch& launch) {
  constexpr std::size_t bytes = std::min(sizeof(T), sizeof(Step::bits)), words = sizeof(T) / bytes;
  FarLaunch in_words = launch;
  in_words.elements *= words;
  in_words.source = [source = launch.source](std::size_t i) { return source(i / words) * words + i % words; };
  const auto ask = [=](Engine& engine, const std::vector<Launch>& answer, Examination& found_out) {
    examine(in_words, bytes, engine, answer, found_out);
  };
  return {"a few blocks of " + launch.what, ask, [](Engine&, const std::vector<Launch>&) { return Finding(); }, true};
}

template Item far_item<float>(const FarLaunch&);
template Item far_item<double>(const FarLaunch&);
template Item far_item<std::uint16_t>(const FarLaunch&);

}  // namespace ladder::exercise
