// Puts the accesses of a warp's lanes together to requests.
//
// A request is one warp executing one memory instruction. The emulator runs the lanes one after the other, so it has to
// find out afterwards what the hardware would have executed at once. For that it knows each lane's path: the accesses
// it made and the basic blocks it entered. Lanes whose next step is the same instruction take it together; of lanes
// that are at different instructions, those at the lowest address go first. Code is laid out in the order of the source
// (see the compiler's flags), so what is left of a branch or a loop lies below the place where the lanes meet again,
// and the others wait for them there. (Known as min-PC scheduling; see Collange, "Stack-less SIMT reconvergence at low
// cost", 2011.)
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ladder/model/memory_model.hpp"

namespace ladder::emulator {

enum class Space : std::uint8_t { global, shared };
enum class Operation : std::uint8_t { load, store, atomic };

// A place in the kernel: the return address of a callback.
using Site = std::uintptr_t;

struct Request {
  memory_model::WarpAccess access;
  Site site = 0;
  Space space = Space::global;
  Operation operation = Operation::load;
};

struct LaneAccess {
  Site site;
  std::uintptr_t address;
  int bytes;
  Space space;
  Operation operation;
};

class WarpTrace {
 public:
  // A lane that has made so many steps has to wait until drain() has taken some away.
  static constexpr std::size_t most_steps = 8192;

  // Forgets everything.
  void clear();

  // The steps recorded from now on are those of `lane`, in the order in which it makes them.
  void begin(unsigned lane) {
    lane_ = lane;
    in_step_ = own_[lane].empty() && !leftovers_;
    expect(0);
  }
  // To be called when the lane has stopped.
  void end() {
    if (in_step_) length_[lane_] = static_cast<std::uint32_t>(position());
  }

  // A step of the lane that the first lane made here as well: nearly all are. False, with nothing recorded, where it is
  // another one; then record() takes it.
  bool follow(Site block) {
    if (next_ == end_ || next_->code != code(block, Space::global)) return false;
    ++next_;
    return true;
  }
  bool follow(Site site, Space space, std::uintptr_t address) {
    if (next_ == end_ || next_->code != code(site, space)) return false;
    add_lane(requests_[next_++->request], lane_, address);
    return true;
  }
  // Any other step: an access, or the basic block at the site. False, with nothing recorded, where there is no room.
  bool record(const LaneAccess& access) { return record(access, true); }
  bool record(Site block) { return record({block, 0, 0, Space::global, Operation::load}, false); }

  // Where the lane has been seen last; 0 where it has made no step.
  Site last_site() const {
    if (!own_[lane_].empty()) return own_[lane_].back().code >> 1;
    return in_step_ && position() > 0 ? steps_[position() - 1].code >> 1 : 0;
  }

  // Hands over the requests of all lanes so far, as count(const Request&), in an order in which a warp could have
  // executed them. A lane in `unfinished` has more to come before it waits for others: where its next step is not known
  // yet, the rest is kept.
  template <typename Count>
  void drain(std::uint32_t unfinished, const Count& count) {
    if (all_in_step()) {
      for (std::uint32_t i = 0; i < request_count_; ++i) count(requests_[i]);
      forget_common_path();
    } else {
      while (take_next_step(unfinished)) {
        if (taken_.access.active != 0) count(taken_);
      }
      keep_the_rest();
    }
  }

 private:
  static constexpr std::uint32_t no_request = UINT32_MAX;

  // Steps are compared and ordered by their code. An instruction that meets both shared and global memory issues a
  // request for each.
  using Code = std::uintptr_t;
  static Code code(Site site, Space space) { return site << 1 | static_cast<Code>(space == Space::shared); }

  // A step of the common path: what the first lane did, and every lane that has stayed in step with it.
  struct Step {
    Code code;
    std::uint32_t request;  // index in requests_
  };
  // A step of a lane that has left the common path.
  struct OwnStep {
    Code code;
    LaneAccess access;
    bool is_access;
  };

  // Where the lane is on the common path. One that has left it expects nothing.
  std::size_t position() const { return static_cast<std::size_t>(next_ - steps_.data()); }
  void expect(std::size_t position) {
    end_ = steps_.data() + steps_.size();
    next_ = in_step_ ? steps_.data() + position : end_;
  }

  static void add_lane(Request& request, unsigned lane, std::uintptr_t address) {
    request.access.address[lane] = address;
    request.access.active |= 1u << lane;
  }
  static void describe(Request& request, const LaneAccess& access);
  bool record(const LaneAccess& access, bool is_access);
  bool all_in_step() const;
  void forget_common_path();
  bool take_next_step(std::uint32_t unfinished);
  void keep_the_rest();

  std::vector<Step> steps_;
  std::vector<Request> requests_;  // the first request_count_ of them; the others are there to be used again
  std::uint32_t request_count_ = 0;
  std::array<std::uint32_t, 32> length_{};  // how many steps of the common path each lane has made
  std::array<std::vector<OwnStep>, 32> own_;
  bool leftovers_ = false;  // own_ holds steps that the last drain() kept

  unsigned lane_ = 0;
  bool in_step_ = true;
  const Step* next_ = nullptr;
  const Step* end_ = nullptr;

  // drain(): how far each lane has been taken, and the newest request.
  std::array<std::uint32_t, 32> cursor_{};
  Request taken_;
};

}  // namespace ladder::emulator
