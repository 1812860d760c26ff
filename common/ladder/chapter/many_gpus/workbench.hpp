// One matrix and the vectors on several devices of an engine: where every variant is run.
#pragma once

#include <memory>

#include "ladder/chapter/many_gpus/variant.hpp"
#include "ladder/chapter/workbench.hpp"

namespace ladder::many_gpus {

// What there is for an engine.
Catalog<Variant> catalog_of(const Engine& engine);

class Workbench : public ladder::Workbench {
 public:
  // Throws Failure(device_missing) where the engine has not so many devices; std::bad_alloc.
  Workbench(Engine& engine, const Layout& layout);

  Catalog<Trial> trials() override;
  Trial trial(const Variant& variant);
  Result run(const Variant& variant, int repeats) { return measure(trial(variant), repeats); }

 private:
  void poison() override { node_->renew(); }
  void conclude(const Trial& trial, Result& result) override;
  // What has to be moved is the same for both problems: every element of the matrix is read once and written once; and
  // as many of the vectors, and of the sum that each rank gets.
  static double useful_bytes(const Layout& layout) {
    return 2.0 * sizeof(float) * static_cast<double>(layout.rows) * static_cast<double>(layout.cols);
  }
  void verify(Task task, Result& result);

  Layout layout_;
  std::unique_ptr<Node> node_;
};

}  // namespace ladder::many_gpus
