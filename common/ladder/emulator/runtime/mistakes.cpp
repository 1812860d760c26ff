#include "ladder/emulator/runtime/mistakes.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <utility>

#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/runtime/allocations.hpp"
#include "ladder/emulator/runtime/launches.hpp"
#include "ladder/source/sizes.hpp"

namespace ladder::emulator {

cudaError_t ErrorState::result(cudaError_t error) {
  if (sticky_ != cudaSuccess) return sticky_;
  if (error != cudaSuccess) last_ = error;
  return error;
}

cudaError_t ErrorState::take() {
  const cudaError_t error = peek();
  last_ = cudaSuccess;
  return error;
}

const char* name_of(MistakeKind kind) {
  static constexpr const char* names[] = {"device memory on the host",
                                          "too early",
                                          "no order between streams",
                                          "wrong pointer",
                                          "wrong size",
                                          "use after free",
                                          "freed twice",
                                          "failed launch",
                                          "failed call",
                                          "nobody asked",
                                          "ranks differ",
                                          "would hang",
                                          "uninitialized",
                                          "never written",
                                          "filled in part",
                                          "never read",
                                          "never freed",
                                          "not a time"};
  static_assert(std::size(names) == static_cast<std::size_t>(MistakeKind::not_a_time) + 1, "one for each");
  return names[static_cast<std::size_t>(kind)];
}

std::string in_words(const Mistake& mistake) {
  return fmt::format("{}: {}: {}{}", mistake.site == 0 ? "at the end" : place_of(mistake.site), name_of(mistake.kind),
                     mistake.words, mistake.times == 1 ? "" : fmt::format(" ({} times)", mistake.times));
}

void MistakeLog::add(MistakeKind kind, std::uintptr_t site, const std::string& words, bool is_cause) {
  note_process();
  for (Mistake& known : all_) {
    if (known.kind != kind || known.site != site || (site == 0 && known.words != words)) continue;
    ++known.times;
    return;
  }
  all_.push_back({kind, site, words, 1, is_cause, turn_});
}

void MistakeLog::forget(MistakeKind kind, std::uintptr_t site) {
  std::erase_if(all_, [&](const Mistake& known) { return known.kind == kind && known.site == site; });
}

std::vector<Mistake> MistakeLog::mistakes() const {
  std::vector<Mistake> found = all_;
  std::erase_if(found, [](const Mistake& one) { return is_remark(one); });
  return found;
}

bool note_elements(MistakeKind kind, std::uintptr_t site, const std::string& bytes) {
  const auto size = size_in_elements(source_line(site));
  if (size) {
    note_mistake(kind, site, fmt::format("{}, by \"{}\": are these elements? A `* sizeof` is missing", bytes, *size),
                 !is_remark(kind));
  }
  return size.has_value();
}

}  // namespace ladder::emulator

using ladder::emulator::ErrorState;

cudaError_t cudaGetLastError() {
  ladder::emulator::Launches::instance().note_question();
  return ErrorState::instance().take();
}

cudaError_t cudaPeekAtLastError() {
  ladder::emulator::Launches::instance().note_question();
  return ErrorState::instance().peek();
}

// Its name, and what it says.
static std::pair<const char*, const char*> in_words(cudaError_t error) {
  switch (error) {
#define LADDER_ROW(name, number, words) \
  case name: return {#name, words};
    LADDER_CUDA_ERRORS(LADDER_ROW)
#undef LADDER_ROW
  }
  return {"unrecognized error code", "unrecognized error code"};
}

const char* cudaGetErrorName(cudaError_t error) { return in_words(error).first; }
const char* cudaGetErrorString(cudaError_t error) { return in_words(error).second; }
