#include "ladder/engine/emulator/requests/remote_sectors.hpp"

namespace ladder::emulator {

void RemoteSectors::add(const Request& request, RecentBuffers& buffers) {
  std::map<int, LaneMask> lanes;  // by the device whose memory they ask for
  for_each_lane(request.access.active, [&](unsigned lane) {
    const Buffer* const buffer = buffers.find(request.access.address[lane], request.access.bytes);
    if (buffer != nullptr && buffer->remote.device != Remote::none) {
      lanes[buffer->remote.device] |= LaneMask{1} << lane;
    }
  });
  for (const auto& [device, active] : lanes) {
    memory_model::WarpAccess access = request.access;
    access.active = active;
    const auto sectors = static_cast<std::uint64_t>(memory_model::global_sectors(access));
    Sectors& sums = by_device_[device];
    (access.kind == memory_model::Access::load ? sums.loaded : sums.stored) += sectors;
  }
}

void RemoteSectors::add(const RemoteSectors& others) {
  for (const auto& [device, more] : others.by_device_) {
    Sectors& sums = by_device_[device];
    sums.loaded += more.loaded;
    sums.stored += more.stored;
  }
}

}  // namespace ladder::emulator
