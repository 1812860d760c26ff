#include "emulator/warp_trace.hpp"

namespace ladder::emulator {

void WarpTrace::begin(unsigned lane) {
  lane_ = lane;
  in_step_ = true;
  position_ = 0;
}

void WarpTrace::clear() {
  requests_.clear();
  requests_at_.clear();
  indexed_ = 0;
}

// The lane has made the first position_ accesses in step with the others: so often it has reached each site.
void WarpTrace::leave_step() {
  in_step_ = false;
  times_reached_.clear();
  for (std::size_t i = 0; i < position_; ++i) ++times_reached_[key(requests_[i].site, requests_[i].space)];
}

bool WarpTrace::record_new_or_out_of_step(std::uintptr_t site, std::uintptr_t address, int bytes, Space space,
                                          Operation operation) {
  if (in_step_ && position_ < requests_.size()) leave_step();
  if (!in_step_) {
    for (; indexed_ < requests_.size(); ++indexed_) {
      requests_at_[key(requests_[indexed_].site, requests_[indexed_].space)].push_back(indexed_);
    }
    const auto& here = requests_at_[key(site, space)];
    std::uint32_t& times = times_reached_[key(site, space)];
    if (times < here.size()) {
      add_lane(requests_[here[times++]], address);
      return true;
    }
    if (requests_.size() == most_requests) return false;
    ++times;
  }
  if (requests_.size() == most_requests) return false;
  Request& request = requests_.emplace_back();
  request.site = site;
  request.space = space;
  request.operation = operation;
  request.access.active = 0;
  request.access.bytes = bytes;
  request.access.kind =
      operation == Operation::load ? memory_model::Access::load : memory_model::Access::store;
  add_lane(request, address);
  ++position_;
  return true;
}

}  // namespace ladder::emulator
