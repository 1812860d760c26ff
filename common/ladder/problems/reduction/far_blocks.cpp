#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <stdexcept>

#include "ladder/base/failure.hpp"
#include "ladder/base/mapped.hpp"
#include "ladder/diagnose/provenance.hpp"
#include "ladder/engine/excerpts.hpp"
#include "ladder/problems/reduction/checks.hpp"
#include "ladder/problems/reduction/fixture.hpp"
#include "ladder/report/result.hpp"

namespace ladder::reduction {
namespace {

// Beyond 2^32, with a last part that is not full, of whole float4.
constexpr std::size_t a_little_more = 3 * 8192 + 20;
constexpr std::size_t far_count = (std::size_t{1} << 32) + a_little_more;
// Of blocks that go through the whole array: so many that a few rounds lead there.
constexpr unsigned far_group = 1u << 20;

std::vector<std::uint64_t> far_blocks(const Parts& parts) {
  if (parts.through_the_whole_array()) return {parts.block_of(0)};  // which comes by all of these places
  constexpr std::size_t int_end = std::size_t{1} << 31, unsigned_end = std::size_t{1} << 32;
  std::set<std::uint64_t> blocks;
  for (const std::size_t element :
       {std::size_t{0}, int_end - 1, int_end, unsigned_end - 1, unsigned_end, far_count - 1})
    blocks.insert(parts.block_of(element / parts.elements));
  return {blocks.begin(), blocks.end()};
}

// Of integers, and exact.
float sum_due(const Parts& parts, std::size_t count, std::uint64_t block) {
  double sum = 0;
  parts.for_each_of(block, count, [&](std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) sum += element(Data::integers, i);
  });
  return static_cast<float>(sum);
}

// Which part of the array a block takes is the kernel's choice. takers: the blocks that would have those parts of which
// something was read, if blocks took them in their order. The sums that were written have to be those of so many of
// them, in any order; and one of them has a part beyond 2^32 still.
std::string wrong_sum(const std::vector<WrittenElement>& found, const Parts& parts, std::size_t count,
                      std::size_t blocks_run, const std::set<std::uint64_t>& takers) {
  constexpr std::size_t far = std::size_t{1} << 32;
  if (found.size() != blocks_run) return fmt::format("{} blocks write {} sums", blocks_run, found.size());
  std::vector<float> due;
  bool goes_far = count <= far;
  for (const std::uint64_t block : takers) {
    due.push_back(sum_due(parts, count, block));
    parts.for_each_of(block, count, [&](std::size_t, std::size_t end) { goes_far = goes_far || end > far; });
  }
  auto sums = mapped(found, [](const WrittenElement& element) { return std::bit_cast<float>(element.bits); });
  std::ranges::sort(due);
  std::ranges::sort(sums);
  if (goes_far && std::ranges::includes(due, sums)) return {};
  for (const WrittenElement& element : found) {
    const float sum = std::bit_cast<float>(element.bits), own = sum_due(parts, count, element.index);
    if (sum != own) return fmt::format("the sum of block {} is {:.9g}, not {:.9g}", element.index, sum, own);
  }
  return {};
}

// An element that two of the blocks load: whichever parts they take, no two may take the same. Or else, where each
// loads from its own part in the usual order of blocks alone, the load that is nearest to an element of a part which
// none loads.
Finding wrong_load(Engine& engine, const Variant& variant, const SparseBuffers& buffers,
                   const std::vector<std::uint64_t>& blocks) {
  const Parts& parts = variant.parts;
  const auto begin = reinterpret_cast<std::uintptr_t>(buffers.arguments().in);
  const auto index_of = [&](const Step& step) { return (step.address - begin) / sizeof(float); };
  const auto owner_of = [&](std::size_t index) { return parts.block_of(index / parts.elements); };
  const auto keep = [&](const Step& step) {
    return !step.in_shared && step.launch == 0 && step.doing == Step::Doing::load && index_of(step) < buffers.count;
  };
  const Provenance seen(
      engine.excerpts()->record([&] { variant.run(buffers.arguments()); }, keep, [&](std::uint64_t) { return blocks; }),
      [&](const Step& step) { return fmt::format("in[{}]", index_of(step)); });
  std::map<std::size_t, std::size_t> loads;  // the first of each element
  bool in_own_part = true;
  for (std::size_t i = 0; i < seen.steps().size(); ++i) {
    const Step& step = seen.steps()[i];
    const std::size_t index = index_of(step);
    const Step& first = seen.steps()[loads.emplace(index, i).first->second];
    in_own_part = in_own_part && owner_of(index) == step.block;
    if (first.block == step.block) continue;
    constexpr std::size_t wrap = std::size_t{1} << 32;
    const bool is_wrapped = index + wrap < buffers.count && owner_of(index + wrap) == step.block;
    return seen.blame(
        i, fmt::format("block {} loads {}, which block {} loads, too{}", step.block, seen.element(i), first.block,
                       is_wrapped ? ", and not the element 2^32 further on: is its index of 32 bits? "
                                    "(size_t has 64)"
                                  : ""));
  }
  Finding found;
  for (const std::uint64_t block : blocks) {
    parts.for_each_of(block, buffers.count, [&](std::size_t first, std::size_t end) {
      for (std::size_t i = first; !found.found() && in_own_part && i < end && !loads.empty(); ++i) {
        const auto load = loads.lower_bound(i);
        if (load != loads.end() && load->first == i) continue;
        const std::size_t beside = (load == loads.begin() ? load : std::prev(load))->second;
        found = seen.blame(beside, fmt::format("no thread of block {} loads in[{}], which is in its part; the nearest "
                                               "load is {}",
                                               block, i, seen.element(beside)));
      }
    });
  }
  return found;
}

// What is wrong with these blocks of an array of so many elements.
std::vector<Finding> faults_of(Engine& engine, const Variant& variant, std::size_t count,
                               const std::vector<std::uint64_t>& blocks) {
  std::set<std::uint64_t> takers;
  const auto note = [&, newest = SIZE_MAX](std::size_t i) mutable {
    if (i / variant.parts.elements == newest) return;
    newest = i / variant.parts.elements;
    takers.insert(variant.parts.block_of(newest));
  };
  const SparseBuffers buffers(engine, count, note);
  Result result;
  result.variant = variant.name;
  try {
    adopt_observation(
        engine.excerpts()->execute([&] { variant.run(buffers.arguments()); }, [&](std::uint64_t) { return blocks; }),
        result);
    result.failure = wrong_sum(buffers.sums.written(), variant.parts, count, blocks.size(), takers);
    if (!result.failure.empty()) result.cause = wrong_load(engine, variant, buffers, blocks);
  } catch (const Failure&) {
    throw;  // nothing was run
  } catch (const StoppedRun& stopped) {
    adopt_stop(stopped, result);  // as where an index comes round again and again, and never to the end
  } catch (const std::runtime_error& stopped) {
    result.failure = stopped.what();
  }
  std::vector<Finding> findings = findings_about(result);
  for (Finding& finding : findings)
    finding.where = fmt::format("{} in a few blocks of {} elements{}", variant.name, count,
                                count > UINT32_MAX ? ", more than an index of 32 bits has: is each a size_t?" : "");
  return findings;
}

// The variant with a grid of far_group blocks.
Variant with_a_far_group(const Variant& variant) {
  Variant other = variant;
  other.parts.group = far_group;
  other.run = [run = variant.run](Arguments arguments) {
    arguments.group = far_group;
    run(arguments);
  };
  return other;
}

}  // namespace

std::vector<Finding> faults_far_out(Engine& engine, const Variant& variant) {
  const Parts& parts = variant.parts;
  if (engine.excerpts() == nullptr || parts.elements == 0) return {};
  if (parts.group != 0 && !parts.through_the_whole_array()) {
    // The last block of a group, and the first one of the next.
    const auto near = faults_of(engine, variant, parts.elements * parts.group * parts.rounds + a_little_more,
                                {parts.group - 1, parts.group});
    if (!near.empty()) return near;
  }
  const Variant far = parts.through_the_whole_array() ? with_a_far_group(variant) : variant;
  return faults_of(engine, far, far_count, far_blocks(far.parts));
}

}  // namespace ladder::reduction
