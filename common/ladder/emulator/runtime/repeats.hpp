// Launches that do what the identical launch before them did: programs make thousands to take their time.
//
// A launch that does nothing else that anybody can see makes of memory what it made of the same memory before, or
// might: where the order of atomics decides, that is one of the outcomes. So it need not run: what it changed is put
// there again. Memory is compared by fingerprints. Of what only the device may touch, new ones are taken only where
// something may have changed it; what the host may touch, too, is looked at each time.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ladder/base/singleton.hpp"
#include "ladder/emulator/cuda/kernel_call.hpp"
#include "ladder/emulator/memory/fingerprint.hpp"
#include "ladder/emulator/runtime/allocations.hpp"

namespace ladder::emulator {

class Repeats : public Singleton<Repeats> {
 public:
  using Duration = std::chrono::steady_clock::duration;

  // Whether a change would be news: to look for one may take as long as to make it.
  bool knows_memory() const { return own_of_ != nobody; }

  // Something other than a launch may have written to memory of the device, or changed which memory there is.
  void note_change() { own_of_ = nobody; }

  // A launch is to begin. Whether it need not run: then it is done, and has used what the one before it used. may_skip:
  // enough launches of its kind have been observed.
  bool begin(const Configuration& configuration, const KernelCall& call, std::uintptr_t site, const Work& work,
             bool may_skip);
  // It has run, and asked this of the memory of other devices. may_repeat: nothing stopped one of its threads.
  void end(const Work& work, Duration took, const RemoteSectors& remote, bool may_repeat);

  // How long the launches that did not run would have taken.
  Duration saved() const { return saved_; }

 private:
  // What a launch has made of a piece of memory.
  struct Piece {
    std::uintptr_t begin;
    std::vector<std::byte> bytes;
  };
  // All launches that are the same.
  struct Launch {
    Duration ran{0};       // since memory was last looked at for it
    Duration patience{0};  // to run so long without a look, so that looking takes no more time than running
    // Of the newest run whose memory was looked at: what it began with, and what it changed.
    std::optional<Fingerprint> before;
    std::vector<Piece> changed;
    Duration took{0};
    RemoteSectors remote;
    std::vector<std::pair<std::uintptr_t, Use>> uses;
  };

  Fingerprints memory(int device);
  bool keep_changes(Launch& launch, const Fingerprints& after);
  void forget(Launch& launch);
  void do_again(Launch& launch, const Work& work);

  std::map<std::string, Launch> launches_;
  Launch* running_ = nullptr;           // the newest
  std::optional<Fingerprints> before_;  // it began, if that was looked at
  std::size_t kept_bytes_ = 0;          // of what launches have changed
  static constexpr int nobody = -1;
  Fingerprints own_;     // of what only devices may touch, as long as nothing may have changed it
  int own_of_ = nobody;  // the device whose kernels may touch that; nobody: it is not known
  Duration look_{0};     // how long that took
  Duration saved_{0};
};

}  // namespace ladder::emulator
