#include "ladder/emulator/runtime/copies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/memory/device_variables.hpp"
#include "ladder/emulator/memory/global_memory.hpp"
#include "ladder/emulator/run/observer.hpp"
#include "ladder/emulator/runtime/devices.hpp"
#include "ladder/emulator/runtime/launches.hpp"
#include "ladder/emulator/runtime/repeats.hpp"
#include "ladder/source/sizes.hpp"

namespace ladder::emulator {

void note(const Copy& copy, MistakeKind kind, const std::string& words) {
  note_mistake(kind, copy.call.site, fmt::format("{}(): {}", copy.call.function, words));
}

cudaError_t wrong(const Copy& copy, MistakeKind kind, const std::string& words, cudaError_t error) {
  note(copy, kind, words);
  return result(error);
}

std::string beside_memory(const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const Buffer* const near = GlobalMemory::instance().nearest(address);
  if (near == nullptr || near->origin.empty()) return "";  // a variable: those of the host lie beside it, too
  const auto element = [&](std::uintptr_t at) {
    return static_cast<std::int64_t>(at - near->begin) / static_cast<std::int64_t>(near->element_bytes);
  };
  return fmt::format("begins at {}[{}], and there are {} elements ({})", near->name, element(address),
                     element(near->end), near->origin);
}

namespace {

const char* name_of(cudaMemcpyKind kind) {
  static constexpr const char* names[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost",
                                          "cudaMemcpyDeviceToDevice", "cudaMemcpyDefault"};
  return names[kind];
}

bool is_on_device(const Rows& rows) { return Allocations::instance().has(rows.begin, MemoryKind::device); }

// One side of a copy: cudaSuccess, or what is wrong with it. (What says that it goes to the host or comes from there,
// and does neither, an H200 copies all the same.)
cudaError_t check_side(const Copy& copy, const Rows& rows, const char* side, bool on_device) {
  const auto bad_pointer = [&](const std::string& words) {
    return wrong(copy, MistakeKind::wrong_pointer, fmt::format("its {} {}", side, words));
  };
  const Allocation* const allocation = Allocations::instance().find(rows.begin);
  if (allocation == nullptr) {
    if (const Freed* freed = Allocations::instance().find_freed(rows.begin))
      return wrong(copy, MistakeKind::use_after_free, fmt::format("its {} is {}", side, in_words(*freed)));
    const bool variable = GlobalMemory::instance().find(reinterpret_cast<std::uintptr_t>(rows.begin), 1) != nullptr ||
                          in_constant_memory(reinterpret_cast<std::uintptr_t>(rows.begin), 1);
    const std::string beside = beside_memory(rows.begin);
    if (on_device && !variable && !beside.empty()) return bad_pointer(beside);
    if (on_device && !variable && copy.kind != cudaMemcpyDefault) {
      return bad_pointer(fmt::format("is to be on the device{}, but the pointer is {}",
                                     copy.value ? "" : fmt::format(" ({})", name_of(copy.kind)),
                                     rows.begin == nullptr ? "null" : "of host memory"));
    }
    return rows.begin == nullptr ? bad_pointer("is null") : cudaSuccess;
  }
  if (!on_device && allocation->kind == MemoryKind::device && copy.kind != cudaMemcpyDefault) {
    const std::string words =
        fmt::format("is to be on the host ({}), but it is {}", name_of(copy.kind), in_words(*allocation));
    const bool is_copied = !copy.value && is_on_device(copy.to) && is_on_device(copy.from);
    if (!is_copied) return bad_pointer(words);
    note(copy, MistakeKind::wrong_pointer,
         fmt::format("its {} {}; both are on the device: CUDA leaves open what happens, and an H200 copies", side,
                     words));
  }
  const std::size_t left = allocation->begin + allocation->bytes - reinterpret_cast<std::uintptr_t>(rows.begin);
  if (copy.reach(rows) > left) {
    return wrong(copy, MistakeKind::wrong_size,
                 fmt::format("{} bytes{}, but its {} has {} left: {}", copy.reach(rows),
                             copy.rows() == 1 || copy.size.depth > 1
                                 ? ""
                                 : fmt::format(" ({} rows at a pitch of {}, and {} of the last one)", copy.rows() - 1,
                                               rows.pitch, copy.size.width),
                             side, left, in_words(*allocation)));
  }
  return cudaSuccess;
}

bool device_side(cudaMemcpyKind kind, bool source) {
  return kind == cudaMemcpyDeviceToDevice || kind == (source ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice);
}

// The device whose memory it is; nothing for what is not of one device alone.
std::optional<int> device_of(const Rows& rows) {
  const Allocation* const allocation = Allocations::instance().find(rows.begin);
  if (allocation == nullptr || allocation->kind != MemoryKind::device) return std::nullopt;
  return allocation->device;
}

// From one device to another one.
using Route = Copy::Peers;
std::optional<Route> route_between_devices(const Copy& copy) {
  if (copy.value) return std::nullopt;
  const std::optional<int> from = device_of(copy.from), to = device_of(copy.to);
  if (!from || !to || *from == *to) return std::nullopt;
  return Route{*to, *from};
}

// What cudaMemcpyPeer() is told of a side: cudaSuccess, or what is wrong with it.
cudaError_t check_peer(const Copy& copy, const Rows& rows, const char* side, int device) {
  if (!Devices::instance().has(device)) {
    return wrong(copy, MistakeKind::wrong_call, no_device(device), cudaErrorInvalidDevice);
  }
  const std::optional<int> owner = device_of(rows);
  if (!owner || *owner == device) return cudaSuccess;
  return wrong(copy, MistakeKind::wrong_pointer,
               fmt::format("its {} is to be on device {}, but it is {}", side, device,
                           in_words(*Allocations::instance().find(rows.begin))));
}

// Peers without a stream go alone on both devices and on the current one, and so do all copies between two devices in
// the default stream. (CUDA C++ Programming Guide, "Peer-to-Peer Memory Copy".)
Work begin(const Copy& copy, StreamNumber stream, const std::optional<Route>& route) {
  if (copy.call.stream != nullptr || !(route || copy.peers)) return Order::instance().begin(stream);
  const Route both = copy.peers ? *copy.peers : *route;
  return Order::instance().begin_alone(stream, {both.to, both.from, Devices::instance().current()});
}

void count_on_link(const Route& route, std::size_t bytes) {
  const Devices& devices = Devices::instance();
  Traffic& traffic = Links::instance().from_to(route.from, route.to);
  ++traffic.copies;
  traffic.copied_bytes += bytes;
  const bool is_direct = devices.may_use(route.from, route.to) || devices.may_use(route.to, route.from);
  if (!is_direct) traffic.staged_bytes += bytes;
}

// Notes that the work uses what it touches. Pageable memory of the host is copied before the call returns.
bool note_use(const Copy& copy, const Work& work, const Rows& rows, bool writes) {
  Allocation* const allocation = Allocations::instance().find(rows.begin);
  if (allocation == nullptr) return false;
  std::vector<Segment> used;
  for (std::size_t row = 0; row < copy.rows(); ++row)
    used.push_back({reinterpret_cast<std::uintptr_t>(copy.row(rows, row)), copy.size.width});
  Allocations::instance().use(*allocation, {work, copy.call.site, writes}, used);
  return true;
}

// Pinned memory is the host's own.
bool is_on_host(const void* address) {
  const Allocation* const allocation = Allocations::instance().find(address);
  return allocation == nullptr || is_of_host(*allocation);
}

// Whether only a square of its grid has loaded or stored anything, as where the kernel tests two indexes, and each of
// them has the blocks of the other one.
bool has_exchanged_grid(const LaunchGroup& group) {
  const std::uint64_t x = group.grid.x, y = group.grid.y, least = std::min(x, y);
  const bool is_seen = group.unseen == 0 && group.observer.not_seen_whole() == 0 && group.grid.z == 1;
  return is_seen && least > 1 && x != y && group.observer.idle_blocks() == group.launches * (x * y - least * least);
}

// Of device memory that nothing has written. To the host: a kernel may have left out what the program looks at; within
// devices a mistake only if a kernel reads it there.
void note_what_nothing_wrote(const Copy& copy) {
  const Allocation* const from = Allocations::instance().find(copy.from.begin);
  Allocation* const to = Allocations::instance().find(copy.to.begin);
  if (to != nullptr) to->filled_with_nothing = 0;
  if (copy.value || from == nullptr) return;
  const bool to_host = is_on_host(copy.to.begin);
  if (!to_host && GlobalMemory::instance().never_written_bytes(copy.from.begin, 1) == 0) return;
  std::size_t bytes = 0;
  for (std::size_t row = 0; row < copy.rows(); ++row) {
    bytes += GlobalMemory::instance().never_written_bytes(copy.row(copy.from, row), copy.size.width);
  }
  if (!to_host) {
    to->filled_with_nothing = bytes == copy.bytes() ? copy.call.site : 0;
    return;
  }
  if (bytes == 0) return;
  const auto& groups = Launches::instance().groups();
  const auto group = std::ranges::find(groups, from->result.launch, &LaunchGroup::site);
  if (group != groups.end() && has_exchanged_grid(*group)) {
    return note_mistake(MistakeKind::copies_nothing, group->site,
                        fmt::format("{} bytes of {}; of the {}x{} blocks {} load and store nothing: are x and y of the "
                                    "grid exchanged?",
                                    bytes, from->name, group->grid.x, group->grid.y, group->observer.idle_blocks()));
  }
  note(copy, MistakeKind::copies_nothing,
       fmt::format("of the {} bytes that it copies from {}, nothing wrote {}", copy.bytes(), from->name, bytes));
}

// To the host, of as many bytes as the array has elements, by its size.
void note_size_in_elements(const Copy& copy) {
  const Allocation* const from = Allocations::instance().find(copy.from.begin);
  if (copy.value || from == nullptr || !is_on_host(copy.to.begin) || from->bytes % copy.bytes() != 0) return;
  const std::size_t element = from->bytes / copy.bytes();
  if (element == 1 || element > 16 || !std::has_single_bit(element) || size_in_elements(source_line(from->site)))
    return;
  note_elements(MistakeKind::fills_a_part, copy.call.site,
                fmt::format("{} of the {} bytes of {}", copy.bytes(), from->bytes, from->name));
}

void note_what_is_left(const Copy& copy) {
  Allocation* const to = Allocations::instance().find(copy.to.begin);
  if (to == nullptr || (!copy.value && !is_on_host(copy.from.begin))) return;
  to->partly_filled = copy.bytes() < to->bytes ? copy.call.site : 0;
  to->filled_bytes = copy.bytes();
}

// Whether the copy of a row changes what kernels find. (Bytes are all the same where each is like the next.)
bool changes(const char* to, const Copy& copy, std::size_t row) {
  const auto address = reinterpret_cast<std::uintptr_t>(to);
  if (GlobalMemory::instance().find(address, 1) == nullptr && !in_constant_memory(address, 1)) return false;
  if (!copy.value) return std::memcmp(to, copy.row(copy.from, row), copy.size.width) != 0;
  return copy.element_bytes != 1 || *to != static_cast<char>(*copy.value) ||
         std::memcmp(to, to + 1, copy.size.width - 1) != 0;
}

void move_bytes(const Copy& copy) {
  for (std::size_t row = 0; row < copy.rows(); ++row) {
    char* to = const_cast<char*>(copy.row(copy.to, row));
    if (Repeats::instance().knows_memory() && changes(to, copy, row)) Repeats::instance().note_change();
    if (copy.value) {
      copy.fill(to);
      GlobalMemory::instance().mark(to, copy.size.width, written_before_the_launch);
    } else {
      const char* from = copy.row(copy.from, row);
      std::memmove(to, from, copy.size.width);
      if (GlobalMemory::instance().find(reinterpret_cast<std::uintptr_t>(to), copy.size.width) != nullptr) {
        GlobalMemory::instance().copy_marks(to, from, copy.size.width);
      }
    }
  }
}

// For who follows values.
void record(const Copy& copy) {
  ValueRecorder* const values = Observer::current() == nullptr ? nullptr : Observer::current()->recorders().values;
  if (values == nullptr) return;
  values->begin_launch({{}, {}, nullptr, {}, copy.call.site, copy.call.function});
  for (std::size_t row = 0; row < copy.rows(); ++row) {
    std::vector<const void*> from;
    if (!copy.value) from.push_back(copy.row(copy.from, row));
    values->copied(from, copy.row(copy.to, row), copy.size.width);
  }
  if (is_on_host(copy.to.begin) || (!copy.value && is_on_host(copy.from.begin))) values->leave_to_host();
}

}  // namespace

cudaError_t perform(const Copy& copy) {
  const OneAtATime lock;
  ErrorState& errors = ErrorState::instance();
  if (errors.sticky() != cudaSuccess) return errors.sticky();
  if (copy.bytes() == 0) return cudaSuccess;
  adopt_device_variables();
  Variables::instance().use(Devices::instance().current());
  const StreamNumber* const stream = Order::instance().find(copy.call.stream);
  if (stream == nullptr) {
    return wrong(copy, MistakeKind::wrong_call, "its stream does not exist", cudaErrorInvalidResourceHandle);
  }
  if (copy.kind < cudaMemcpyHostToHost || copy.kind > cudaMemcpyDefault) {
    return wrong(copy, MistakeKind::wrong_call, "there is no such direction", cudaErrorInvalidMemcpyDirection);
  }
  if (copy.to.pitch < copy.size.width || (!copy.value && copy.from.pitch < copy.size.width)) {
    return wrong(copy, MistakeKind::wrong_size, "a row is wider than its pitch", cudaErrorInvalidPitchValue);
  }
  if (const auto taken = capture(copy, *stream)) return *taken;
  if (const cudaError_t error = check_side(copy, copy.to, "destination", device_side(copy.kind, false))) return error;
  if (!copy.value) {
    if (const cudaError_t error = check_side(copy, copy.from, "source", device_side(copy.kind, true))) return error;
  }
  if (copy.peers) {
    if (const cudaError_t error = check_peer(copy, copy.to, "destination", copy.peers->to)) return error;
    if (const cudaError_t error = check_peer(copy, copy.from, "source", copy.peers->from)) return error;
  }
  const std::optional<Route> route = route_between_devices(copy);
  const Work work = begin(copy, *stream, route);
  if (route) count_on_link(*route, copy.bytes());
  const Opened opened;
  const bool into_own = note_use(copy, work, copy.to, true);
  const bool out_of_own = copy.value || note_use(copy, work, copy.from, false);
  note_what_nothing_wrote(copy);
  note_size_in_elements(copy);
  note_copy(copy);
  note_what_is_left(copy);
  move_bytes(copy);
  if (into_own || (out_of_own && !copy.value)) record(copy);
  if (!copy.call.in_graph && (copy.call.waits || !into_own || !out_of_own)) Order::instance().wait_for(*stream);
  return cudaSuccess;
}

}  // namespace ladder::emulator
