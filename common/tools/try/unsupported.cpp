#include "tools/try/unsupported.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <sstream>

namespace ladder::tried {
namespace {

struct Feature {
  std::regex pattern;
  const char* remark;
};

const std::vector<Feature>& features() {
  constexpr const char* cut_out =
      "host code. Put `#ifndef LADDER_TRY` before the host code and `#endif` behind it, or copy the kernel into a file "
      "of its own; a `try:` line launches it";
  constexpr const char* removed = "was removed from CUDA; its name now ends in _sync, and a mask comes first";
  const auto name = [](const char* names) { return std::regex(fmt::format("\\b({})\\b", names)); };
  static const std::vector<Feature> all = {
      {std::regex("<<<"), cut_out},
      {std::regex("\\bauto\\s+\\w+\\s*=\\s*(threadIdx|blockIdx|blockDim|gridDim)\\.[xyz]\\s*;"),
       "is not a number on the emulator; write unsigned instead of auto"},
      {name("tex[1-3]D[A-Za-z]*|surf[1-3]D[A-Za-z]*|cudaTextureObject_t|cudaSurfaceObject_t"),
       "textures and surfaces are not supported"},
      {name("cuda[A-Z][A-Za-z]*|cu[A-Z][A-Za-z]*"), cut_out},
      {std::regex("\\bmain(?=\\s*\\()"), cut_out},
      {std::regex("\\basm\\b"), "PTX assembly is not supported"},
      {std::regex("\\bextern\\s*\"C\""), "remove it: a kernel here has a C++ name"},
      {name("wmma|nvcuda|mma_sync"), "tensor cores are not supported"},
      {name("__nv_fp8\\w*"), "floating-point types of 8 bits are not supported"},
      {name("coalesced_threads|this_grid|grid_group|this_cluster|cluster_group|this_multi_grid|binary_partition|"
            "labeled_partition"),
       "of the cooperative groups, only thread blocks and tiles of a warp are supported"},
      {name("memcpy_async|cuda::pipeline|cuda::barrier|cuda::memcpy_async"), "asynchronous copies are not supported"},
      {name("__cluster_dims__"), "clusters of blocks are not supported"},
      {name("__activemask|__match_any_sync|__match_all_sync|__reduce_\\w+_sync"),
       "this warp function is not supported"},
      {name("__shfl|__shfl_up|__shfl_down|__shfl_xor|__ballot|__any|__all"), removed},
      {name("clock|clock64|__nanosleep|__globaltimer"), "the emulator has no clock"},
      {name("__managed__"), "managed memory is not supported; the `try:` line makes arrays"},
      {name("__grid_constant__"), "is not supported; take it out"},
      {std::regex("#\\s*include\\s*[<\"](cub/|thrust/|cuda/|curand|cutlass|cute/|mma\\.h|cuda_fp8|helper_)[^>\"]*"),
       "this library is not there on the emulator"},
  };
  return all;
}

// Where the comment or the string that begins at `at` ends; `at` itself where none begins. (A std::regex would need a
// stack as deep as the comment is long.)
std::size_t end_of_comment_or_string(const std::string& text, std::size_t at) {
  const auto up_to = [&](const char* mark, std::size_t marks_length) {
    const auto found = text.find(mark, at + 2);
    return found == std::string::npos ? text.size() : found + marks_length;
  };
  if (text.compare(at, 2, "//") == 0) return up_to("\n", 0);
  if (text.compare(at, 2, "/*") == 0) return up_to("*/", 2);
  if (text[at] != '"') return at;
  for (std::size_t i = at + 1; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == '"') return i + 1;
    if (text[i] == '\\') ++i;
  }
  return at;
}

// With blanks for comments, so that lines keep their numbers; and for the contents of strings, but not of "C" and of an
// #include's.
std::string without_comments(const std::string& text) {
  std::string result = text;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = end_of_comment_or_string(text, at);
    const std::size_t line = text.rfind('\n', at) + 1;
    const bool is_kept = text[at] == '"' && (text.compare(at, end - at, "\"C\"") == 0 ||
                                             text.substr(line, at - line).find("include") != std::string::npos);
    for (std::size_t i = at; i < end && !is_kept; ++i) {
      if (text[i] != '\n') result[i] = ' ';
    }
    at = std::max(end, at + 1);
  }
  return result;
}

}  // namespace

std::vector<std::string> find_unsupported(const std::string& file, const std::string& text) {
  std::vector<std::string> found;
  std::istringstream lines(without_comments(text));
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    for (const Feature& feature : features()) {
      std::smatch match;
      if (!std::regex_search(line, match, feature.pattern)) continue;
      found.push_back(fmt::format("{}:{}: {}: {}", file, number, match.str(), feature.remark));
      break;
    }
  }
  return found;
}

}  // namespace ladder::tried
