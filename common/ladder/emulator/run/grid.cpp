#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "ladder/base/parallel.hpp"
#include "ladder/emulator/block/interruptions.hpp"
#include "ladder/emulator/block/watchdog.hpp"
#include "ladder/emulator/cuda/kernel_call.hpp"
#include "ladder/emulator/debuginfo/kernel_facts.hpp"
#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/memory/device_variables.hpp"
#include "ladder/emulator/order/block_order.hpp"
#include "ladder/emulator/run/multiprocessor.hpp"
#include "ladder/emulator/run/observer.hpp"

namespace ladder::emulator {
namespace {

constexpr const memory_model::Architecture& limits = memory_model::architecture;

std::string in_words(const std::array<std::uint32_t, 3>& xyz) {
  return fmt::format("{}, {}, {}", xyz[0], xyz[1], xyz[2]);
}

bool within(const std::array<std::uint32_t, 3>& xyz, const std::array<std::uint32_t, 3>& most) {
  return std::ranges::equal(xyz, most, [](auto n, auto limit) { return n >= 1 && n <= limit; });
}

// Throws BrokenLaunch where a launch of long blocks would take longer than anybody waits, as one does in which a
// wrong distance lets each thread go through all elements. limit: of a block; patience: with the launch, in seconds;
// the OS thread has run `done` blocks.
void check_pace(const Block& runner, std::uint64_t done, std::uint64_t blocks, std::size_t workers,
                std::chrono::duration<double> limit, double patience) {
  constexpr double sample = 2, long_block = 0.1;  // seconds
  const double seconds = runner.ticks_of_launch() * tick_time.count();
  const double of_a_block = seconds / static_cast<double>(done);
  const double of_all = of_a_block * static_cast<double>(blocks) / static_cast<double>(workers);
  if (seconds < sample || of_a_block < long_block || of_all < std::max(patience, 2 * limit.count())) return;
  const auto& sites = runner.accesses().sites().counters();
  const auto busiest = std::ranges::max_element(
      sites, [](const auto& a, const auto& b) { return a.second.requests < b.second.requests; });
  const Site site = busiest == sites.end() ? 0 : busiest->second.site;
  throw BrokenLaunch(
      LaunchEnd::time_limit, site,
      fmt::format("{}: a block takes {:.2g} seconds here, and the launch of {} blocks would take {:.0f}: does the loop "
                  "go too small a distance in each iteration? (LADDER_TIME_LIMIT=SECONDS gives each block more time)",
                  place_of(site), of_a_block, blocks, of_all));
}

// What the blocks of a launch that are not observed can run: plain code; or the observed one, of which only the
// volatile accesses are then followed.
struct Rest {
  Code plain, in_step;
};

// Which blocks of a launch are observed: those that start within the time that the observer has for it, but the first
// and the last one in any case: in the last a test that is missing shows.
class Choice {
 public:
  Choice(const Observer& observer, const Code& observed, const Rest* rest, std::uint64_t last)
      : observed_(observed), rest_(rest), last_(last), seconds_(observer.most_seconds()) {}

  const Code& operator()(std::uint64_t block) {
    if (rest_ == nullptr || is_observed(block)) return ++blocks_, observed_;
    if (!leaves_out_.exchange(true)) GlobalMemory::instance().note_unseen_writes();
    return knows_a_block_ && !has_volatile_loads_ ? rest_->plain : rest_->in_step;
  }
  // A block has ended: plain code would wait for ever where it read one place again and again, and its lanes would not
  // make their steps together.
  void learn_from(const Block& block) {
    if (block.accesses().has_volatile_loads()) has_volatile_loads_ = true;
    if (block.is_observed()) knows_a_block_ = true;
  }
  std::uint64_t observed() const { return blocks_; }  // that have begun

 private:
  bool is_observed(std::uint64_t block) const {
    if (seconds_ <= 0) return false;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - began_;
    return block == 0 || block == last_ || passed.count() < seconds_;
  }

