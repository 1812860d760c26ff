#include "ladder/engine/engine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "ladder/base/failure.hpp"
#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/memory/global_memory.hpp"
#include "ladder/emulator/run/observer.hpp"
#include "ladder/engine/excerpts.hpp"

namespace ladder {
namespace emulator {

// In compiler_probe.cu. vectors: 96 float4; floats: 64 floats, all written before.
void launch_compiler_probe(void* vectors, float* floats);

namespace {

// Runs the probe kernel on the engine. Empty where every access arrived once and whole, as the GPU makes it; else what
// arrived and what should have: the compiler that built this program cannot be relied on.
std::string probe_compiler(Engine& engine) {
  const std::vector<float> values(4 * 96 + 64);
  void* memory = engine.allocate(values.size() * sizeof(float), sizeof(float), "probe");
  engine.upload(memory, values.data(), values.size() * sizeof(float));
  auto* floats = static_cast<float*>(memory);
  const auto seen = engine.execute([&] { launch_compiler_probe(floats, floats + 4 * 96); })->counters;
  engine.release(memory);

  const std::array found = {seen.global_load_requests, seen.global_load_sectors, seen.global_store_requests,
                            seen.global_store_sectors};
  // Loads: 16 sectors of float4, 4 of floats. Stores: the same, and two arms of every second lane: 4 sectors of floats,
  // 16 of float4.
  const decltype(found) expected = {2, 16 + 4, 4, 16 + 4 + 4 + 16};
  if (found == expected) return {};
  return fmt::format(
      "the compiler that built this program merges, splits or drops memory accesses: the probe kernel's requests and "
      "sectors were {}, not {}; build with g++ 11 or later, or clang++ 14 or later",
      fmt::join(found, ", "), fmt::join(expected, ", "));
}

// MemAvailable of /proc/meminfo, in bytes.
std::size_t available_memory() {
  std::ifstream file("/proc/meminfo");
  std::string key, unit;
  for (std::size_t kib; file >> key >> kib; std::getline(file, unit)) {
    if (key == "MemAvailable:") return kib * 1024;
  }
  return SIZE_MAX;
}

// As memcpy, but both pointers may be null where there are no bytes to copy.
void copy(void* to, const void* from, std::size_t bytes) {
  std::copy_n(static_cast<const std::byte*>(from), bytes, static_cast<std::byte*>(to));
}

class Emulator : public Engine, Excerpts {
 public:
  // Of Excerpts.
  void* allocate(std::size_t elements, std::size_t element_bytes, const std::string& name, InitialBits initial,
                 ArrayUse use) override {
    return GlobalMemory::instance().allocate_sparse(elements, element_bytes, name, std::move(initial), use);
  }
  std::vector<WrittenElement> written(const void* array) const override {
    return GlobalMemory::instance().written(array);
  }
  Observation execute(const Run& run, const BlockChoice& choose) override {
    Observer observer({.choose = choose});
    return observe(observer, run);
  }
  Recording record(const Run& run, const std::function<bool(const Step&)>& keep, const BlockChoice& choose,
                   std::size_t step_bytes) override {
    Observer observer({.choose = choose, .keep = keep, .step_bytes = step_bytes});
    const Observer::Watch watch(observer);
    run();
    return observer.recorders().values->recording();
  }

  std::string name() const override { return "emulator"; }
  std::string description() const override {
    return fmt::format("SIMT emulator on {} CPU cores: it counts, it does not time",
                       std::max(1u, std::thread::hardware_concurrency()));
  }

  KernelForm kernels() const override { return KernelForm::emulated; }
  bool observes() const override { return true; }

  std::size_t free_bytes() const override {
    // Each float comes with a cell that remembers who wrote it.
    return available_memory() / (1 + sizeof(ShadowCell) / sizeof(float));
  }
  void* allocate(std::size_t bytes, std::size_t element_bytes, const std::string& name) override {
    if (bytes > free_bytes()) throw std::bad_alloc();
    return GlobalMemory::instance().allocate(bytes, element_bytes, name);
  }
  void release(void* payload) override { GlobalMemory::instance().release(payload); }

  void upload(void* to, const void* from, std::size_t bytes) override {
    copy(to, from, bytes);
    GlobalMemory::instance().mark(to, bytes, written_before_the_launch);
  }
  void download(void* to, const void* from, std::size_t bytes) const override { copy(to, from, bytes); }
  void poison(void* to, unsigned char value, std::size_t bytes) override {
    std::memset(to, value, bytes);
    GlobalMemory::instance().mark(to, bytes, never_written);
  }

  void keep_from_kernels(void* payload) override { GlobalMemory::instance().keep_from_kernels(payload); }

  std::optional<Observation> execute(const Run& run) override {
    Observer observer({.most_traced = most_traced_, .reorders = reorders_, .tell = tell_});
    return observe(observer, run);
  }
  void trace_runs(std::size_t most) override { most_traced_ = most; }
  void tell_progress(Progress tell) override { tell_ = std::move(tell); }
  void reorder_blocks(bool on) override { reorders_ = on; }
  Excerpts* excerpts() override { return this; }

 private:
  static Observation observe(Observer& observer, const Run& run) {
    const Observer::Watch watch(observer);
    try {
      run();
    } catch (const Failure&) {
      throw;  // nothing was run
    } catch (const BrokenLaunch& why) {
      throw StoppedRun(why.what(), source_line(why.site), observer.observation());
    } catch (const std::runtime_error& why) {
      throw StoppedRun(why.what(), {}, observer.observation());
    }
    return observer.observation();
  }

  std::size_t most_traced_ = 0;
  bool reorders_ = false;
  Progress tell_;
};

}  // namespace
}  // namespace emulator

std::unique_ptr<Engine> make_emulator() {
  auto engine = std::make_unique<emulator::Emulator>();
  static const std::string wrong = emulator::probe_compiler(*engine);
  if (!wrong.empty()) throw std::runtime_error(wrong);
  return engine;
}

}  // namespace ladder
