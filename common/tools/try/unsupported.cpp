#include "tools/try/unsupported.hpp"

#include <fmt/format.h>

#include <regex>
#include <set>
#include <utility>

namespace ladder::tried {
namespace {

struct Feature {
  std::regex names;
  const char* remark;
};

const std::vector<Feature>& features() {
  static const std::vector<Feature> all = [] {
    std::vector<Feature> rows;
    const auto add = [&](const char* names, const char* remark) {
      rows.push_back({std::regex(std::string("(") + names + ")"), remark});
    };
    add("tex[1-3]D\\w*|texCubemap\\w*|surf[1-3]D\\w*|texture|cuda\\w*(Texture|Surface|Array|ChannelFormat|ChannelDesc)"
        "\\w*|cudaMemcpy3D\\w*",
        "textures, surfaces and arrays are not supported");
    add("wmma|nvcuda|mma_sync|__nv_fp8\\w*|__nv_fp4\\w*", "tensor cores and their types are not supported");
    add("cuda\\w*Graph\\w*|cudaStream(Begin|End)Capture\\w*|cudaStreamIsCapturing", "graphs are not supported");
    add("memcpy_async|__pipeline_\\w+|pipeline|barrier|wait_prior", "asynchronous copies are not supported");
    add("CUtensorMap\\w*|cuTensorMap\\w*", "tensor maps (TMA) are not supported");
    add("__cluster_dims__|this_cluster|cluster_group|cudaLaunchKernelEx\\w*|cudaLaunchAttribute\\w*",
        "clusters of blocks are not supported");
    add("multi_grid_group|this_multi_grid|cudaLaunchCooperativeKernelMultiDevice|cuda\\w*Peer\\w*",
        "several GPUs are not supported");
    add("cudaIpc\\w*|cudaImport\\w*|cudaExternal\\w*|cudaGraphics\\w*|cudaGL\\w*",
        "sharing memory with others is not supported");
    add("__shfl|__shfl_up|__shfl_down|__shfl_xor|__ballot|__any|__all",
        "was removed from CUDA; its name now ends in _sync, and a mask comes first");
    add("cublas\\w+|cufft\\w+|cusparse\\w+|cusolver\\w+|curand\\w*|cudnn\\w+|nvml\\w+|thrust|cub",
        "this library is not there on the emulator");
    add("cuda[A-Z]\\w*|cu[A-Z][A-Za-z]+|CU[a-z]\\w+|CU_\\w+", "is not supported");
    return rows;
  }();
  return all;
}

}  // namespace

std::vector<std::string> find_unsupported(const Source& source) {
  std::set<std::string> known;  // what the emulator's headers have, and the system's
  for (const Token& token : source.tokens) {
    if (token.of_system && token.kind == TokenKind::identifier) known.insert(token.text);
  }
  std::vector<std::string> found;
  std::set<std::pair<int, int>> lines;
  for (std::size_t i = 0; i < source.tokens.size(); ++i) {
    const Token& token = source.tokens[i];
    if (token.of_system || token.kind != TokenKind::identifier || known.count(token.text) != 0) continue;
    for (const Feature& feature : features()) {
      if (!std::regex_match(token.text, feature.names)) continue;
      if (lines.insert({token.file, token.line}).second) {
        found.push_back(fmt::format("{}: {}: {}", source.place(i), token.text, feature.remark));
      }
      break;
    }
  }
  return found;
}

}  // namespace ladder::tried
