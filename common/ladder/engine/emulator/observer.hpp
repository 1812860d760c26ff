// Collects what the blocks of a run saw, over all its launches.
#pragma once

#include "ladder/engine/emulator/block.hpp"
#include "ladder/engine/engine.hpp"

namespace ladder::emulator {

class Observer {
 public:
  // The one that run_grid adds to; null outside Engine::execute.
  static Observer* current();

  explicit Observer(bool tracing);  // tracing: keeps the requests of block 0
  ~Observer();
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;

  void begin_launch(dim3 grid, dim3 block);
  void add(const Block& block);

  // Where block 0 of the newest launch leaves its requests; null where nobody wants them.
  TraceRecorder* recorder() { return tracing_ ? &recorder_ : nullptr; }

  Observation observation() const;

 private:
  HazardLog hazards_;
  Sites sites_;
  std::uint64_t blocks_ = 0, barriers_ = 0;
  bool tracing_;
  TraceRecorder recorder_;
  dim3 grid_, block_;  // of the newest launch, to name blocks and threads
};

}  // namespace ladder::emulator
