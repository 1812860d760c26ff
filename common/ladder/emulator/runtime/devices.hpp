// The devices that a program finds, numbered from 0: which one each thread of the host has chosen, whose memory their
// kernels may use, what the links between them carry, and the values of their variables. (CUDA Runtime API, "Device
// Management", "Peer Device Memory Access".)
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ladder/base/singleton.hpp"
#include "ladder/emulator/debuginfo/executable.hpp"
#include "ladder/emulator/listeners/counters.hpp"

namespace ladder::emulator {

class Devices : public Singleton<Devices> {
 public:
  static constexpr int most = 64;
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
  void forget_peers(int device) {
    std::erase_if(enabled_, [device](const std::pair<int, int>& pair) { return pair.first == device; });
  }

  // Those that the program has set, of the current device, by cudaLimit.
  std::map<int, std::size_t>& limits() { return limits_[current_]; }

 private:
  int count_ = 1;
  inline static thread_local int current_ = 0;
  std::set<std::pair<int, int>> enabled_;  // a device, and its peer
  std::map<int, std::map<int, std::size_t>> limits_;
};

// "there is no device 3: the emulator has 2, numbers 0 to 1".
std::string no_device(int device);

struct Traffic {
  std::uint64_t copies = 0, copied_bytes = 0;  // cudaMemcpyPeer() and its like
  std::uint64_t staged_bytes = 0;              // of these: through the host, as no access was enabled
  std::uint64_t loaded = 0, stored = 0;        // sectors that kernels ask for: by the device they go to; or write
};

class Links : public Singleton<Links> {
 public:
  Traffic& from_to(int from, int to) { return all_[{from, to}]; }
  // A kernel on that device has asked for them.
  void add(int device, const RemoteSectors& sectors);
  const std::map<std::pair<int, int>, Traffic>& all() const { return all_; }
  void clear() { *this = {}; }

  bool has_rings = false;   // the bytes of collectives of NCCL are what they would be in a ring
  bool has_unseen = false;  // blocks were not observed, whose kernel may have asked for more sectors than are known

 private:
  std::map<std::pair<int, int>, Traffic> all_;  // from, to
};

// At the variables' addresses stand the values of one device; those of the others are kept here.
class Variables : public Singleton<Variables> {
 public:
  // At the program's start: each of so many devices has the values that stand there.
  void begin(int devices);
  // From now on the values there are those of the device.
  void use(int device);

 private:
  void put_away(std::vector<std::byte>& values) const;

  std::vector<Segment> variables_;
  std::vector<std::vector<std::byte>> values_;  // by device
  int used_ = 0;
};

}  // namespace ladder::emulator
