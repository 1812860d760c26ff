#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "ladder/engine/emulator/device_variables.hpp"
#include "ladder/engine/emulator/dynamic_shared.hpp"
#include "ladder/engine/emulator/kernel_call.hpp"
#include "ladder/engine/emulator/observer.hpp"
#include "ladder/engine/emulator/thread_faults.hpp"
#include "ladder/engine/emulator/watchdog.hpp"

namespace ladder::emulator {
namespace {

constexpr std::size_t most_static_shared_bytes = 48 * 1024;

// Limits of every GPU since compute capability 3.0 (CUDA C++ Programming Guide, "Technical Specifications").
void check_launch(dim3 grid, dim3 block, std::size_t dynamic_bytes, const std::vector<SharedArray>& arrays) {
  const auto words = [](dim3 d) { return fmt::format("({}, {}, {})", d.x, d.y, d.z); };
  if (grid.x == 0 || grid.y == 0 || grid.z == 0 || grid.x > 0x7fffffffu || grid.y > 65535 || grid.z > 65535) {
    throw std::invalid_argument(
        fmt::format("a grid of {} blocks cannot be launched: 1 to 2147483647, 65535, 65535", words(grid)));
  }
  const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
  if (threads == 0 || threads > 1024 || block.x > 1024 || block.y > 1024 || block.z > 64) {
    throw std::invalid_argument(fmt::format(
        "a block of {} threads cannot be launched: 1 to 1024 in all, and at most 1024, 1024, 64", words(block)));
  }
  std::size_t static_bytes = 0;
  for (const SharedArray& array : arrays) {
    if (!array.is_dynamic) static_bytes += array.end - array.begin;
  }
  const auto at_most = [](std::size_t most, std::size_t bytes) {
    if (bytes <= most) return;
    throw std::invalid_argument(
        fmt::format("{} bytes of shared memory in a block cannot be launched: at most {}", bytes, most));
  };
  at_most(most_static_shared_bytes, static_bytes);
  at_most(most_shared_bytes, static_bytes + dynamic_bytes);
}

// One per core, kept from launch to launch: their stacks and tables are costly to make.
std::vector<std::unique_ptr<Block>>& blocks_per_core() {
  static std::vector<std::unique_ptr<Block>> blocks;
  return blocks;
}

}  // namespace

void run_grid(dim3 grid, dim3 block, std::size_t dynamic_shared_bytes, const KernelCall& kernel) {
  Observer* observer = Observer::current();
  if (observer == nullptr) throw std::logic_error("launch() outside Engine::execute");
  const std::vector<SharedArray> arrays = shared_arrays(kernel.kernel(), dynamic_shared_bytes);
  check_launch(grid, block, dynamic_shared_bytes, arrays);
  observer->begin_launch(grid, block);
  adopt_device_variables();
  GlobalMemory::instance().begin_launch();

  const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
  const std::uint64_t cores = std::max(1u, std::thread::hardware_concurrency());
  const auto workers = static_cast<std::size_t>(std::min(cores, blocks));
  auto& pool = blocks_per_core();
  while (pool.size() < workers) pool.push_back(std::make_unique<Block>());

  const FaultHandler fault_handler;
  const WatchdogHandler watchdog_handler;
  const auto limit = time_limit();
  std::atomic<std::uint64_t> next{0};
  std::atomic<bool> stop{false};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto work = [&](Block& runner) {
    const SignalStack signal_stack;
    try {
      runner.begin_launch(grid, block, kernel, arrays, observer->recorder());
      const WatchdogTimer watchdog_timer(limit);
      // Each time a share of what is left: few trips to the counter, and no core is left waiting at the end.
      const std::uint64_t share = std::clamp<std::uint64_t>(blocks / (8 * workers), 1, 64);
      for (std::uint64_t first; (first = next.fetch_add(share)) < blocks;) {
        for (std::uint64_t i = first; i < std::min(first + share, blocks) && !stop; ++i) runner.run(i);
      }
    } catch (...) {
      const std::lock_guard lock(failure_mutex);
      if (failure == nullptr) failure = std::current_exception();
      stop = true;
    }
  };
  // Never on the calling thread: a kernel's thread_local arrays belong to the core that runs it.
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < workers; ++i) threads.emplace_back(work, std::ref(*pool[i]));
  for (auto& thread : threads) thread.join();
  if (failure != nullptr) std::rethrow_exception(failure);
  for (std::size_t i = 0; i < workers; ++i) observer->add(*pool[i]);
}

}  // namespace ladder::emulator
