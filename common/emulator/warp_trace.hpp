// Groups the accesses of a warp's lanes into requests.
//
// A request is one warp executing one memory instruction. The emulator runs the lanes one after the other, so it has to
// put together again what the hardware would have executed at once: the k-th time that each lane reached an instruction
// since the last barrier is one request.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "memory_model.hpp"

namespace ladder::emulator {

enum class Space : std::uint8_t { global, shared };
enum class Operation : std::uint8_t { load, store, atomic };

struct Request {
  memory_model::WarpAccess access;
  std::uintptr_t site = 0;  // return address of the callback: the instruction in the kernel
  Space space = Space::global;
  Operation operation = Operation::load;
};

class WarpTrace {
 public:
  // A lane that has no room left has to wait until the warp's requests so far are counted and cleared.
  static constexpr std::size_t most_requests = 4096;

  // The accesses recorded from now on are those of `lane`, in the order in which it makes them.
  void begin(unsigned lane);

  // False, with nothing recorded, where the trace is full.
  bool record(std::uintptr_t site, std::uintptr_t address, int bytes, Space space, Operation operation) {
    if (in_step_ && position_ < requests_.size() && requests_[position_].site == site &&
        requests_[position_].space == space) {
      add_lane(requests_[position_++], address);
      return true;
    }
    return record_new_or_out_of_step(site, address, bytes, space, operation);
  }

  const std::vector<Request>& requests() const { return requests_; }
  void clear();

 private:
  // An instruction that meets both shared and global memory issues one request for each.
  using Key = std::uintptr_t;
  static Key key(std::uintptr_t site, Space space) { return site * 2 + (space == Space::shared); }

  void add_lane(Request& request, std::uintptr_t address) {
    request.access.address[lane_] = address;
    request.access.active |= 1u << lane_;
  }
  bool record_new_or_out_of_step(std::uintptr_t site, std::uintptr_t address, int bytes, Space space,
                                 Operation operation);
  void leave_step();

  std::vector<Request> requests_;
  unsigned lane_ = 0;
  // While a lane makes the same accesses as the lane that opened the requests, it just walks along them.
  bool in_step_ = true;
  std::size_t position_ = 0;
  // Once it differs, its k-th access at a site is looked up.
  std::unordered_map<Key, std::uint32_t> times_reached_;
  std::unordered_map<Key, std::vector<std::uint32_t>> requests_at_;
  std::size_t indexed_ = 0;  // how many requests requests_at_ covers
};

}  // namespace ladder::emulator
