#include "ladder/chapter/many_gpus/workbench.hpp"

#include <fmt/ranges.h>

#include <utility>

#include "ladder/base/failure.hpp"
#include "ladder/chapter/many_gpus/processes.hpp"
#include "ladder/chapter/many_gpus/verify.hpp"

namespace ladder::many_gpus {
namespace {

std::vector<Variant> that_can_run(const std::vector<Variant>& all) {
  std::vector<Variant> some;
  for (const Variant& variant : all) {
    if (variant.can_run && (variant.calls_nccl || !processes().are_several())) some.push_back(variant);
  }
  return some;
}

}  // namespace

Catalog<Variant> catalog_of(const Engine& engine) {
  if constexpr (built_with_gpu) {
    if (engine.kernels() == KernelForm::cuda) return {that_can_run(gpu::variants()), that_can_run(gpu::ceilings()), {}};
  }
  return {emulator::variants(), {}, {}};
}

Workbench::Workbench(Engine& engine, const Layout& layout)
    : ladder::Workbench(engine, {{"gpus", layout.ranks}, {"rows", layout.rows}, {"cols", layout.cols}},
                        static_cast<double>(layout.rows) * static_cast<double>(layout.cols), useful_bytes(layout),
                        layout.ranks),
      layout_(layout) {
  const std::vector<Variant> variants = catalog_of(engine).variants;
  if (variants.empty())
    throw Failure(device_missing, "mpirun: this build has no NCCL, and nothing else reaches the others");
  node_ = variants.front().set_up(layout);
  node_->renew();
}

Catalog<Trial> Workbench::trials() {
  return catalog_of(engine()).each([this](const Variant& variant) { return trial(variant); });
}

Trial Workbench::trial(const Variant& variant) {
  return {.name = variant.name,
          .block = "-",
          .row = variant.line,
          .launch = [this, run = variant.run] { run(*node_); },
          .verify = [this, task = variant.task](Result& result) { verify(task, result); },
          .before = wait_for_all,
          .takes_minutes = engine().clock() != nullptr && layout_.rows * layout_.cols > variant.most_timed};
}

void Workbench::verify(Task task, Result& result) {
  const std::string wrong = many_gpus::verify(*node_, task, layout_);
  result.links = node_->links();
  std::vector<std::string> all = node_->mistakes();  // which a wrong result may follow from
  if (!wrong.empty()) all.push_back(wrong);
  result.failure = agreed(fmt::format("{}", fmt::join(all, "; ")));
}

}  // namespace ladder::many_gpus
