// What to do about an index that is wrong: a part of a hazard's words.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/hazards/hazard_words.hpp"
#include "ladder/source/accesses.hpp"
#include "ladder/source/conditions.hpp"
#include "ladder/source/declarations.hpp"
#include "ladder/source/given.hpp"
#include "ladder/source/index_definitions.hpp"

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

std::string told(const Condition& test) { return test.text + " at " + ladder::in_words(test.at); }

// Of several tests the one that includes its limit, if it is one: else the two nearest. sum: "col + 3", which none has.
// moved: what moves the pointer that the index counts from.
std::string in_words(IndexTests found, const std::string& sum, const std::string& moved) {
  if (!are_there(found)) return "";
  if (!found.untested.empty())
    return fmt::format("; no test of {} before it: test it, or correct the index", fmt::join(found.untested, " or "));
  std::vector<Condition>& tests = found.tests;
  const auto included = std::ranges::count_if(tests, includes_its_limit);
  if (included == 1) std::erase_if(tests, [](const Condition& one) { return !includes_its_limit(one); });
  if (included != 1 && !sum.empty())
    return fmt::format("; {} does not test {}: test it, or correct the index", told(tests.back()), sum);
  if (tests.size() == 1)
    return fmt::format("; {} lets it through: correct {}the test, or the index", told(tests[0]),
                       moved.empty() ? "" : fmt::format("what moves the pointer ({}), ", moved));
  return fmt::format("; {} and {} let it through: correct one of them, or the index", told(tests[tests.size() - 2]),
                     told(tests.back()));
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

std::string test_before(const Hazard& hazard) {
  const IndexTests before = tests_before(hazard);
  return are_there(before) ? told(before.tests.back()) : "";
}

std::string parts_of_index(const Hazard& hazard) {
  if (hazard.miss == Miss::by_pointer) return "";
  const std::string parts = definitions_of(hazard), wide = wide_pointer_in(source_line(hazard.actor.site));
  const std::string unit = wide.empty() ? "" : fmt::format("; the index counts {} here, and not single elements", wide);
  const IndexTests before = tests_before(hazard);
  const std::string sum = untested_sum(source_line(hazard.actor.site), calling_lines(hazard.actor.site), before.tests);
  const std::string moved =
      given_by_caller(source_line(hazard.actor.site), calling_lines(hazard.actor.site), {array_of(hazard)});
  return unit + in_words(before, sum, moved) + (parts.empty() ? "" : "; parts of the index: " + parts);
}

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
  const bool is_shared = hazard.element.starts_with("shared "), is_tested = are_there(tests_before(hazard));
  if (!is_shared && hazard.kind != HazardKind::beyond_local_array)
    return is_tested ? "" : "; test the index before, or correct it";
  const ArrayOf whom = is_shared ? ArrayOf::block : ArrayOf::thread;
  if (hazard.wrong_index) {
    const std::string bound = bound_of_another_index(access_of(hazard), whom, *hazard.wrong_index);
    if (!bound.empty()) return "; " + bound;
  }
  const dim3& block = hazard.launch.block;
  const std::string threads = fmt::format("; the block has {}x{}{} threads: ", block.x, block.y,
                                          block.z == 1 ? "" : fmt::format("x{}", block.z));
  if (is_tested) return threads + "or is the array too short?";
  const std::string array = declared_array(source_line(hazard.actor.site), whom);
  return fmt::format("{}is {} too short, the index wrong, or a test of it missing?", is_shared ? threads : "; ",
                     array.empty() ? "the array" : array);
}

std::string how_to_align(const Hazard& hazard) {
  const char* const by_pieces = "read and write it by smaller pieces";
  if (hazard.row_bytes == 0) {
    const auto before = conditions_on(source_line(hazard.actor.site), calling_lines(hazard.actor.site));
    const auto choice = std::ranges::find_if(before, &Condition::is_the_same_for_all);
    if (const std::string single = single_counting_index(access_of(hazard)); !single.empty())
      return fmt::format("; {} counts single elements here, and {} are several: multiply it by how many", single,
                         hazard.detail);
    return fmt::format("{}; correct the index, begin elsewhere, {}or {}", parts_of_index(hazard),
                       choice == before.end() ? "" : fmt::format("keep it out by {}, ", told(*choice)), by_pieces);
  }
  const std::string array = declared_array(source_line(hazard.actor.site), ArrayOf::block);
  return fmt::format("; a row of {} has {} bytes: give it another length, or {}", array.empty() ? "the array" : array,
                     hazard.row_bytes, by_pieces);
}

std::string what_not_all_pass(const Hazard& hazard) {
  const std::string test = uneven_test(source_line(hazard.actor.site), calling_lines(hazard.actor.site));
  return test.empty() ? "" : fmt::format("; not all come past {}", test);
}

std::string where_it_is_written(const Hazard& hazard) {
  const std::string array = array_of(hazard), store = only_store_in_words(source_line(hazard.actor.site), array);
  return store.empty() ? "" : "; " + array + " is written at " + store;
}

}  // namespace ladder::emulator
