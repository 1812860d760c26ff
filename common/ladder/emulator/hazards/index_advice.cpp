// What to do about an index that is wrong: a part of a hazard's words.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "ladder/emulator/debuginfo/kernel_facts.hpp"
#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/hazards/hazard_words.hpp"
#include "ladder/source/accesses.hpp"
#include "ladder/source/around.hpp"
#include "ladder/source/conditions.hpp"
#include "ladder/source/declarations.hpp"
#include "ladder/source/given.hpp"
#include "ladder/source/index_definitions.hpp"
#include "ladder/source/strides.hpp"

namespace ladder::emulator {
namespace {

// As the source has it.
SourceAccess access_of(const Hazard& hazard) {
  return {source_line(hazard.actor.site), calling_lines(hazard.actor.site), array_of(hazard),
          hazard.actor.operation != Access::load};
}

// What should have kept an index in bounds.
IndexTests tests_before(const Hazard& hazard) {
  const bool is_of_index = hazard.kind == HazardKind::out_of_bounds || hazard.kind == HazardKind::written_twice;
  if (!is_of_index || hazard.miss != Miss::by_index) return {};
  return tests_of_index(access_of(hazard), !hazard.element.starts_with("global "));
}

bool are_there(const IndexTests& found) { return !found.tests.empty(); }

std::string told(const Condition& test) {
  const std::string first = taken_first(test.text);
  return fmt::format("{}{} at {}", test.text, first.empty() ? "" : fmt::format(", which is {},", first),
                     ladder::in_words(test.at));
}

// Of an index that counts threads and is moved on by a loop: where that goes on by another number than there are
// threads.
std::string step_beside_threads(const Hazard& hazard) {
  const dim3& block = hazard.launch.block;
  const auto threads = [&](char direction) -> long {
    return direction == 'x' ? block.x : direction == 'y' ? block.y : block.z;
  };
  const auto constant = [&](const std::string& name) { return value_of_constant(hazard.actor.site, name); };
  for (const LoopBesideThreads& one : loops_beside_threads(access_of(hazard), hazard.wrong_index)) {
    const auto step = value_of_expression(one.step, constant);
    if (!step || *step == threads(one.direction)) continue;
    const char other = one.direction == 'x' ? 'y' : 'x';
    const std::string place = ladder::in_words(one.at);
    return threads(other) == *step
               ? fmt::format(
                     "; {} goes on by {} at {}, for the {} threads in {}: in {} the block has {}; or are x and y "
                     "exchanged in the block of {}x{}?",
                     one.loop, *step, place, *step, other, one.direction, threads(one.direction), block.x, block.y)
               : fmt::format("; {} goes on by {} at {}, and the block has {} threads in {}", one.loop, *step, place,
                             threads(one.direction), one.direction);
  }
  return "";
}

// Of several tests the one that includes its limit, if it is one: else the two nearest. sum: which none has.
// moved: what moves the pointer that the index counts from. given: what a caller gives for a name in the tests.
std::string in_words(IndexTests found, const std::optional<UntestedSum>& sum, const std::string& moved,
                     const std::string& given) {
  if (!are_there(found)) return "";
  if (!found.untested.empty())
    return fmt::format("; no test of {} before it: test it, or correct the index", fmt::join(found.untested, " or "));
  std::vector<Condition>& tests = found.tests;
  const auto included = std::ranges::count_if(tests, includes_its_limit);
  if (included == 1) std::erase_if(tests, [](const Condition& one) { return !includes_its_limit(one); });
  const auto joined = std::ranges::find_if(tests, joins_the_wrong_way);
  if (included == 0 && joined != tests.end())
    return fmt::format("; {} lets it through where one of the two holds: is {} meant?", told(*joined),
                       joined->leaves ? "||" : "&&");
  if (included != 1 && sum)
    return fmt::format("; {} does not test {}: test it here, or correct the index", told(sum->test), sum->text);
  const std::string with = given.empty() ? "" : ", with " + given;
  if (tests.size() == 1)
    return fmt::format("; {} lets it through{}: correct {}the test, or the index", told(tests[0]), with,
                       moved.empty() ? "" : fmt::format("what moves the pointer ({}), ", moved));
  return fmt::format("; {} and {} let it through{}: correct {}one of them, or the index", told(tests[tests.size() - 2]),
                     told(tests.back()), with, given.empty() ? "" : "that, ");
}

}  // namespace

std::string array_of(const Hazard& hazard) {
  const std::size_t name = hazard.element.find(' ') + 1,
                    end = std::min(hazard.element.find('['), hazard.element.size());
  return hazard.element.substr(std::min(name, end), end - std::min(name, end));
}

std::string definitions_of(const Hazard& hazard) {
  const bool has_rows = std::ranges::count(hazard.element, '[') != 1;
  return ladder::in_words(index_definitions(access_of(hazard), has_rows ? hazard.wrong_index : std::nullopt));
}

std::string alike_in_index(const Hazard& hazard) {
  if (!in_one_line(hazard)) return "";
  const auto numbers_of = [&](const Actor& actor) -> ValueOfName {
    return [&](const std::string& name) -> std::optional<long> {
      const dim3 &block = hazard.launch.block, &grid = hazard.launch.grid;
      const auto one = [&](const dim3& of) { return name.back() == 'x' ? of.x : name.back() == 'y' ? of.y : of.z; };
      if (name.starts_with("threadIdx.")) return one(place_in(block, actor.thread));
      if (name.starts_with("blockIdx.")) return one(place_in(grid, actor.block));
      if (name.starts_with("blockDim.")) return one(block);
      if (name.starts_with("gridDim.")) return one(grid);
      return value_of_constant(hazard.actor.site, name);
    };
  };
  return alike_for_both(access_of(hazard), numbers_of(hazard.actor), numbers_of(hazard.other));
}

std::string test_before(const Hazard& hazard) {
  const IndexTests before = tests_before(hazard);
  return are_there(before) ? told(before.tests.back()) : "";
}

std::string parts_of_index(const Hazard& hazard) {
  if (hazard.miss == Miss::by_pointer) return "";
  const std::string alike = hazard.kind == HazardKind::written_alike ? alike_in_index(hazard) : "";
  if (!alike.empty()) return "; " + alike;
  const CodePlace line = source_line(hazard.actor.site);
  const Callers callers = calling_lines(hazard.actor.site);
  const std::string parts = definitions_of(hazard), wide = wide_pointer_in(line);
  const std::string unit = wide.empty() ? "" : fmt::format("; the index counts {} here, and not single elements", wide);
  const IndexTests before = tests_before(hazard);
  const auto sum = untested_sum(line, callers, before.tests);
  const std::string moved = given_by_caller(line, callers, {array_of(hazard)}, Given::more);
  std::set<std::string> names;
  for (const Condition& test : before.tests) names.insert(test.names.begin(), test.names.end());
  const std::string given = given_by_caller(line, callers, names, Given::name), loop = loop_around(line, callers);
  const bool goes_to_limit = are_there(before) && loop.find(" <= ") != std::string::npos;
  return unit + in_words(before, sum, moved, given) + (goes_to_limit ? "; or the loop, " + loop : "") +
         (parts.empty() ? "" : "; parts of the index: " + parts) + step_beside_threads(hazard);
}

namespace {

// What in the source shows why an index leaves an array of shared memory, or a thread's own: a loop that goes further,
// or the number of the block. Empty where nothing does.
std::string why_it_leaves(const Hazard& hazard, ArrayOf whom) {
  SourceAccess access = access_of(hazard);
  const std::string declared = declared_array(access.at, whom);
  if (access.array.empty()) access.array = declared.substr(0, declared.find('['));
  const auto constant = [&](const std::string& name) { return value_of_constant(hazard.actor.site, name); };
  const std::vector<Condition> tests = tests_of_index(access, true).tests;
  const bool is_tested = std::ranges::any_of(tests, [](auto& one) { return !one.text.starts_with("for "); });
  const std::string loop = is_tested ? "" : loop_beyond_array(access, whom, hazard.wrong_index, constant);
  if (!loop.empty()) return "; " + loop;
  const auto definitions = index_definitions(access, std::nullopt);
  const bool is_taken_apart = std::ranges::any_of(definitions, [](const Definition& one) {
    return !one.is_of_loop && one.text.find_first_of("%&/-") != std::string::npos;
  });
  if (is_taken_apart || written_in_source(access).find_first_of("%&/-") != std::string::npos) return "";
  for (const char* number : {"blockIdx.x", "blockIdx.y"}) {
    const auto all = definitions_with(access, hazard.wrong_index, number);
    if (whom == ArrayOf::block && all.size() == 1 && !all[0].name.empty())
      return fmt::format("; {} at {} has the number of the block, and each block has its own {}", all[0].text,
                         ladder::in_words(all[0].at), access.array);
  }
  return "";
}

}  // namespace

std::string how_to_keep_in(const Hazard& hazard) {
  if (hazard.miss == Miss::by_pointer) {
    const std::string reference = reference_of_kernel(source_line(hazard.actor.site));
    return reference.empty() ? ""
                             : fmt::format("; {} is a reference: a kernel takes what the host has by value", reference);
  }
  if (hazard.miss != Miss::by_index) {
    return fmt::format("; the index is 2^{} too small: its offset does not fit 32 bits, compute it in size_t",
                       static_cast<int>(hazard.miss));
  }
  const bool is_shared = hazard.element.starts_with("shared ");
  const bool is_tested = are_there(tests_before(hazard)), is_of_row = hazard.kind == HazardKind::beyond_row;
  if (!is_shared && hazard.kind != HazardKind::beyond_local_array && !is_of_row)
    return is_tested ? "" : "; test the index before, or correct it";
  const bool is_of_block = is_shared || hazard.index ||
                           (is_of_row && !declared_array(source_line(hazard.actor.site), ArrayOf::block).empty());
  const ArrayOf whom = is_of_block ? ArrayOf::block : ArrayOf::thread;
  if (const std::string why = why_it_leaves(hazard, whom); !why.empty()) return why;
  const dim3& block = hazard.launch.block;
  const std::string threads = fmt::format("; the block has {}x{}{} threads: ", block.x, block.y,
                                          block.z == 1 ? "" : fmt::format("x{}", block.z));
  if (is_tested) return threads + "or is the array too short?";
  if (!step_beside_threads(hazard).empty()) return "";  // which the parts of the index have told
  const std::string declared = declared_array(source_line(hazard.actor.site), whom);
  if (is_of_row)
    return fmt::format(": is the {}{} too short, or the index wrong?", hazard.index ? "row" : "array",
                       declared.empty() ? "" : " of " + declared);
  const std::string array = declared.empty() ? "the array" : declared;
  if (hazard.leaves_alone)
    return fmt::format("; no store leaves {}: the index is wrong here, or a test of it is missing", array);
  return fmt::format("{}is {} too short, the index wrong, or a test of it missing?", is_shared ? threads : "; ", array);
}

std::string how_to_align(const Hazard& hazard) {
  const char* const by_pieces = "read and write it by smaller pieces";
  const CodePlace line = source_line(hazard.actor.site);
  if (hazard.row_bytes == 0) {
    if (const std::string pointer = cast_pointer_in(line); !pointer.empty())
      return fmt::format("; its pointer begins at no multiple of {}: {}", hazard.detail, pointer);
    const auto before = conditions_on(line, calling_lines(hazard.actor.site));
    const auto choice = std::ranges::find_if(before, &Condition::is_the_same_for_all);
    const bool has_cast = text_of_line(line).find("reinterpret_cast<") != std::string::npos;
    const bool is_cast_there =
        has_cast && wide_pointer_in(line).empty();  // and not the pointer that the index counts from
    const auto last = std::ranges::count(hazard.element, '[') > 1 ? std::optional(-1) : std::nullopt;
    for (const Definition& one : definitions_with(access_of(hazard), last, "threadIdx.x")) {
      if (is_cast_there && one.is_plain && !one.name.empty() && counts_alone(one.text, "threadIdx.x"))
        return fmt::format(
            "; {} at {} counts single elements by threadIdx.x, and {} are several: multiply it there, or in this index",
            one.text, ladder::in_words(one.at), hazard.detail);
    }
    const dim3 &grid = hazard.launch.grid, &block = hazard.launch.block;
    const bool begins_row = hazard.actor.thread % block.x == 0 && hazard.actor.block % grid.x == 0;
    const bool is_first_row = hazard.actor.thread < block.x && hazard.actor.block < grid.x;
    if (choice != before.end() && begins_row && !is_first_row)
      return fmt::format(
          "; it begins a row, and rows of this length do not all begin at multiples of {}: keep them out by "
          "{}, or {}",
          hazard.detail, told(*choice), by_pieces);
    const IndexTests tests = tests_of_index(access_of(hazard), false);
    const std::string test = choice != before.end() ? fmt::format("keep it out by {}, ", told(*choice))
                             : are_there(tests)
                                 ? fmt::format("correct {}, which lets it through, ", told(tests.tests.back()))
                                 : "";
    return fmt::format("{}; correct the index, begin elsewhere, {}or {}", parts_of_index(hazard), test, by_pieces);
  }
  const std::string array = declared_array(line, ArrayOf::block);
  return fmt::format("; a row of {} has {} bytes: give it another length, or {}", array.empty() ? "the array" : array,
                     hazard.row_bytes, by_pieces);
}

std::string what_not_all_pass(const Hazard& hazard) {
  const std::string test = uneven_test(source_line(hazard.actor.site), calling_lines(hazard.actor.site));
  return test.empty() ? "" : fmt::format("; not all come past {}", test);
}

std::string where_it_is_written(const Hazard& hazard) {
  const std::string array = array_of(hazard), store = only_store_in_words(source_line(hazard.actor.site), array);
  const std::string declared = declared_array(source_line(hazard.actor.site), ArrayOf::block);
  const dim3& block = hazard.launch.block;
  const std::string written = store.empty() ? "" : fmt::format("; {} is written at {}", array, store);
  if (!hazard.element.starts_with("shared ") || !declared.starts_with(array + "[")) return written;
  return written + fmt::format("; it is {}, in blocks of {}x{} threads", declared, block.x, block.y);
}

const char* how_to_begin(const Hazard& hazard) {
  return hazard.actor.operation == Access::atomic ? "an atomic goes on from what is there: write that first, or store"
                                                  : "write it first, or do not read it";
}

}  // namespace ladder::emulator
