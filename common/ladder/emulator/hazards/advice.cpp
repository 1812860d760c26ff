// What to do about two that collide: a part of a hazard's words.
#include <fmt/format.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>

#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/hazards/hazard_words.hpp"
#include "ladder/source/around.hpp"
#include "ladder/source/conditions.hpp"
#include "ladder/source/scope.hpp"

namespace ladder::emulator {
namespace {

// Whether the array has an element for each thread of the block.
bool has_one_for_each_thread(const Hazard& hazard) {
  const dim3& block = hazard.launch.block;
  return hazard.loop.array_bytes >= std::uint64_t{block.x} * block.y * block.z * sizeof(float);
}

// What keeps the two apart. Where a loop has a barrier of the block, all its threads come there, and may to another
// one. Else one warp may have come alone, and what no other warp does meanwhile needs no more than __syncwarp().
const char* barrier_between(const Hazard& hazard) {
  const ArrayUsers& users = hazard.users;
  const bool is_of_block = distance(hazard.actor, hazard.other) != Distance::one_warp || hazard.loop.with_barrier ||
                           (users.meet && users.others_meanwhile);
  return is_of_block ? "__syncthreads()" : "__syncwarp()";
}

// Where a single warp of several has used the array, another size may bring others.
std::string if_others_come(const Hazard& hazard) {
  const dim3& block = hazard.launch.block;
  const bool has_one_warp = block.x * block.y * block.z <= warp_lanes;
  if (has_one_warp || hazard.in_wrong_line || !hazard.detail.empty() || !hazard.users.are_known ||
      hazard.users.others || hazard.loop.with_barrier)
    return "";
  return "; a __syncthreads(), if other warps may come here, too";
}

// The same of two of one block that do it in one line. What lanes of one warp exchange without __syncwarp(), as code
// for older GPUs does, is told from an index that two threads have: the element has one writer.
std::string how_to_part_in_one_line(const Hazard& hazard, Distance apart, bool one_reads) {
  const char* const barrier = barrier_between(hazard);
  const char* const same_index = "two threads have the same index here, or the update needs an atomic";
  if (hazard.kind == HazardKind::written_twice)
    return "two threads have the same index here (is a test of it missing?), or the update needs an atomic";
  if (!one_reads || hazard.loop.both_write) return same_index;
  if (hazard.loop.iterations == InLoop::Iterations::several)
    return fmt::format("a {} is missing between two iterations of the loop", barrier);
  const bool in_one_iteration = hazard.loop.iterations == InLoop::Iterations::one;
  if (in_one_iteration && apart == Distance::one_warp)
    return fmt::format("lanes are not in step: a {} is missing between reading and writing", barrier);
  if (in_one_iteration) {
    const std::string test = uneven_test(source_line(hazard.actor.site), calling_lines(hazard.actor.site));
    return fmt::format(
        "in one iteration, one thread reads what another one writes: an index or {} is wrong, or a __syncthreads() is "
        "missing between reading and writing",
        test.empty() ? "a test" : "the test, " + test + ",");
  }
  const std::string missing =
      fmt::format("a {} is missing: between two iterations of a loop, or between reading and writing", barrier);
  return apart == Distance::one_warp ? fmt::format("{}; or {}", missing, same_index)
                                     : fmt::format("{}, or {}", same_index, missing);
}

// Whether one of the two only looks at what the other one updates by an atomic.
bool is_look_at_an_atomic(const Hazard& hazard) {
  const Access a = hazard.actor.operation, b = hazard.other.operation;
  return (a == Access::load && b == Access::atomic) || (a == Access::atomic && b == Access::load);
}

// The line of the access, as the source has it; none where that is not known.
struct SourceLine {
  const Source& source;
  Range tokens;
};
std::optional<SourceLine> line_of(const Hazard& hazard) {
  const auto scope = scope_of(source_line(hazard.actor.site), 0);
  if (!scope) return std::nullopt;
  return SourceLine{*scope->source, tokens_of_line(*scope->source, scope->at.line)};
}

// Whether the line adds to an element, or takes the new value from the array itself.
bool is_update(const Hazard& hazard) {
  const auto line = line_of(hazard);
  if (!line) return false;
  const auto& [source, tokens] = *line;
  std::set<std::string> arrays;
  for (std::size_t i = tokens.begin; i < tokens.end; ++i) {
    const bool is_array = source.is_identifier(i) && source.is(i + 1, "[");
    if (source.is_one_of(i, {"+=", "-=", "++", "--"}) || (is_array && !arrays.insert(source.tokens[i].text).second))
      return true;
    if (source.is_one_of(i, {"*", "/", "&", "|", "^"}) && source.is(i + 1, "=")) return true;
  }
  return false;
}

// Whether all that the line uses of arrays is one element, by one index.
bool uses_one_element(const Hazard& hazard) {
  const auto line = line_of(hazard);
  if (!line) return false;
  const auto& [source, tokens] = *line;
  std::set<std::string> elements;
  for (std::size_t i = tokens.begin; i < tokens.end; ++i) {
    if (source.is_identifier(i) && source.is(i + 1, "[")) elements.insert(words(source, i, closing(source, i + 1)));
  }
  return elements.size() == 1;
}

// Whether one of the words stands in the line of the access.
bool line_has(const Hazard& hazard, std::initializer_list<const char*> words) {
  const auto line = line_of(hazard);
  return line && count_of(line->source, line->tokens, words) > 0;
}

constexpr const char* two_steps =
    "to read and to exchange are two steps: what another thread stores in between is lost; let one atomic do both "
    "(atomicMax(), atomicAdd(), ..), or a loop of atomicCAS()";

CallBetween between(const Hazard& hazard, const std::string& call) {
  if (hazard.other.site == 0) return {};
  return call_between(source_line(hazard.actor.site), source_line(hazard.other.site), call);
}

// What stands between the two where a __syncthreads() is missing, and does less.
std::string in_its_place(const Hazard& hazard, Distance apart) {
  if (apart == Distance::one_warp) return "";
  for (const std::string call : {"__syncwarp()", "__threadfence()", "__threadfence_block()"}) {
    if (const auto at = between(hazard, call).at)
      return fmt::format(": the {} at {} {}", call, ladder::in_words(*at),
                         call == "__syncwarp()" ? "is for each warp alone" : "lets no thread wait");
  }
  return "";
}

// Whether a thread is to read what stands there before the asynchronous copy writes it, as far as it tells: in one
// pass, what lies above the copy, or has a barrier behind the copy; in the next one, the others.
bool is_copied_over(const Hazard& hazard) {
  const bool actor_copies = hazard.actor.operation == Access::store;
  const Actor& copy = actor_copies ? hazard.actor : hazard.other;
  const Actor& reader = actor_copies ? hazard.other : hazard.actor;
  if (!hazard.loop.copy_is_new || reader.operation != Access::load) return false;
  if (reader.site < copy.site) return !hazard.loop.in_next_iteration;
  return hazard.loop.in_next_iteration || between(hazard, "__syncthreads()").at.has_value();
}

// What would have to be different for the two threads not to collide.
std::string part_two(const Hazard& hazard) {
  if (hazard.in_wrong_line) return "this line has another mistake, told above: an index or the array is wrong";
  if (hazard.loop.of_copy && is_copied_over(hazard))
    return fmt::format("a copy may write as soon as it is started: a {} is missing between the read and the copy",
                       barrier_between(hazard));
  if (hazard.loop.of_copy && hazard.detail.empty())
    return fmt::format("a copy arrives where its thread waits for it: a {} is missing between that wait and the read",
                       barrier_between(hazard));
  if (!hazard.detail.empty()) return hazard.detail;
  const Distance apart = distance(hazard.actor, hazard.other);
  if (hazard.kind == HazardKind::unordered_blocks) {
    if (is_look_at_an_atomic(hazard) && in_one_line(hazard) && line_has(hazard, {"atomicExch"})) return two_steps;
    if (is_look_at_an_atomic(hazard))
      return "blocks run in any order: read it in a later launch; or, where any value does, by an atomic or as a "
             "volatile";
    if (in_one_line(hazard) && hazard.loop.both_write)
      return "blocks run in any order: unless an index is wrong, each update needs an atomic";
    return "blocks run in any order: let one block do both, or a later launch read it; or write, __threadfence(), then "
           "an atomic, which the reader reads first";
  }
  if (hazard.kind == HazardKind::written_twice && in_one_line(hazard) && !is_update(hazard)) {
    if (const std::string alike = alike_in_index(hazard); !alike.empty())
      return "two threads have the same index here: " + alike;
    const std::string parts = definitions_of(hazard);
    const std::string test = test_before(hazard);
    if (!parts.empty() || !test.empty())
      return fmt::format("two threads have the same index here: is it wrong{}{}?",
                         parts.empty() ? "" : " (" + parts + ")", test.empty() ? "" : ", or its test, " + test);
  }
  if (apart == Distance::two_blocks) {
    return "blocks run in any order: unless an index is wrong, one of them alone may write it, or each update needs an "
           "atomic";
  }
  const char* const barrier = barrier_between(hazard);
  const bool one_reads = hazard.actor.operation == Access::load || hazard.other.operation == Access::load;
  const std::string writer = "thread " + index_in(hazard.launch.block, hazard.loop.writer);
  if (hazard.other.site == 0 && one_reads && is_update(hazard) && uses_one_element(hazard))
    return "two threads have the same index here, or the update needs an atomic";
  if (!in_one_line(hazard)) {
    if (one_reads && hazard.loop.in_this_line && !has_one_for_each_thread(hazard)) {
      return fmt::format(
          "{} has fewer elements than the block has threads, and {} wrote it in this line, too: is it to "
          "be each thread's own, without __shared__?",
          array_of(hazard), writer);
    }
    if (one_reads && hazard.loop.in_this_line) {
      return fmt::format("{} wrote it in this line, too: two threads have the same index here{}", writer,
                         hazard.loop.iterations == InLoop::Iterations::one
                             ? ""
                             : fmt::format(", or a {} is missing between two iterations of the loop", barrier));
    }
    const CallBetween same = between(hazard, barrier);
    const bool is_next_iteration =
        (hazard.loop.in_next_iteration && (apart == Distance::one_block || hazard.loop.with_barrier)) ||
        (same.at && same.is_in_loop);
    if (is_look_at_an_atomic(hazard) && line_has(hazard, {"while"}))
      return "a thread waits here for what another one stores: the read has to be an atomic, too, or a volatile";
    const std::string other = same.at ? ""
                              : same.behind.empty() || apart != Distance::one_block
                                  ? in_its_place(hazard, apart)
                                  : ": the one there is stands behind " + same.behind;
    const bool has_room = same.room && apart == Distance::one_block && other.empty() && !same.at;
    const std::string where = is_next_iteration ? ": the line further up is in the next iteration of the loop"
                              : has_room        ? ", before " + ladder::in_words(*same.room)
                                                : "";
    const std::string missing = fmt::format("a {} is missing between them{}{}", barrier, where, other);
    if (one_reads && apart == Distance::one_block && hazard.loop.in_warps)
      return "two warps, and only __syncwarp() keeps threads apart here: does one too many come here? Or " + missing;
    return one_reads ? missing : "two threads have the same index here, or " + missing;
  }
  if (is_look_at_an_atomic(hazard) && line_has(hazard, {"atomicExch"})) return two_steps;
  if (is_look_at_an_atomic(hazard))
    return fmt::format("a {} is missing between them, or the read has to be an atomic, too", barrier);
  return how_to_part_in_one_line(hazard, apart, one_reads);
}

}  // namespace

bool in_one_line(const Hazard& hazard) {
  if (hazard.other.site == 0) return hazard.kind == HazardKind::written_twice;
  return place_of(hazard.actor.site) == place_of(hazard.other.site) &&
         callers_of(hazard.actor.site) == callers_of(hazard.other.site);
}

std::string how_to_part_them(const Hazard& hazard) { return part_two(hazard) + if_others_come(hazard); }

}  // namespace ladder::emulator
