// Collects what the blocks of a run saw, over all its launches.
#pragma once

#include "ladder/engine/emulator/block/block.hpp"
#include "ladder/engine/engine.hpp"

namespace ladder::emulator {

class Observer {
 public:
  // The one that run_grid adds to; null outside Engine::execute.
  static Observer* current();

  // tracing: keeps the requests of block 0. reorders: see Engine::reorder_blocks(). chosen: the blocks that are run, of
  // the first launch only; null for all.
  explicit Observer(bool tracing, bool reorders, const std::vector<std::uint64_t>* chosen = nullptr);
  ~Observer();
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;

  void begin_launch(dim3 grid, dim3 block);
  void add(const Block& block);

  // The blocks of the newest launch that are to be run, by their linear index; null for all.
  const std::vector<std::uint64_t>* chosen() const {
    return launch_.number > 1 && chosen_ != nullptr ? &none_ : chosen_;
  }

  bool reorders() const { return reorders_; }

  // Where block 0 of the newest launch leaves its requests; null where nobody wants them.
  TraceRecorder* recorder() { return tracing_ ? &recorder_ : nullptr; }

  Observation observation() const;

 private:
  HazardLog hazards_;
  Sites sites_;
  const std::vector<std::uint64_t>* chosen_;
  const std::vector<std::uint64_t> none_;
  std::uint64_t blocks_ = 0, barriers_ = 0;
  bool tracing_, reorders_;
  TraceRecorder recorder_;
  LaunchShape launch_;  // the newest
};

}  // namespace ladder::emulator
