#include "ladder/emulator/hazards/hazard_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <tuple>

#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/memory/global_memory.hpp"

namespace ladder::emulator {
namespace {

const char* verb(const Actor& actor) {
  constexpr const char* verbs[] = {"reads", "writes", "updates"};
  return verbs[static_cast<std::size_t>(actor.operation)];
}

// What the pattern says of the hazard.
std::string in_words(const Hazard& hazard, const std::string& pattern) {
  const Actor& actor = hazard.actor;
  const Actor& other = hazard.other;
  const auto thread = [&](const Actor& a) { return "thread " + index_in(hazard.launch.block, a.thread); };
  const auto of_block = [&](const Actor& a) { return " of block " + index_in(hazard.launch.grid, a.block); };
  const std::string here = callers_of(actor.site), there = other.site == 0 ? "" : callers_of(other.site);
  const bool is_written = hazard.kind == HazardKind::written_twice || hazard.kind == HazardKind::written_alike;
  const bool names_there = other.site != 0 && !(is_written && in_one_line(hazard));
  return fmt::format(fmt::runtime(pattern),                   //
                     fmt::arg("here", place_of(actor.site)),  //
                     fmt::arg("who", thread(actor) + of_block(actor)),
                     fmt::arg("whom", thread(other) + (actor.block == other.block ? "" : of_block(other))),
                     fmt::arg("there", names_there ? " at " + place_of(other.site) + (there == here ? "" : there) : ""),
                     fmt::arg("caller", here), fmt::arg("block", index_in(hazard.launch.grid, actor.block)),
                     fmt::arg("does", verb(actor)),                                                  //
                     fmt::arg("other_does", verb(other)),                                            //
                     fmt::arg("subject", hazard.subject.empty() ? hazard.element : hazard.subject),  //
                     fmt::arg("row", hazard.index ? "row" : "array"),                                //
                     fmt::arg("behind", hazard.index ? "the next row" : "what lies behind it"),      //
                     fmt::arg("detail", hazard.detail),                                              //
                     fmt::arg("parts_of_index", parts_of_index(hazard)),                             //
                     fmt::arg("how_to_keep_in", how_to_keep_in(hazard)),                             //
                     fmt::arg("how_to_align", how_to_align(hazard)),                                 //
                     fmt::arg("where_it_is_written", where_it_is_written(hazard)),                   //
                     fmt::arg("how_to_begin", how_to_begin(hazard)),                                 //
                     fmt::arg("what_not_all_pass", what_not_all_pass(hazard)),                       //
                     fmt::arg("how_to_part_them", how_to_part_them(hazard)));
}

PlacedThread placed(const Actor& actor) {
  return {actor.block, actor.thread, source_line(actor.site), actor.operation};
}

PlacedHazard placed(const Hazard& hazard, const TracedPlaceOf& traced_place) {
  const HazardRow& row = row_of(hazard.kind);
  PlacedHazard result;
  result.words = in_words(hazard, std::string("{here}: ") + row.headline);
  result.headline = result.words.size();
  result.words += in_words(hazard, row.evidence);
  result.advice = result.words.size();
  result.words += in_words(hazard, row.advice);
  result.rule = row.name;
  result.is_remark = row.counted_as == nullptr;
  result.is_aside = hazard.kind == HazardKind::left_before_barrier;
  result.explains_others = hazard.kind < HazardKind::race && !hazard.is_left_unwritten;
  result.launch = hazard.launch.number - std::uint64_t{1};
  result.turn = hazard.launch.turn;
  result.element = hazard.element;
  if (hazard.place) result.place = traced_place(*hazard.place);
  if (hazard.place && hazard.place->space == Space::global) {
    const Buffer* const buffer = GlobalMemory::instance().find(hazard.place->array, 0);
    if (buffer != nullptr && !hazard.element.starts_with("global " + buffer->name + "["))
      result.host_name = buffer->name;
  }
  result.index = hazard.index;
  result.thread = placed(hazard.actor);
  result.callers = calling_lines(hazard.actor.site);
  if (row.collision || hazard.other.site != 0) result.other = placed(hazard.other);
  return result;
}

// Whether one of the hazards is in the same line, and so.
bool is_in_line_of(const Hazard& hazard, const std::vector<Hazard>& hazards, const auto& is_so) {
  return std::ranges::any_of(hazards, [&](const Hazard& other) {
    return is_so(other) && place_of(other.actor.site) == place_of(hazard.actor.site);
  });
}

// Whether it is said already that an access in this line leaves its array, which has no rows.
bool is_told_of_array(const Hazard& beyond, const std::vector<Hazard>& hazards) {
  return is_in_line_of(beyond, hazards, [&](const Hazard& other) {
    const bool has_rows = std::ranges::count(other.detail, '[') > 1;
    return other.kind == HazardKind::out_of_bounds && !(beyond.index && has_rows);
  });
}

// Whether the line also leaves an array, or reads of global memory what nothing wrote, which no barrier would mend.
bool is_in_wrong_line(const Hazard& collision, const std::vector<Hazard>& hazards) {
  return row_of(collision.kind).collision && is_in_line_of(collision, hazards, [](const Hazard& other) {
           const bool is_of_global = other.place && other.place->space == Space::global;
           return other.kind == HazardKind::out_of_bounds ||
                  (other.kind == HazardKind::uninitialized_read && is_of_global);
         });
}

// Whether it is a load that leaves an array of shared memory which no store leaves: then that is not too short.
bool leaves_alone(const Hazard& load, const std::vector<Hazard>& hazards) {
  const auto is_beyond = [](const Hazard& hazard, bool by_load) {
    return hazard.kind == HazardKind::out_of_bounds && hazard.element.starts_with("shared ") &&
           (hazard.actor.operation == Access::load) == by_load;
  };
  return is_beyond(load, true) && std::ranges::none_of(hazards, [&](const Hazard& other) {
           return other.kind == HazardKind::beyond_row ||
                  (is_beyond(other, false) && array_of(other) == array_of(load));
         });
}

// Whether nothing wrote what is read, and two threads write one element: of the same array, where one of them should
// have written another one; in the same line, which has a wrong index; or in a launch before.
bool is_left_unwritten(const Hazard& read, const std::vector<Hazard>& hazards) {
  const bool is_such_a_read = read.kind == HazardKind::uninitialized_read && read.place;
  return is_such_a_read && std::ranges::any_of(hazards, [&](const Hazard& other) {
           const bool is_of_writes = row_of(other.kind).collision && row_of(other.kind).counted_as != nullptr &&
                                     other.actor.operation == Access::store && other.other.operation == Access::store;
           const bool is_of_array =
               other.place && other.place->space == read.place->space && other.place->array == read.place->array;
           return is_of_writes && (is_of_array || other.launch.number < read.launch.number ||
                                   place_of(other.actor.site) == place_of(read.actor.site));
         });
}

// Whether two threads write one element in the race's line as well: then they have the same index there.
bool is_written_twice(const Hazard& race, const std::vector<Hazard>& hazards) {
  return is_in_line_of(race, hazards, [](const Hazard& other) { return other.kind == HazardKind::written_twice; });
}

// Whether in that line two threads also write different values: of a float4, one of four that is alike says nothing.
bool is_written_otherwise(const Hazard& alike, const std::vector<Hazard>& hazards) {
  return is_in_line_of(alike, hazards, [](const Hazard& other) {
    return other.kind == HazardKind::race || other.kind == HazardKind::written_twice;
  });
}

// Of a race with somebody of whom it is not known where he wrote: whether two threads also collide in this line alone,
// which tells where.
bool is_told_with_both_places(const Hazard& race, const std::vector<Hazard>& hazards) {
  return race.other.site == 0 && is_in_line_of(race, hazards, [](const Hazard& other) {
           return other.kind == HazardKind::race && other.other.site != 0 && in_one_line(other);
         });
}

// Of blocks that ran while others did on other cores.
bool is_by_chance(const Hazard& hazard) {
  const auto& launch = hazard.launch;
  const std::uint64_t last = std::uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z - 1;
  const auto is_late = [&](std::uint64_t block) {
    return (launch.last_block_first ? last - block : block) >= blocks_alone(launch.block);
  };
  return is_late(hazard.actor.block) || (hazard.other.site != 0 && is_late(hazard.other.block));
}

// Whether blocks, too, collide on the race's array: no barrier mends that, and it is told first. Of an update in one
// line an atomic mends both.
bool is_between_blocks(const Hazard& race, const std::vector<Hazard>& hazards) {
  const bool is_update = in_one_line(race) && is_written_twice(race, hazards);
  return race.kind == HazardKind::race && race.place && !is_update &&
         std::ranges::any_of(hazards, [&](const Hazard& other) {
           return other.kind == HazardKind::unordered_blocks && other.launch.number == race.launch.number &&
                  other.place->array == race.place->array && is_by_chance(other) <= is_by_chance(race);
         });
}

// By kind, then by launch and line: not by what came first in time, which another run may change. What follows from
// collisions comes after them.
auto in_order_of_report(const Hazard& hazard) {
  const CodePlace line = source_line(hazard.actor.site);
  const CodePlace other = hazard.other.site == 0 ? CodePlace{} : source_line(hazard.other.site);
  const HazardKind kind = hazard.is_left_unwritten   ? HazardKind::written_alike
                          : hazard.is_between_blocks ? HazardKind::unordered_blocks
                                                     : hazard.kind;
  return std::make_tuple(kind, hazard.is_between_blocks, hazard.launch.number, is_by_chance(hazard), line.path,
                         line.line, other.line);
}

}  // namespace

dim3 place_in(const dim3& size, std::uint64_t linear) {
  const auto number = [](std::uint64_t n) { return static_cast<unsigned>(n); };
  return {number(linear % size.x), number(linear / size.x % size.y), number(linear / size.x / size.y)};
}

std::string index_in(const dim3& size, std::uint64_t linear) {
  const dim3 place = place_in(size, linear);
  return size.z == 1 ? fmt::format("({}, {})", place.x, place.y)
                     : fmt::format("({}, {}, {})", place.x, place.y, place.z);
}

std::vector<PlacedHazard> placed(std::vector<Hazard> hazards, const TracedPlaceOf& traced_place) {
  constexpr std::size_t most_of_a_kind = 2;
  for (Hazard& hazard : hazards) {
    hazard.is_left_unwritten = is_left_unwritten(hazard, hazards);
    hazard.is_between_blocks = is_between_blocks(hazard, hazards);
    hazard.leaves_alone = leaves_alone(hazard, hazards);
  }
  std::ranges::stable_sort(hazards, {}, in_order_of_report);
  std::set<std::tuple<HazardKind, std::string, std::string>> said;
  std::set<std::pair<HazardKind, std::string>> lines_said;
  std::array<std::size_t, hazard_kinds> of_kind{};
  std::vector<PlacedHazard> all;
  for (Hazard hazard : hazards) {
    if (of_kind[static_cast<std::size_t>(hazard.kind)] == most_of_a_kind) continue;
    if (hazard.kind == HazardKind::beyond_row && is_told_of_array(hazard, hazards)) continue;
    if (hazard.kind == HazardKind::written_alike && is_written_otherwise(hazard, hazards)) continue;
    if (hazard.kind == HazardKind::race && is_told_with_both_places(hazard, hazards)) continue;
    const bool may_be_read = hazard.kind == HazardKind::race || hazard.kind == HazardKind::unordered_blocks;
    if (may_be_read && is_written_twice(hazard, hazards)) hazard.loop.both_write = true;
    hazard.in_wrong_line = is_in_wrong_line(hazard, hazards);
    const bool is_new = said.insert({hazard.kind, place_of(hazard.actor.site), place_of(hazard.other.site)}).second;
    const bool is_line_said = lines_said.contains({hazard.kind, place_of(hazard.actor.site)});
    if (!is_new || (is_line_said && is_by_chance(hazard))) continue;
    lines_said.insert({{hazard.kind, place_of(hazard.actor.site)}, {hazard.kind, place_of(hazard.other.site)}});
    ++of_kind[static_cast<std::size_t>(hazard.kind)];
    all.push_back(placed(hazard, traced_place));
  }
  return all;
}

}  // namespace ladder::emulator
