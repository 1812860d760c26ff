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
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "ladder/emulator/requests/warp.hpp"

namespace ladder::emulator {

// A place in the kernel: the return address of a callback.
using Site = std::uintptr_t;

struct Request {
  memory_model::WarpAccess access;  // of no lane, where all were stopped before it
  LaneMask stopped = 0;             // lanes that would be active, see WarpTrace::record_stopped(); with their addresses
  Site site = 0;
  Space space = Space::global;
};

inline unsigned first_lane(const Request& request) {
  return static_cast<unsigned>(std::countr_zero(request.access.active));
}

struct LaneAccess {
  Site site = 0;
  std::uintptr_t address = 0;
  int bytes = 0;
  Space space = Space::global;
  Access operation = Access::load;
};

// A loop by its basic blocks: from the last one a thread goes back to the first one. Two loops, one in the other, may
// begin with the same block: where the outer one's test lies behind both.
struct Loop {
  Site first = 0, last = 0;
  bool operator==(const Loop&) const = default;
  bool contains(const Loop& other) const { return *this != other && first <= other.first && other.last <= last; }
};

// How the iterations of a loop follow each other in the machine code.
enum class NextIteration : std::uint8_t {
  unrolled,          // their number is known, or the source asks for it: all are together
  unrolled_in_part,  // perhaps: nvcc can work out how many there are, and takes some together where it pays
  one_by_one,
  kept_apart,  // the source asks for that: #pragma unroll 1
};

// A step that asks for nothing: another iteration begins of a loop that is not wholly unrolled.
constexpr LaneAccess next_iteration(const Loop& loop, NextIteration how) {
  constexpr Access codes[] = {Access::load, Access::load, Access::store, Access::atomic};
  return {loop.first, loop.last, 0, Space::global, codes[static_cast<int>(how)]};
}
inline Loop loop_of(const Request& next_iteration) {
  return {next_iteration.site, next_iteration.access.address[first_lane(next_iteration)]};
}
inline bool is_next_iteration(const Request& request) {
  return request.access.bytes == 0 && request.space == Space::global;
}
inline NextIteration how_it_follows(const Request& next_iteration) {
  switch (next_iteration.access.operation) {
    case Access::load: return NextIteration::unrolled_in_part;
    case Access::store: return NextIteration::one_by_one;
    default: return NextIteration::kept_apart;
  }
}

// Another step that asks for nothing: the lanes that take it together are told so.
constexpr LaneAccess active_mask(Site site) { return {site, 0, 0, Space::shared, Access::load}; }
inline bool is_active_mask(const Request& request) {
  return request.access.bytes == 0 && request.space == Space::shared;
}

// What a lane does at a site, as a number that orders by sites. An instruction that meets both shared and global memory
// issues a request for each, and so does a copy for each operation and width that it is made of.
using StepCode = std::uintptr_t;
constexpr StepCode step_code(Site site, Space space, Access operation, int bytes) {
  return site << 8 | static_cast<StepCode>(space) << 7 | static_cast<StepCode>(operation) << 5 |
         static_cast<StepCode>(bytes);
}
constexpr StepCode step_code(const Request& request) {
  return step_code(request.site, request.space, request.access.operation, request.access.bytes);
}
constexpr StepCode step_code(Site block) { return block << 8; }  // to enter a basic block
constexpr Site site_of(StepCode code) { return code >> 8; }
constexpr int bytes_of(StepCode code) { return static_cast<int>(code & 31); }  // 0: it is no access
constexpr bool is_active_mask(StepCode code) { return (code & 0xff) == step_code(0, Space::shared, Access::load, 0); }

struct Buffer;

// The array that an access of the first lane lies in: other lanes may make the same access, wherever in it, and nobody
// has to look for the array again.
struct Reach {
  std::uintptr_t begin = 0, room = 0;  // such an access begins between begin and begin + room
  const Buffer* buffer = nullptr;      // null for shared memory
  bool is_known = false;
};

// A step of the common path of a warp: what the first lane did, and every lane that has stayed in step with it.
struct CommonStep {
  StepCode code = 0;      // 0: behind the last one
  StepCode in_reach = 0;  // the code without its space, where the reach is known
  Reach reach = {};
  Request* request = nullptr;  // of an access
};

class WarpTrace {
 public:
  // A lane that has made this many steps has to wait until drain() has taken some of them away.
  static constexpr std::size_t most_steps = 8192;

  void clear();

  // The steps recorded from now on are those of `lane`, in the order in which it makes them: it goes on where it was.
  void begin(unsigned lane) {
    lane_ = lane;
    begun_ = own_[lane].size();
    in_step_ = own_[lane].empty() && !leftovers_;
    begun_in_step_ = length_[lane];
    expect(begun_in_step_);
  }
  // To be called when the lane has stopped.
  void end() {
    if (in_step_) length_[lane_] = static_cast<std::uint32_t>(position());
    next_ = &nothing;
  }

