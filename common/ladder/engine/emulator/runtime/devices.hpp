// The devices that a program finds, numbered from 0: which one each thread of the host has chosen, and whose memory
// their kernels may use. (CUDA Runtime API, "Device Management", "Peer Device Memory Access".)
#pragma once

#include <set>
#include <string>
#include <utility>

namespace ladder::emulator {

class Devices {
 public:
  static constexpr int most = 64;
  static Devices& instance();

  // So many there are, from the program's start on.
  void make(int count) { count_ = count; }
  int count() const { return count_; }
  bool has(int device) const { return device >= 0 && device < count_; }

  // Of the calling thread.
  int current() const { return current_; }
  void choose(int device) { current_ = device; }

  // Whether kernels of the device may use the memory of the other one: its own, or that of a peer to which a program
  // has enabled the access. (Links join all pairs: every one can be enabled.)
  bool may_use(int device, int other) const { return device == other || enabled_.count({device, other}) != 0; }
  // False where it was enabled already, or was not.
  bool enable(int device, int peer) { return enabled_.insert({device, peer}).second; }
  bool disable(int device, int peer) { return enabled_.erase({device, peer}) != 0; }
  // The device has no peers any more.
  void forget_peers(int device);

 private:
  int count_ = 1;
  inline static thread_local int current_ = 0;
  std::set<std::pair<int, int>> enabled_;  // a device, and its peer
};

// The current device becomes another one, as long as this lives.
class OnDevice {
 public:
  explicit OnDevice(int device) : before_(Devices::instance().current()) { Devices::instance().choose(device); }
  ~OnDevice() { Devices::instance().choose(before_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  int before_;
};

// "there is no device 3: the emulator has 2, numbers 0 to 1".
std::string no_device(int device);

}  // namespace ladder::emulator
