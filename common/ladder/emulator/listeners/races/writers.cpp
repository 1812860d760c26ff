#include "ladder/emulator/listeners/races/writers.hpp"

#include <algorithm>
#include <mutex>
#include <vector>

#include "ladder/emulator/debuginfo/executable.hpp"

namespace ladder::emulator {
namespace {

struct AllRunning : Singleton<AllRunning> {
  std::mutex mutex;
  std::vector<const RunningThread*> threads;
};

}  // namespace

// A writer is the number of the launch, and where in the executable.
void WrittenLines::note(const LaneAccess& write, const Buffer& buffer) {
  const std::uint64_t writer = ReleaseLogs::instance().launch() << 32 | site_offset(write.site);
  const std::size_t first = buffer.granule(write.address);
  const std::size_t last = buffer.granule(write.address + static_cast<std::uintptr_t>(write.bytes) - 1);
  for (std::size_t i = first; i <= last; ++i) {
    const std::uint64_t before = buffer.writers->get()[i].exchange(writer, std::memory_order_relaxed);
    if (i - first < before_.size()) before_[i - first] = before;
  }
  first_ = buffer.begin + (first << buffer.granule_shift);
}

Site WrittenLines::site_of(std::uint64_t writer) {
  const bool of_this_launch = writer >> 32 == ReleaseLogs::instance().launch();
  return of_this_launch ? site_address(static_cast<std::uint32_t>(writer)) : 0;
}

Site WrittenLines::now_at(std::uintptr_t address) {
  const Buffer& buffer = *GlobalMemory::instance().find(address, 1);
  return site_of(buffer.writers->get()[buffer.granule(address)].load(std::memory_order_relaxed));
}

Site WrittenLines::before(std::uintptr_t address) const {
  const Buffer& buffer = *GlobalMemory::instance().find(address, 1);
  const std::size_t place = (address - first_) >> buffer.granule_shift;
  return address >= first_ && place < before_.size() ? site_of(before_[place]) : 0;
}

RunningThread::RunningThread() {
  AllRunning& running = AllRunning::instance();
  const std::lock_guard lock(running.mutex);
  running.threads.push_back(this);
}

RunningThread::~RunningThread() {
  AllRunning& running = AllRunning::instance();
  const std::lock_guard lock(running.mutex);
  std::erase(running.threads, this);
}

bool RunningThread::is_writing(std::uint64_t thread, std::uintptr_t address) {
  constexpr std::uintptr_t most_bytes = 16;  // of an access
  AllRunning& running = AllRunning::instance();
  const std::lock_guard lock(running.mutex);
  return std::ranges::any_of(running.threads, [=](const RunningThread* one) {
    return one->now_.load(std::memory_order_acquire) == thread &&
           address - one->written_.load(std::memory_order_acquire) < most_bytes;
  });
}

}  // namespace ladder::emulator
