// What the links between devices carry: copies, bytes and sectors of each pair, counted exactly.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "ladder/engine/emulator/listeners/counters.hpp"

namespace ladder::emulator {

struct Traffic {
  std::uint64_t copies = 0, copied_bytes = 0;  // cudaMemcpyPeer() and its like
  std::uint64_t staged_bytes = 0;              // of these: through the host, as no access was enabled
  std::uint64_t loaded = 0, stored = 0;        // sectors that kernels ask for: by the device they go to; or write
};

class Links {
 public:
  static Links& instance();

  // Of one direction of a pair.
  Traffic& from_to(int from, int to) { return all_[{from, to}]; }
  // A kernel on that device has asked for them.
  void add(int device, const RemoteSectors& sectors);
  // The bytes of a collective of NCCL: what they would be in a ring.
  void note_ring() { has_rings_ = true; }
  // Blocks were not observed, whose kernel may use the memory of other devices.
  void note_unseen() { has_unseen_ = true; }

  const std::map<std::pair<int, int>, Traffic>& all() const { return all_; }
  // Whether kernels may have asked for more sectors than are known.
  bool has_unseen() const { return has_unseen_; }
  bool has_rings() const { return has_rings_; }
  void clear() { *this = {}; }

 private:
  std::map<std::pair<int, int>, Traffic> all_;  // from, to
  bool has_unseen_ = false, has_rings_ = false;
};

}  // namespace ladder::emulator
