// What a chapter's variants.cu needs to list what its host code does. Compiled with that, once for each engine.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "ladder/problems/many_gpus/machine.hpp"

namespace ladder::LADDER_ENGINE {

// Host code: all of a variant's work for all ranks, given to their streams.
using HostCode = void (*)(const Cluster& all);

// line: of the caller; nobody gives it.
inline many_gpus::Variant variant(std::string name, Task task, HostCode host_code, bool calls_nccl = false,
                                  int line = __builtin_LINE()) {
  const auto set_up = [](const Layout& layout) -> std::unique_ptr<many_gpus::Node> {
    return std::make_unique<Machine>(layout);
  };
  const auto run = [=](many_gpus::Node& node) { static_cast<Machine&>(node).run(host_code, name); };
  return {std::move(name), task, set_up, run, line, calls_nccl, has_nccl || !calls_nccl};
}

// The same, but that on a GPU it is left out for matrices of more elements, unless it is asked for by name: the host
// would take minutes.
inline many_gpus::Variant timed_up_to(std::size_t elements, many_gpus::Variant variant) {
  variant.most_timed = elements;
  return variant;
}

}  // namespace ladder::LADDER_ENGINE