  const Code& observed_;
  const Rest* rest_;
  const std::uint64_t last_;
  const double seconds_;
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::atomic<bool> has_volatile_loads_ = false;
  std::atomic<bool> knows_a_block_ = seconds_ <= 0;  // of which nothing is seen: it is not the first launch of its kind
  std::atomic<bool> leaves_out_ = false;
  std::atomic<std::uint64_t> blocks_ = 0;
};

}  // namespace

std::size_t check_launch(const Configuration& configuration, const void* kernel) {
  const auto& [grid, block, dynamic_bytes, is_cooperative] = configuration;
  const std::array<std::uint32_t, 3> blocks{grid.x, grid.y, grid.z}, threads{block.x, block.y, block.z};
  if (!within(blocks, limits.most_blocks)) {
    throw std::invalid_argument(fmt::format("a grid of ({}) blocks cannot be launched: 1 to {}", in_words(blocks),
                                            in_words(limits.most_blocks)));
  }
  const std::uint64_t in_all = std::uint64_t{block.x} * block.y * block.z;
  if (!within(threads, limits.most_threads_along) || in_all > limits.most_threads) {
    throw std::invalid_argument(
        fmt::format("a block of ({}) threads cannot be launched: 1 to {} in all, and at most {}", in_words(threads),
                    limits.most_threads, in_words(limits.most_threads_along)));
  }
  if (const auto [bounds, place] = facts_of(kernel).launch_bounds; bounds != 0 && in_all > bounds) {
    throw std::invalid_argument(
        fmt::format("a block of ({}) threads cannot be launched: the kernel's __launch_bounds__ allows {}, at {}",
                    in_words(threads), bounds, place));
  }
  const std::size_t static_bytes = static_shared_bytes(kernel);
  const auto at_most = [](std::size_t most, std::size_t bytes) {
    if (bytes <= most) return;
    throw std::invalid_argument(
        fmt::format("{} bytes of shared memory in a block cannot be launched: at most {}", bytes, most));
  };
  at_most(limits.most_static_shared_bytes, static_bytes);
  at_most(limits.most_shared_bytes, static_bytes + dynamic_bytes);
  return static_bytes + dynamic_bytes;
}

void run_grid(const Configuration& configuration, const KernelCall& kernel, const KernelCall* rest) {
  const auto& [grid, block, dynamic_shared_bytes, is_cooperative] = configuration;
  Observer* observer = Observer::current();
  if (observer == nullptr) throw std::logic_error("launch() outside Engine::execute");
  Code code{kernel, shared_arrays(kernel.kernel(), dynamic_shared_bytes), observer->recorders()};
  std::optional<const Rest> code_of_rest;
  if (rest != nullptr) {
    constexpr double least_seconds = 1;  // so that the first and the last block are mostly observed to their end
    code.recorders.most_seconds = std::max(least_seconds, observer->most_seconds());
    const bool is_plain = rest->kernel() != kernel.kernel();
    const auto nobody = [](bool plain) { return Recorders{nullptr, nullptr, false, plain}; };
    code_of_rest.emplace(Rest{{*rest, shared_arrays(rest->kernel(), dynamic_shared_bytes), nobody(is_plain)},
                              {kernel, code.arrays, nobody(false)}});
  }
  const std::size_t shared_bytes = check_launch(configuration, kernel.kernel());
  const std::uint64_t most_at_once = most_residents(block, shared_bytes);
  const std::uint64_t all_blocks = std::uint64_t{grid.x} * grid.y * grid.z;
  if (is_cooperative && all_blocks > most_at_once) {
    throw TooManyBlocks(
        fmt::format("a cooperative launch of {} blocks cannot be launched: {} of this size fit on the GPU at once",
                    all_blocks, most_at_once));
  }
  observer->begin_launch(grid, block, kernel.kernel(), shared_bytes, code.arrays);
  adopt_device_variables();
  GlobalMemory::instance().begin_launch(kernel);
  ReleaseLogs::instance().begin_launch(kernel.kernel());

  const std::vector<std::uint64_t>* const chosen = observer->chosen();
  const std::uint64_t blocks = chosen == nullptr ? all_blocks : chosen->size();
  const bool reordered = observer->wishes().reorders;
  const auto nth_block = [=](std::uint64_t n) {
    const std::uint64_t place = reordered ? blocks - 1 - n : n;
    return chosen == nullptr ? place : (*chosen)[place];
  };
  // In their order where a block is shown: which of them comes last, and sees that it does, is not left to the cores.
  const bool one_by_one = code.recorders.values != nullptr || code.recorders.requests != nullptr;
  const auto workers = static_cast<std::size_t>(std::min<std::uint64_t>(one_by_one ? 1 : cores(), blocks));
  GridBarrier grid_barrier(blocks);
  Choice choice(*observer, code, code_of_rest ? &*code_of_rest : nullptr, all_blocks - 1);
  const LaunchOfBlocks launch{grid,
                              block,
                              [&](std::uint64_t index) -> const Code& { return choice(index); },
                              nth_block,
                              reordered,
                              is_cooperative ? &grid_barrier : nullptr,
                              is_cooperative ? (blocks + workers - 1) / workers
                              : reordered    ? 2
                                             : 1u};
  const auto limit = time_limit();
  // A block that works may be given more time than the usual one; where all only wait, more would be of no use.
  Residents residents(blocks, blocks_alone(block), most_at_once, workers, std::min(limit, usual_time_limit));
  static std::vector<std::unique_ptr<Multiprocessor>> pool;  // one per core, kept from launch to launch
  while (pool.size() < workers) pool.push_back(std::make_unique<Multiprocessor>());

  std::atomic<std::uint64_t> finished = 0;
  const SignalHandlers signal_handlers(handle_interruption);
  const auto observe = [&] {
    for (std::size_t i = 0; i < workers; ++i) {
      pool[i]->end_launch(
          [&](const Block& runner) { runner.is_observed() ? observer->add(runner) : observer->add_stops(runner); });
    }
    if (rest != nullptr) observer->leave_out(blocks - choice.observed());
  };
  // Never on the calling thread: a kernel's thread_local arrays belong to the core that runs it.
  const auto run_blocks = [&](std::size_t worker, const std::atomic<bool>& stop) {
    const WatchedThread watched(tick_time);
    struct Leaving {
      ~Leaving() { Block::forget_running(); }
    } const at_the_end;
    pool[worker]->run(launch, residents, worker, stop, [&](const Block& runner, std::uint64_t done) {
      choice.learn_from(runner);
      if (rest == nullptr) check_pace(runner, done, blocks, workers, limit, observer->wishes().patience);
      if (stops_all_blocks) {
        throw BrokenLaunch(LaunchEnd::time_limit, 0,
                           fmt::format("{} of {} blocks were done when the program was stopped", done, blocks));
      }
      const std::uint64_t done_by_all = ++finished;
      if (worker == 0 && observer->wishes().tell) observer->wishes().tell(done_by_all, blocks);
    });
  };
  try {
    on_threads(workers, run_blocks);
  } catch (...) {
    observe();  // what was found before the end
    throw;
  }
  observe();
  if (observer->wishes().tell) observer->wishes().tell(blocks, blocks);
}

}  // namespace ladder::emulator
