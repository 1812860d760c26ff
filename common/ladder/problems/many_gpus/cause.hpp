// Why a result that lies on several devices is wrong: its kernels, copies and calls of NCCL, followed step by step.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "ladder/diagnose/finding.hpp"
#include "ladder/engine/engine.hpp"
#include "ladder/problems/many_gpus/variant.hpp"

namespace ladder::many_gpus {

// The first element of a result that is wrong: what is wrong with it, its rank and its index there.
struct WrongElement {
  std::string words{};  // empty: none is
  std::optional<std::size_t> rank{};
  std::size_t index = 0;
};

// Runs the variant once more. Nothing where the engine cannot follow values, or the matrix is too large for that.
Finding cause_of(Engine& engine, const Variant& variant, Node& node, const Layout& layout, const WrongElement& wrong);

}  // namespace ladder::many_gpus
