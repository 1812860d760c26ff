// Collects what the blocks of a run saw, over all its launches.
#pragma once

#include <cstdint>
#include <vector>

#include "ladder/engine/emulator/block/block.hpp"
#include "ladder/engine/excerpts.hpp"

namespace ladder::emulator {

class Observer {
 public:
  // The one that run_grid adds to; null outside Engine::execute.
  static Observer* current();

  // tracing: keeps the requests of block 0. reorders: see Engine::reorder_blocks(). choose: the blocks that are run, of
  // the first launch only; null for all.
  explicit Observer(bool tracing, bool reorders, BlockChoice choose = nullptr);
  ~Observer();
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;

  void begin_launch(dim3 grid, dim3 block, std::size_t shared_bytes);
  void add(const Block& block);

  // The blocks of the newest launch that are to be run, by their linear index; null for all.
  const std::vector<std::uint64_t>* chosen() const { return choose_ ? &chosen_ : nullptr; }

  bool reorders() const { return reorders_; }

  // Where block 0 of the newest launch leaves its requests; null where nobody wants them.
  TraceRecorder* recorder() { return tracing_ ? &recorder_ : nullptr; }

  Observation observation() const;

 private:
  HazardLog hazards_;
  Sites sites_;
  BlockChoice choose_;
  std::vector<std::uint64_t> chosen_;
  std::uint64_t blocks_ = 0, barriers_ = 0, exchanges_ = 0, fences_ = 0;
  std::uint64_t load_rounds_ = 0, load_rounds_unrolled_ = 0;
  bool tracing_, reorders_;
  TraceRecorder recorder_;
  LaunchShape launch_;  // the newest
  memory_model::Demand demand_;
  double blocks_for_each_run_ = 1;  // of the first launch
};

}  // namespace ladder::emulator
