// The functions of asynchronous copies, under the address of the kernel's instruction that called.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "ladder/emulator/block/block.hpp"
#include "ladder/emulator/cuda/async_copies.hpp"
#include "ladder/emulator/debuginfo/call_site.hpp"
#include "ladder/emulator/memory/device_variables.hpp"

namespace ladder::emulator {

void Block::start_async_copy(std::uintptr_t to, std::uintptr_t from, int bytes, int loaded, Site site) {
  const auto name_of = [this](std::uintptr_t address) {
    if (is_shared(address)) return accesses_.shared().name_of(address);
    if (fibers().on_its_stack(address)) return std::string("a variable of its own");
    if (GlobalMemory::instance().find(address, 1) != nullptr) return GlobalMemory::instance().name_of(address);
    return std::string(distance_to_constant(address) == 0 ? "constant memory" : "memory that is no array");
  };
  if (bytes != 4 && bytes != 8 && bytes != 16)
    fail(fmt::format("copies {} bytes to {} asynchronously: only 4, 8 and 16 are possible", bytes, name_of(to)), site);
  if (loaded < 0)
    fail(fmt::format("fills more with zeros than the {} bytes that it copies to {}", bytes, name_of(to)), site);
  if (!is_shared(to))
    fail(fmt::format("copies to {} asynchronously: only shared memory is possible", name_of(to)), site);
  if (is_shared(from) || fibers().on_its_stack(from) || distance_to_constant(from) == 0)
    fail(fmt::format("copies {} asynchronously: only global memory is possible", name_of(from)), site);
  if (observes_) return accesses_.start_copy({.site = site, .to = to, .from = from, .bytes = bytes, .loaded = loaded});
  accesses_.note_unseen(site);
  if ((from & static_cast<unsigned>(bytes - 1)) != 0) accesses_.misaligned(from, bytes, Access::load, site);
  if ((to & static_cast<unsigned>(bytes - 1)) != 0) accesses_.misaligned(to, bytes, Access::store, site);
  char* const place = reinterpret_cast<char*>(to);
  std::memcpy(place, reinterpret_cast<const void*>(from), static_cast<std::size_t>(loaded));
  std::memset(place + loaded, 0, static_cast<std::size_t>(bytes - loaded));
}

void copy_async(void* to, const void* from, std::size_t bytes, std::size_t zeros) {
  constexpr std::size_t most = 1 << 20;  // numbers that are wrong anyway
  const auto all = static_cast<int>(std::min(bytes, most));
  Block::current()->start_async_copy(reinterpret_cast<std::uintptr_t>(to), reinterpret_cast<std::uintptr_t>(from), all,
                                     all - static_cast<int>(std::min(zeros, most)), SITE);
}

void commit_async_copies() { Block::current()->commit_async_copies(); }

void wait_for_async_copies(unsigned groups_left) { Block::current()->wait_for_async_copies(groups_left); }

}  // namespace ladder::emulator
