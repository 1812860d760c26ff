// What a chapter's variants.cu needs to list what its host code does. Compiled with that, once for each engine.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "ladder/chapter/many_gpus/machine.hpp"
#ifdef LADDER_EMULATED
#include "ladder/engine/emulator/host_guard.hpp"
#endif

namespace ladder::LADDER_ENGINE {

// Host code: all of a variant's work for all ranks, given to their streams.
using HostCode = void (*)(const Cluster& all);

class Node : public many_gpus::Node {
 public:
  explicit Node(const Layout& layout) : layout_(layout) {}

#ifdef LADDER_EMULATED
  // The emulator's devices are those of one run: each begins with new ones.
  void renew() override {
    machine_.reset();
    begin_host_code(static_cast<int>(layout_.ranks));
    machine_.emplace(layout_);
    machine_->fill();
  }
  std::vector<std::string> mistakes() override { return mistakes_of_host_code(); }
  std::vector<LinkTraffic> links() override { return traffic_of_host_code(); }
  bool is_known_right(Task, std::size_t) override { return false; }
#else
  void renew() override {
    if (!machine_ || !many_gpus::agreed(machine_->failure()).empty()) {
      machine_.reset();
      machine_.emplace(layout_);
    }
    machine_->fill();
  }
  std::vector<std::string> mistakes() override {
    const std::string failure = machine_->failure();
    return failure.empty() ? std::vector<std::string>() : std::vector<std::string>{failure};
  }
  bool is_known_right(Task task, std::size_t rank) override { return machine_->is_right(task, rank, layout_); }
#endif
  bool has(std::size_t rank) const override { return machine_->has(rank); }
  std::vector<float> input(Task task, std::size_t rank) override { return machine_->input(task, rank); }
  std::vector<float> output(Task task, std::size_t rank) override { return machine_->output(task, rank); }

  // All of it for all ranks, given to their streams. Throws std::runtime_error where a call fails: behind what the
  // host's code has done wrong, as the failure may follow from that.
  template <typename Code>
  void run(const Code& host_code) {
    try {
      machine_->begin_together();
#ifdef LADDER_EMULATED
      note_allocations();
      // Each rank may have a launch for each other one: the work of 64 takes longer than that of 4.
      const HostGuard guard(touch_by_host, std::max(1.0, static_cast<double>(layout_.ranks) / 4));
#endif
      host_code(machine_->cluster());
      machine_->end_together();
    } catch (const std::runtime_error& error) {
      std::string words;
      for (const std::string& mistake : mistakes()) words += mistake + "; ";
#ifndef LADDER_EMULATED
      many_gpus::end_all_processes(words + error.what());
      machine_->give_up();
#endif
      throw std::runtime_error(words + error.what());
    }
  }

 private:
  Layout layout_;
  std::optional<Machine> machine_;
};

// line: of the caller; nobody gives it.
inline many_gpus::Variant variant(std::string name, Task task, HostCode host_code, bool calls_nccl = false,
                                  int line = __builtin_LINE()) {
  const auto set_up = [](const Layout& layout) -> std::unique_ptr<many_gpus::Node> {
    return std::make_unique<Node>(layout);
  };
  const auto run = [=](many_gpus::Node& node) { static_cast<Node&>(node).run(host_code); };
  return {std::move(name), task, set_up, run, line, calls_nccl, has_nccl || !calls_nccl};
}

// The same, but that on a GPU it is left out for matrices of more elements, unless it is asked for by name: the host
// would take minutes.
inline many_gpus::Variant timed_up_to(std::size_t elements, many_gpus::Variant variant) {
  variant.most_timed = elements;
  return variant;
}

}  // namespace ladder::LADDER_ENGINE