  // A step of the running lane that the first lane made here as well: nearly all are. False, with nothing recorded,
  // where it is another one; then record() takes it.
  static bool follow(Site block) {
    if (next_->code != step_code(block)) return false;
    ++next_;
    return true;
  }
  bool follow(const LaneAccess& access) {
    if (next_->code != step_code(access.site, access.space, access.operation, access.bytes)) return false;
    add_lane(*next_++->request, lane_, access.address);
    return true;
  }
  // The same of an access to the array that the first lane's is known to lie in; null where it is another one.
  [[gnu::always_inline]] const Reach* follow_in_reach(std::uintptr_t address, int bytes, Access operation, Site site) {
    const CommonStep& step = *next_;
    const bool is_aligned = (address & static_cast<std::uintptr_t>(bytes - 1)) == 0;
    const bool is_same = step.in_reach == step_code(site, Space{}, operation, bytes);
    if (!is_same || !is_aligned || address - step.reach.begin > step.reach.room) return nullptr;
    add_lane(*step.request, lane_, address);
    ++next_;
    return &step.reach;
  }
  // Any other step: an access, or the basic block at the site. False, with nothing recorded, where there is no room.
  bool record(const LaneAccess& access, const Reach& reach = {}) {
    return record(step_code(access.site, access.space, access.operation, access.bytes), access, true, reach);
  }
  bool record(Site block) { return record(step_code(block), {}, false, {}); }
  // The lane's last step: an access that it is stopped before. It shows in the request that it would be part of.
  void record_stopped(const LaneAccess& access) {
    leave_common_path();
    own_[lane_].push_back({step_code(access.site, access.space, access.operation, access.bytes), access, true, true});
  }

  // Whether the lane has no room left for such steps.
  bool is_full() const { return steps() >= most_steps; }

  // How many steps of the running lane are kept.
  std::size_t steps() const { return (in_step_ ? position() : length_[lane_]) + own_[lane_].size(); }
  // Where it made its last access, of those that came after so many; 0: nowhere, or long ago.
  Site last_access(std::size_t after) const;

  // Where the lane has been seen last; 0 where it has made no step.
  Site last_site() const {
    if (!own_[lane_].empty()) return site_of(own_[lane_].back().code);
    return in_step_ && position() > 0 ? site_of(steps_[position() - 1].code) : 0;
  }

  // Where the lane has read this address, with nothing but other loads since; 0 where it has not, or long ago.
  Site load_before(std::uintptr_t address) const;

  // What the lane has done since begin(): a number that is another one where it did something else.
  std::uint64_t fingerprint() const;

  // Hands over the requests of all lanes so far, as count(const Request&), in an order in which a warp could have
  // executed them. A lane in `unfinished` has more to come before it waits for others: where its next step is not known
  // yet, the rest is kept; and where it is an __activemask() to which `others` may come, too.
  void drain(std::uint32_t unfinished, bool others, const auto& count) {
    if (!others && all_in_step() && none_is_ahead_of(unfinished)) {
      auto request = requests_.begin();
      for (std::size_t i = 0; i < request_count_; ++i) count(*request++);
      forget_common_path();
    } else {
      while (take_next_step(unfinished, others)) {
        if ((taken_.access.active | taken_.stopped) != 0) count(taken_);
      }
      keep_the_rest();
    }
  }

 private:
  static constexpr CommonStep nothing{};

  // From here on record() takes each step of the lane.
  void leave_common_path() {
    end();
    in_step_ = false;
  }

  // A step of a lane that has left the common path.
  struct OwnStep {
    StepCode code;
    LaneAccess access;
    bool is_access;
    bool is_stopped = false;  // before it
  };

  OwnStep step_of(unsigned lane, std::size_t nth, std::size_t in_step) const;
  // Where the lane is on the common path. One that has left it expects nothing.
  std::size_t position() const { return static_cast<std::size_t>(next_ - steps_.data()); }
  void expect(std::size_t position) { next_ = in_step_ ? steps_.data() + position : &nothing; }
  std::size_t path_length() const { return steps_.size() - 1; }

  static void add_lane(Request& request, unsigned lane, std::uintptr_t address) {
    request.access.address[lane] = address;
    request.access.active |= mask_of(lane);
  }
  static void describe(Request& request, const LaneAccess& access);
  bool record(StepCode code, const LaneAccess& access, bool is_access, const Reach& reach);
  bool all_in_step() const;
  bool none_is_ahead_of(std::uint32_t unfinished) const;
  void forget_common_path();
  bool take_next_step(std::uint32_t unfinished, bool others);
  void keep_the_rest();

  std::vector<CommonStep> steps_ = std::vector<CommonStep>(1);  // and, behind the last one, nothing
  std::deque<Request> requests_;  // the first request_count_ of them; the others are there to be used again
  std::size_t request_count_ = 0;
  std::array<std::uint32_t, warp_lanes> length_{};  // how many steps of the common path each lane has made
  std::array<std::vector<OwnStep>, warp_lanes> own_;
  bool leftovers_ = false;  // own_ holds steps that the last drain() kept

  unsigned lane_ = 0;
  std::size_t begun_ = 0;          // how many steps of its own the lane had at begin(),
  std::size_t begun_in_step_ = 0;  // and of the common path
  bool in_step_ = true;
  // What the lane that this OS thread runs is expected to do next: callbacks look there first.
  static constinit thread_local const CommonStep* next_;

  // drain(): how far each lane has been taken, and the newest request.
  std::array<std::uint32_t, warp_lanes> cursor_{};
  Request taken_;
};

}  // namespace ladder::emulator
