#include "ladder/emulator/debuginfo/kernel_facts.hpp"

#include <algorithm>
#include <utility>

#include "ladder/base/files.hpp"
#include "ladder/base/pattern.hpp"
#include "ladder/emulator/debuginfo/kept_answers.hpp"
#include "ladder/emulator/debuginfo/source_lines.hpp"

namespace ladder::emulator {
namespace {

LoopPragma pragma_above(std::uintptr_t comparison) {
  static const Pattern pragma(R"(\s*#\s*pragma\s+(unroll|nounroll)\b\s*\(?\s*(\w*)\s*\)?\s*(//.*)?)");
  const CodePlace place = source_line(comparison);
  const std::vector<std::string> lines = lines_of(contents(place.path));
  if (place.line < 2 || place.line > std::ssize(lines)) return LoopPragma::none;
  const Pattern::Found found = pragma.whole(lines[static_cast<std::size_t>(place.line) - 2]);
  if (found.empty()) return LoopPragma::none;
  return found[1] == "nounroll" || found[2] == "1" ? LoopPragma::kept_rolled : LoopPragma::unroll;
}

}  // namespace

const KernelFacts& facts_of(const void* kernel) {
  static KeptAnswers<const void*, KernelFacts> known;
  return known.to(kernel, read_facts);
}

std::optional<long> value_of_constant(std::uintptr_t site, const std::string& name) {
  static KeptAnswers<std::pair<std::uintptr_t, std::string>, unsigned> known;
  const unsigned value = known.to({site, name}, [](const auto& one) { return read_constant(one.first, one.second); });
  return value == 0 ? std::nullopt : std::optional<long>(value);
}

std::size_t FileFacts::struct_alignment(std::size_t bytes) const {
  const auto found = struct_alignments.find(bytes);
  return found == struct_alignments.end() ? 0 : found->second;
}

bool FileFacts::is_row_of_an_array(const std::string& extents) const {
  return std::ranges::any_of(
      arrays, [&](const std::string& other) { return other.size() > extents.size() && other.ends_with(extents); });
}

const FileFacts& file_facts_of(const void* kernel) {
  static KeptAnswers<const void*, FileFacts> known;
  return known.to(kernel, read_file_facts);
}

LoopPragma loop_pragma(std::uintptr_t comparison) {
  static KeptAnswers<std::uintptr_t, LoopPragma> known;
  return known.to(comparison, [](std::uintptr_t one) { return one == 0 ? LoopPragma::none : pragma_above(one); });
}

}  // namespace ladder::emulator
