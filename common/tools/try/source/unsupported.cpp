#include <fmt/format.h>

#include <cstdlib>
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
      {"wmma|nvcuda|mma_sync|__nv_fp8\\w*|__nv_fp4\\w*", "tensor cores and their types are not supported", true},
      {"cuda\\w*Graph\\w*|cudaStream(Begin|End)Capture\\w*|cudaStreamIsCapturing", "graphs are not supported"},
      {"memcpy_async|__pipeline_\\w+|pipeline|barrier|wait_prior", "asynchronous copies are not supported"},
      {"CUtensorMap\\w*|cuTensorMap\\w*", "tensor maps (TMA) are not supported"},
      {"__cluster_dims__|this_cluster|cluster_group|cudaLaunchKernelEx\\w*|cudaLaunchAttribute\\w*",
       "clusters of blocks are not supported"},
      {"multi_grid_group|this_multi_grid|cudaLaunchCooperativeKernelMultiDevice",
       "grids on several GPUs are not supported"},
      {"cudaIpc\\w*|cudaImport\\w*|cudaExternal\\w*|cudaGraphics\\w*|cudaGL\\w*",
       "sharing memory with others is not supported"},
      {"__shfl|__shfl_up|__shfl_down|__shfl_xor|__ballot|__any|__all",
       "was removed from CUDA; its name now ends in _sync, and a mask comes first", true},
      {"cublas\\w+|cufft\\w+|cusparse\\w+|cusolver\\w+|curand\\w*|cudnn\\w+|nvml\\w+|thrust|cub",
       "this library is not there on the emulator"},
      {"(nccl|pnccl)[A-Z]\\w*", "is no part of NCCL that the emulator has"},
      {"cuda[A-Z]\\w*|cu[A-Z][A-Za-z]+|CU[a-z]\\w+|CU_\\w+", "is not supported"},
  };
  return all;
}

// `__global__`, or `__device__` without `__host__`.
bool is_for_the_device_alone(const Source& source, std::size_t i) {
  if (source.is(i, "__global__")) return true;
  return source.is(i, "__device__") && !source.is(code_before(source, i), "__host__") &&
         !source.is(code_from(source, i + 1), "__host__");
}

// `malloc(n)`, `new T`; but not `new (place) T`, nor a member or a name of the program's own.
bool allocates(const Source& source, std::size_t i) {
  const std::size_t next = code_from(source, i + 1), before = code_before(source, i);
  if (source.is(i, "new")) return !source.is(next, "(") && !source.is(before, "operator");
  return source.is(i, "malloc") && source.is(next, "(") && !source.is(before, ".") && !source.is(before, "->") &&
         (!source.is_identifier(before) || source.is(before, "return"));
}

// `tiled_partition<256>(block)`
bool makes_a_large_tile(const Source& source, std::size_t i) {
  const std::size_t size = code_from(source, i + 2);
  return source.is(i, "tiled_partition") && source.is(i + 1, "<") && source.is(size + 1, ">") &&
         source.tokens[size].kind == TokenKind::number && std::atoi(source.tokens[size].text.c_str()) > 32;
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
    else if (source.is(code_from(source, i + 1), "=") || is_declared(source, i, "("))
      names.own.insert(source.tokens[i].text);
  }
  return names;
}

}  // namespace

std::vector<std::string> find_in_device_code(const Source& source) {
  std::vector<std::string> found;
  std::size_t end = 0;  // of the function that i is in
  for (std::size_t i = 0; i < source.tokens.size(); ++i) {
    if (source.tokens[i].of_system) continue;
    if (is_for_the_device_alone(source, i)) {
      std::size_t open = i;
      while (open < source.tokens.size() && !source.is(open, "{") && !source.is(open, ";")) ++open;
      if (source.is(open, "{")) end = closing(source, open);
    }
    if (i >= end) continue;
    if (source.is(i, "<<<")) {
      found.push_back(source.place(i) + ": <<<: dynamic parallelism (a kernel that launches) is not supported");
    } else if (allocates(source, i)) {
      found.push_back(source.place(i) + ": " + source.tokens[i].text +
                      ": memory that a kernel allocates itself is not supported");
    } else if (makes_a_large_tile(source, i)) {
      found.push_back(source.place(i) + ": tiled_partition: tiles of more than 32 threads are not supported");
    } else if (source.is_identifier(i) && source.tokens[i].text.find("no_sanitize") != std::string::npos) {
      found.push_back(source.place(i) + ": " + source.tokens[i].text + ": what it hides cannot be seen");
    }
  }
  return found;
}

std::vector<std::string> find_unsupported(const Source& source) {
  const Names names = names_in(source);
  std::vector<std::string> found;
  std::set<std::pair<int, int>> lines;
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
