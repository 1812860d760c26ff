#include "ladder/engine/emulator/multiprocessor.hpp"

#include <algorithm>

namespace ladder::emulator {

Block& Multiprocessor::idle_block(const LaunchOfBlocks& launch, const Code& code) {
  std::vector<Block*>& idle = idle_[&code];
  if (idle.empty()) {
    if (launched_ == blocks_.size()) blocks_.push_back(std::make_unique<Block>());
    idle.push_back(blocks_[launched_++].get());
    idle.back()->begin_launch(launch.grid, launch.block, code.kernel, code.arrays, code.recorders, launch.grid_barrier);
  }
  Block& block = *idle.back();
  idle.pop_back();
  return block;
}

void Multiprocessor::start(const LaunchOfBlocks& launch, std::uint64_t block) {
  const Code& code = launch.code_of(block);
  Block& runner = idle_block(launch, code);
  if (here_ != nullptr && here_ != &runner) here_->leave();
  here_ = &runner;
  runner.begin_block(block, launch.by_turns);
  residents_.push_back({&runner, &code});
}

void Multiprocessor::go_to(Block& block) {
  if (here_ == &block) return;
  here_->leave();
  block.come_back();
  here_ = &block;
}

void Multiprocessor::run(const LaunchOfBlocks& launch, Residents& residents, std::size_t number,
                         const std::atomic<bool>& stop,
                         const std::function<void(const Block&, std::uint64_t)>& after_each) {
  std::uint64_t done = 0;
  auto taken = residents.take();
  const auto start_next = [&] {
    if (taken.first == taken.second) taken = residents.take();
    if (taken.first != taken.second) start(launch, launch.nth_block(taken.first++));
  };
  while (!stop) {
    while (residents_.size() < launch.usual) {
      const std::size_t before = residents_.size();
      start_next();
      if (residents_.size() == before) break;
    }
    if (residents_.empty()) break;
    const std::uint64_t before = residents.progress();
    bool has_progressed = false;
    for (std::size_t i = 0; i < residents_.size() && !stop;) {
      const auto [runner, code] = residents_[i];
      Block& block = *runner;
      go_to(block);
      const bool has_ended = block.run();
      has_progressed = has_progressed || has_ended || block.has_progressed();
      if (!has_ended) {
        ++i;
        continue;
      }
      residents_.erase(residents_.begin() + static_cast<std::ptrdiff_t>(i));
      idle_[code].push_back(&block);
      after_each(block, ++done);
    }
    if (has_progressed) {
      residents.note_progress();
    } else if (!stop && residents.may_start_another(number, before, residents_.size(), taken.first != taken.second,
                                                    residents_.front().block->who_waits())) {
      start_next();
    }
  }
  residents.leave(number);
}

void Multiprocessor::end_launch(const std::function<void(const Block&)>& visit) {
  for (std::size_t i = 0; i < launched_; ++i) {
    blocks_[i]->end_launch();
    visit(*blocks_[i]);
  }
  blocks_.resize(std::min(blocks_.size(), most_kept));
  launched_ = 0;
  idle_.clear();
  residents_.clear();
  here_ = nullptr;
}

}  // namespace ladder::emulator
