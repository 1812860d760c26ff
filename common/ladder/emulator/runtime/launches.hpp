// The launches of a program, and what was seen of them. Those of a chapter, whose engine observes its runs, are seen by
// that.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>

#include "ladder/base/singleton.hpp"
#include "ladder/emulator/cuda/runtime/launch.hpp"
#include "ladder/emulator/run/observer.hpp"
#include "ladder/emulator/runtime/graphs.hpp"
#include "ladder/emulator/runtime/order.hpp"

namespace ladder::emulator {

// Of a block; more takes cudaFuncSetAttribute().
inline constexpr std::size_t usual_shared_bytes = 48 * 1024;

// All launches of one kernel from one line with one configuration.
struct LaunchGroup : Configuration {
  const void* kernel;
  std::uintptr_t site;  // where the program launches it
  Observer observer;
  std::uint64_t launches = 0;
  std::uint64_t unseen = 0;    // of these: not observed
  std::uint64_t repeated = 0;  // of those: not even run, as they are like one before
  double seconds = 0;          // in which the others were observed here
  std::uint64_t turn = 0;      // of the newest
  bool prints = false;         // a thread of one that ran
  std::string failure = {};    // why the last one broke off; empty where all came to their end

  // "mm<32>".
  std::string kernel_name() const;
};

class Launches : public Singleton<Launches> {
 public:
  // Of all that comes: how many requests of block 0 of each group to keep.
  void trace(std::size_t most) { most_traced_ = most; }
  // For how long the launches of a group are observed at most, in seconds.
  static constexpr double usual_seconds = 10;
  void observe_for(double seconds) { seconds_ = seconds; }
  // All groups have twice as long; the next one gets half of what is left of that, but at least a tenth of the most.
  static double share_of(double most, double spent) { return std::clamp((2 * most - spent) / 2, most / 10, most); }

  void take(std::unique_ptr<Handed> handed) { handed_ = std::move(handed); }
  std::shared_ptr<const Handed> handed() { return std::move(handed_); }
  // Launches what was handed over. (The program may have called a kernel's function before, and launched nothing.)
  cudaError_t launch(const Configuration& configuration, cudaStream_t stream, std::uintptr_t site);
  // What a kernel's function hands over with these arguments; null: it is no kernel's.
  std::shared_ptr<const Handed> handed_by(KernelFunction kernel, void* const* arguments);
  // What launches that, for a call that returns the error: the program need not ask. Null where that is.
  static NodeWork work(const std::shared_ptr<const Handed>& handed, const Configuration& configuration,
                       std::uintptr_t site);
  // The kernel whose function that is.
  const void* kernel_of(const void* function);
  // The arguments that cudaLaunchKernel() has, while it asks a kernel's function to take them; else null.
  void* const* arguments() const { return arguments_; }

  // The program has ended; what its destructors launch comes too late.
  void close() { is_closed_ = true; }
  // Those until now are another process's.
  void forget() { groups_.clear(); }
  void allow_dynamic_shared(const void* kernel, std::size_t bytes) { allowed_[kernel] = bytes; }
  // The program asks how its launches went.
  void note_question() { unasked_ = 0; }
  std::uintptr_t unasked_failure() const { return unasked_; }  // where the launch is; 0: none

  const std::deque<LaunchGroup>& groups() const { return groups_; }
  const LaunchGroup* running() const { return running_; }  // null: none

 private:
  LaunchGroup& group_of(const void* kernel, const Configuration& configuration, std::uintptr_t site);
  cudaError_t refuse(cudaError_t error, std::uintptr_t site, const std::string& why);
  cudaError_t launch(const std::shared_ptr<const Handed>& handed, const Configuration& configuration,
                     cudaStream_t stream, std::uintptr_t site);
  double seconds_to_observe(const LaunchGroup& group) const;
  double least_seconds() const;  // for which some of each launch is observed
  void take_from(const void* function, void* const* arguments);
  void run(LaunchGroup& group, const Handed& handed, StreamNumber stream);
  void run_for_chapter(const Handed& handed, const Configuration& configuration, StreamNumber stream,
                       std::uintptr_t site);

  inline static thread_local std::unique_ptr<Handed> handed_;  // by each thread of the host
  inline static thread_local void* const* arguments_ = nullptr;
  std::map<const void*, std::size_t> allowed_;  // dynamic shared memory, by kernel
  std::uintptr_t unasked_ = 0;
  std::size_t most_traced_ = 0;
  double seconds_ = usual_seconds;
  double spent_ = 0;  // seconds in which launches were observed
  bool is_closed_ = false;
  const LaunchGroup* running_ = nullptr;
  std::deque<LaunchGroup> groups_;
};

}  // namespace ladder::emulator
