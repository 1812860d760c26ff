// The one interface that all engines stand behind: the GPU, the emulator on the CPU. An engine says itself what it can
// do; its name is for people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "ladder/engine/observation.hpp"

namespace ladder {

// Host code that launches kernels on the engine's buffers.
using Run = std::function<void()>;

// Every buffer has this many bytes before and after its payload, for the guard zones that DeviceBuffer writes and
// checks. 256 keeps the payload as aligned as cudaMalloc's.
inline constexpr std::size_t guard_bytes = 256;

// What a device can hold and move; the figures that put a measured bandwidth in proportion.
struct DeviceLimits {
  std::size_t l2_bytes = 0;
  double peak_bytes_per_second = 0;  // of its memory, in theory
};

// The forms in which a chapter's kernels are compiled.
enum class KernelForm { emulated, cuda };

// How an engine tells time. timing/ has the loop around it.
class Clock {
 public:
  virtual ~Clock() = default;

  // Leaves nothing in the L2 cache that a run could use, or would have to write back.
  virtual void empty_cache() = 0;
  // The device's time for one run, in seconds. Throws std::runtime_error where a launch fails.
  virtual double seconds_of(const Run& run) = 0;
  virtual DeviceLimits limits() const = 0;
};

// How many blocks of a launch have run, and how many it has.
using Progress = std::function<void(std::uint64_t, std::uint64_t)>;

class Excerpts;  // excerpts.hpp

class Engine {
 public:
  Engine() = default;
  Engine(Engine&&) = delete;
  virtual ~Engine() = default;

  virtual std::string name() const = 0;         // "gpu" or "emulator"
  virtual std::string description() const = 0;  // for the report's first line
  virtual KernelForm kernels() const = 0;       // the form that it runs

  // Whether execute() tells what a run asked of the memory.
  virtual bool observes() const { return false; }
  // Null where the engine has no clock: the emulator counts, and says nothing about speed.
  virtual Clock* clock() { return nullptr; }
  // Null where the engine can only run whole grids, on arrays that exist, and cannot follow values.
  virtual Excerpts* excerpts() { return nullptr; }

  // Payload bytes that can still be allocated.
  virtual std::size_t free_bytes() const = 0;
  // Memory for `bytes` with guard_bytes on either side. Throws std::bad_alloc where there is not enough.
  virtual void* allocate(std::size_t bytes, std::size_t element_bytes, const std::string& name) = 0;
  virtual void release(void* payload) = 0;

  virtual void upload(void* to, const void* from, std::size_t bytes) = 0;
  virtual void download(void* to, const void* from, std::size_t bytes) const = 0;
  // Sets every byte; a kernel that reads it then reads what nothing wrote.
  virtual void poison(void* to, unsigned char value, std::size_t bytes) = 0;
  // From now on no kernel may write there: one that would is stopped before, where the engine observes.
  virtual void keep_from_kernels(void*) {}

  // Runs once and waits for the end. What it saw, or nothing where the engine does not observe. Throws
  // std::runtime_error where a launch fails: a StoppedRun where a kernel was observed that did not come to its end.
  virtual std::optional<Observation> execute(const Run& run) = 0;

  // From now on execute() keeps the first `most` requests of block 0, where the engine observes.
  virtual void trace_runs(std::size_t /*most*/ = SIZE_MAX) {}

  // From now on execute() tells how many blocks of a launch have run, and of how many: one call at a time, from any OS
  // thread. Where the engine knows.
  virtual void tell_progress(Progress) {}

  // From now on execute() runs the blocks from the last to the first, and by turns where they use fences or atomics;
  // or, not `on`, in their order again. Where the engine has a say in it.
  virtual void reorder_blocks(bool /*on*/) {}

  // As execute(), for the one run of a variant that a profiler is to see, under this name.
  virtual std::optional<Observation> execute_for_profiler(const Run& run, const std::string&) { return execute(run); }
};

// Throws std::runtime_error where the compiler that built the kernels would make it miscount.
std::unique_ptr<Engine> make_emulator();

// Whether this build has a GPU engine at all.
#ifdef LADDER_WITH_GPU
inline constexpr bool built_with_gpu = true;
#else
inline constexpr bool built_with_gpu = false;
#endif

// Null where there is no usable GPU; `why` then says what is missing. Only where built_with_gpu.
std::unique_ptr<Engine> make_gpu(std::string& why);

}  // namespace ladder
