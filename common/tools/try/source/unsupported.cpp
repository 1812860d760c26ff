#include <fmt/format.h>

#include <regex>
#include <set>
#include <utility>

#include "tools/try/source/rewriting.hpp"
#include "tools/try/source/units.hpp"

namespace ladder::tried {
namespace {

struct Feature {
  Feature(const char* names, const char* remark, bool declared = false)
      : names(names), remark(remark), declared(declared) {}

  std::regex names;
  const char* remark;
  bool declared;  // by the emulator's headers, so that the compiler refuses it
};

const std::vector<Feature>& features() {
  static const std::vector<Feature> all = {
      {"tex[1-3]D\\w*|texCubemap\\w*|surf[1-3]D\\w*|texture|cuda\\w*(Texture|Surface|Array|ChannelFormat|ChannelDesc)"
       "\\w*",
       "textures, surfaces and arrays are not supported"},
      {"wmma|nvcuda|mma_sync|__nv_fp4\\w*", "tensor cores and their types are not supported", true},
      {"__nv_fp8\\w*", "is of cuda_fp8.h"},
      {"cuda\\w*Graph(?!ics)\\w*|cuda\\w*Capture\\w*", "this part of graphs is not supported"},
      {"memcpy_async|__pipeline_\\w+|pipeline|pipeline_shared_state|pipeline_role|barrier|__mbarrier_\\w+|wait_prior",
       "this kind of asynchronous copy is not supported, or its header is missing"},
      {"CUtensorMap\\w*|cuTensorMap\\w*", "tensor maps (TMA) are not supported"},
      {"__cluster_dims__|this_cluster|cluster_group|cuda\\w*Cluster\\w*", "clusters of blocks are not supported"},
      {"multi_grid_group|this_multi_grid|cudaLaunchCooperativeKernelMultiDevice",
       "grids on several GPUs are not supported"},
      {"cudaIpc\\w*|cudaImport\\w*|cudaExternal\\w*|cudaGraphics\\w*|cudaGL\\w*",
       "sharing memory with others is not supported"},
      {"__shfl|__shfl_up|__shfl_down|__shfl_xor|__ballot|__any|__all",
       "was removed from CUDA; its name now ends in _sync, and a mask comes first", true},
      {"cublas([CZ](?!reate)|Sc[an]|Dz[an]|I[cz])\\w+", "complex numbers are not supported in cuBLAS"},
      {"(cublas|CUBLAS_)\\w+", "is no part of cuBLAS that the emulator has"},
      {"cufft\\w+|cusparse\\w+|cusolver\\w+|curand\\w*|cudnn\\w+|nvml\\w+|thrust|cub",
       "this library is not there on the emulator"},
      {"(nccl|pnccl)[A-Z]\\w*", "is no part of NCCL that the emulator has"},
      {"cuda[A-Z]\\w*|cu[A-Z][A-Za-z]+|CU[a-z]\\w+|CU_\\w+", "is not supported"},
  };
  return all;
}

struct Names {
  std::set<std::string> system;  // what the emulator's headers have, and the system's
  std::set<std::string> own;     // what the program declares itself
};

Names names_in(const Source& source) {
  Names names;
  for (std::size_t i = 0; i < source.tokens.size(); ++i) {
    if (!source.is_identifier(i)) continue;
    if (source.tokens[i].of_system)
      names.system.insert(source.tokens[i].text);
    else if (source.tokens[i].text.starts_with("__"))
      continue;  // no program's to declare
    else if (source.is(code_from(source, i + 1), "=") || is_declared(source, i, "("))
      names.own.insert(source.tokens[i].text);
  }
  return names;
}

}  // namespace

std::vector<std::string> find_unsupported(const Source& source) {
  const Names names = names_in(source);
  std::vector<std::string> found;
  std::set<std::pair<std::string_view, int>> lines;
  for (std::size_t i = 0; i < source.tokens.size(); ++i) {
    const Token& token = source.tokens[i];
    if (token.of_system || token.kind != TokenKind::identifier || names.own.count(token.text) != 0) continue;
    for (const Feature& feature : features()) {
      if (!feature.declared && names.system.count(token.text) != 0) continue;
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
