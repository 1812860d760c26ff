#include "ladder/emulator/runtime/allocations.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <iterator>

#include "ladder/emulator/block/block.hpp"
#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/memory/global_memory.hpp"
#include "ladder/emulator/runtime/mistakes.hpp"
#include "ladder/emulator/runtime/repeats.hpp"

namespace ladder::emulator {
namespace {

constexpr std::size_t most_freed = 64;
constexpr int both = PROT_READ | PROT_WRITE;

void protect(Allocation& allocation, int protection) {
  if (allocation.open_to_host == protection || allocation.kind == MemoryKind::registered) return;
  const std::uintptr_t begin = allocation.begin - guard_bytes;  // where its mapping begins
  mprotect(reinterpret_cast<void*>(begin), allocation.begin + allocation.bytes + guard_bytes - begin, protection);
  allocation.open_to_host = protection;
}

void forget_what_is_done(Allocation& allocation) {
  std::erase_if(allocation.uses,
                [](const Use& use) { return Order::instance().host_knows(use.work.stream, use.work.number); });
}

// What the host may do with it now.
int allowed(Allocation& allocation) {
  if (allocation.kind == MemoryKind::device) return PROT_NONE;
  forget_what_is_done(allocation);
  if (allocation.excused) return both;
  const bool written = std::ranges::any_of(allocation.uses, &Use::writes);
  return written ? PROT_NONE : allocation.uses.empty() ? both : PROT_READ;
}

bool stores_meet(const Use& a, const Use& b) {
  if (!a.stored.meets(b.stored)) return false;
  const std::size_t sectors = std::min(a.words_stored.size(), b.words_stored.size());
  for (std::size_t i = 0; i < sectors; ++i) {
    if ((a.words_stored[i] & b.words_stored[i]) != 0) return true;
  }
  return sectors == 0;
}

// Whether the sector of the address is one of those that it uses.
bool uses_address(const Use& use, const Allocation& allocation, const void* address) {
  if (!use.knows_sectors) return true;
  const std::size_t sector = TouchedSectors::bit_of(reinterpret_cast<std::uintptr_t>(address), allocation.begin);
  return use.loaded.has(sector) || use.stored.has(sector);
}

// Whether one of them writes what the other one uses.
bool collide(const Use& a, const Use& b) {
  if (!a.knows_sectors || !b.knows_sectors) return a.writes || b.writes;
  return stores_meet(a, b) || a.stored.meets(b.loaded) || a.loaded.meets(b.stored);
}

}  // namespace

std::string in_words(const Allocation& allocation) {
  const bool is_of_one = allocation.kind == MemoryKind::device && Devices::instance().count() > 1;
  return fmt::format("{}, {} bytes{}, made at {}", allocation.name, allocation.bytes,
                     is_of_one ? fmt::format(" of device {}", allocation.device) : "", place_of(allocation.site));
}

std::string in_words(const Freed& freed) {
  return fmt::format("{}, which was freed at {}", freed.allocation.name, place_of(freed.site));
}

bool is_of_host(const Allocation& allocation) {
  return allocation.kind == MemoryKind::pinned || allocation.kind == MemoryKind::registered;
}

bool is_open_to(const Allocation& allocation, int device) {
  return allocation.kind != MemoryKind::device || Devices::instance().may_use(device, allocation.device);
}

std::string describe(std::uintptr_t address) {
  const auto* pointer = reinterpret_cast<const void*>(address);
  if (const Freed* freed = Allocations::instance().find_freed(pointer))
    return fmt::format("{} was freed at {}", freed->allocation.name, place_of(freed->site));
  if (const Block* block = Block::current(); block != nullptr && block->fibers().on_a_stack(address))
    return "this is a variable of another thread's own, or of a function that has returned; is its __shared__ missing?";
  // Whether there is anything: a system call that only asks.
  unsigned char resident = 0;
  const bool is_there = mincore(reinterpret_cast<void*>(address / page_bytes() * page_bytes()), 1, &resident) == 0;
  return is_there ? "this is memory of the host; a kernel needs memory of the device: cudaMalloc(), cudaMemcpy()" : "";
}

void* Allocations::make(MemoryKind kind, std::size_t bytes, const std::string& name, std::uintptr_t site) {
  GlobalMemory& memory = GlobalMemory::instance();
  void* payload = memory.allocate(bytes, bytes % 4 == 0 ? 4 : 1, name);
  memory.note_origin(payload, fmt::format("{}, made at {}", name, place_of(site)));
  if (kind != MemoryKind::device) memory.take_as_written(payload);
  const auto begin = reinterpret_cast<std::uintptr_t>(payload);
  Repeats::instance().note_change();
  Allocation& made = all_[begin] = {kind, Devices::instance().current(), name, begin, bytes, site, {}};
  protect(made, allowed(made));
  return payload;
}

void Allocations::free(Allocation& allocation, std::uintptr_t site, const Work* in_stream) {
  forget_what_is_done(allocation);
  judge_result(allocation);
  if (in_stream != nullptr) {
    use(allocation, {.work = *in_stream, .site = site, .writes = true, .frees = true});
  } else if (!allocation.uses.empty()) {
    note_mistake(
        MistakeKind::use_after_free, site,
        fmt::format("{} is freed while the work of {}, on another device, may still be using it; wait for that first",
                    allocation.name, place_of(allocation.uses.back().site)));
  }
  Repeats::instance().note_change();
  Mapping addresses = GlobalMemory::instance().release(reinterpret_cast<void*>(allocation.begin));
  protect(allocation, PROT_NONE);
  madvise(reinterpret_cast<void*>(addresses.begin()), addresses.end() - addresses.begin(), MADV_DONTNEED);
  freed_.push_back({std::move(all_.extract(allocation.begin).mapped()), site, std::move(addresses)});
  if (freed_.size() > most_freed) freed_.pop_front();
}

Allocation* Allocations::find(const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const auto next = all_.upper_bound(address);
  if (next == all_.begin()) return nullptr;
  Allocation& allocation = std::prev(next)->second;
  return address - allocation.begin < std::max<std::size_t>(allocation.bytes, 1) ? &allocation : nullptr;
}

bool Allocations::has(const void* address, MemoryKind kind) {
  const Allocation* const allocation = find(address);
  return allocation != nullptr && allocation->kind == kind;
}

const Freed* Allocations::find_freed(const void* pointer) const {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const auto found = std::find_if(freed_.rbegin(), freed_.rend(), [&](const Freed& freed) {
    return address - freed.allocation.begin < std::max<std::size_t>(freed.allocation.bytes, 1);
  });
  return found == freed_.rend() ? nullptr : &*found;
}

void Allocations::use(Allocation& allocation, Use use) {
  forget_what_is_done(allocation);
  const char* const does = use.frees ? "frees" : use.writes ? "writes" : "reads";
  for (auto earlier = allocation.uses.rbegin(); earlier != allocation.uses.rend(); ++earlier) {
    if (use.work.is(earlier->work) || use.work.comes_after(earlier->work) || !collide(use, *earlier)) continue;
    if (is_of_the_library(use.site) && !is_of_the_library(earlier->site)) {
      note_mistake(MistakeKind::unordered_streams, earlier->site,
                   fmt::format("this work {} {}, and nothing says that it is done at the end, where that is used; "
                               "cudaEventRecord() behind it and cudaStreamWaitEvent() in the stream that ends the work "
                               "of its device",
                               earlier->writes ? "writes" : "reads", allocation.name));
      continue;
    }
    note_mistake(
        MistakeKind::unordered_streams, use.site,
        fmt::format("this work {} {}, and nothing says that the work of {}, in another {}, is done with it{}", does,
                    allocation.name, place_of(earlier->site),
                    Order::instance().are_of_one_graph(use.work, earlier->work) ? "branch of the graph" : "stream",
                    Order::instance().how_to_order(use.work, earlier->work, use.writes && earlier->writes)));
    if (use.frees) break;
  }
  // Within a stream the newest of its kind stands for those before it, where nobody asks for single sectors, as the
  // host may.
  constexpr std::size_t most_uses = 64;
  auto& uses = allocation.uses;
  const bool is_too_much = uses.size() > most_uses, is_of_device = allocation.kind == MemoryKind::device;
  if (!Order::instance().several_streams() && (is_of_device || is_too_much)) {
    std::erase_if(uses, [&](const Use& u) { return u.writes == use.writes; });
    use.knows_sectors = false;
  }
  uses.push_back(std::move(use));
  allocation.excused = false;
}

void Allocations::use(Allocation& allocation, Use use, const std::vector<Segment>& bytes) {
  constexpr auto sector_bytes = static_cast<std::uintptr_t>(memory_model::architecture.sector_bytes);
  if (Order::instance().several_streams() || allocation.kind != MemoryKind::device) {
    const TouchedSectors touched(allocation.begin, allocation.bytes);
    for (const auto& [begin, count] : bytes) {
      const std::uintptr_t first = (begin + sector_bytes - 1) / sector_bytes * sector_bytes, end = begin + count;
      if (first < end) touched.touch(first, end - 1);
    }
    (use.writes ? use.stored : use.loaded) = touched.sectors();
    use.knows_sectors = true;
  }
  this->use(allocation, std::move(use));
}

Opened::Opened() {
  for (auto& [begin, allocation] : Allocations::instance().all()) protect(allocation, both);
}

Opened::Opened(int device) {
  Variables::instance().use(device);
  for (auto& [begin, allocation] : Allocations::instance().all()) {
    const bool is_open = is_open_to(allocation, device);
    const bool is_remote = allocation.kind == MemoryKind::device && allocation.device != device;
    GlobalMemory::instance().set_remote(reinterpret_cast<void*>(begin),
                                        {is_remote ? allocation.device : Remote::none, !is_open});
    protect(allocation, is_open ? both : PROT_NONE);
  }
}

void Allocations::close() {
  for (auto& [begin, allocation] : all_) protect(allocation, allowed(allocation));
}

bool Allocations::let_host_touch(const void* address, std::uintptr_t instruction) {
  Allocation* const allocation = find(address);
  constexpr std::ptrdiff_t of_malloc = 16;  // bytes before what malloc() allocates, in which it keeps the size
  const Allocation* const behind = find(static_cast<const std::byte*>(address) + of_malloc);
  if (allocation == nullptr && behind != nullptr) {
    note_mistake(MistakeKind::wrong_pointer, instruction,
                 fmt::format("free() or delete of {}: it is freed by {}", in_words(*behind),
                             behind->kind == MemoryKind::pinned ? "cudaFreeHost()" : "cudaFree()"));
    return false;
  }
  if (allocation == nullptr) {
    if (const Freed* const freed = find_freed(address))
      note_mistake(MistakeKind::use_after_free, instruction, "the host uses " + in_words(*freed));
    return false;
  }
  if (allocation->open_to_host != both && is_device_work(*allocation, instruction)) {
    protect(*allocation, allocation->open_to_host == PROT_READ ? both : PROT_READ);
    return true;
  }
  if (allocation->kind == MemoryKind::device) {
    note_mistake(
        MistakeKind::device_memory_on_host, instruction,
        fmt::format("the host uses {}, memory of the device; copy it with cudaMemcpy() first", in_words(*allocation)));
    return false;
  }
  if (allocation->open_to_host == both) return false;  // something else is wrong
  const auto meets = [&](const Use& use) { return uses_address(use, *allocation, address); };
  const auto found = std::find_if(allocation->uses.rbegin(), allocation->uses.rend(), meets);
  if (found == allocation->uses.rend()) {  // another part: this page is open until the next call
    auto* const page = reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(address) / page_bytes() * page_bytes());
    mprotect(page, page_bytes(), both);
    allocation->open_to_host = -1;
    return true;
  }
  const Use& last = *found;
  note_mistake(MistakeKind::read_too_early, instruction,
               fmt::format("the host uses {} while the work of {} may still be {} it; wait for that first, "
                           "with cudaDeviceSynchronize() or the like",
                           allocation->name, place_of(last.site), last.writes ? "writing" : "reading"));
  allocation->excused = true;
  protect(*allocation, both);
  return true;
}

}  // namespace ladder::emulator
