// One matrix and the vectors on several devices of an engine: where every variant is run.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "ladder/app/fixture.hpp"
#include "ladder/problems/many_gpus/variant.hpp"

namespace ladder::many_gpus {

// The first element of a result that is wrong: what is wrong with it, its rank and its index there.
struct WrongElement {
  std::string words{};  // empty: none is
  std::optional<std::size_t> rank{};
  std::size_t index = 0;
};

// Why the result is wrong: its kernels, copies and calls of NCCL, followed step by step, as the variant runs once more.
// Nothing where the engine cannot follow values, or the matrix is too large for that.
Finding cause_of(Engine& engine, const Variant& variant, Node& node, const Layout& layout, const WrongElement& wrong);

// What there is for an engine.
Catalog<Variant> catalog_of(const Engine& engine);

class Fixture : public ladder::Fixture {
 public:
  // Throws Failure(device_missing) where the engine has not so many devices; std::bad_alloc.
  Fixture(Engine& engine, const Layout& layout);

  Catalog<Case> cases() override;
  Case case_of(const Variant& variant);
  Result run(const Variant& variant, int repeats) { return measure(case_of(variant), repeats); }

 private:
  void poison() override { node_->renew(); }
  void conclude(const Case& one_case, Result& result) override;
  void verify(Task task, Result& result);

  Layout layout_;
  std::unique_ptr<Node> node_;
  WrongElement wrong_;
};

}  // namespace ladder::many_gpus
