#include "ladder/platform/mapping.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <mutex>
#include <new>

namespace ladder {

std::size_t page_bytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

// `ulimit -d` counts addresses of one's own, and not what is there: of the matrix of an exercise, of which little is
// touched, hundreds of gigabytes. What could be shared it does not count. Where there is such a limit, all of it is
// left to the stacks of threads and to what is allocated: with 16 cores they need it.
static bool is_shared() {
  rlimit data{};
  return getrlimit(RLIMIT_DATA, &data) == 0 && data.rlim_cur != RLIM_INFINITY;
}
static bool open_for_use(void* memory, std::size_t bytes) {
  if (!is_shared()) return mprotect(memory, bytes, PROT_READ | PROT_WRITE) == 0;
  constexpr int flags = MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
  return mmap(memory, bytes, PROT_READ | PROT_WRITE, flags, -1, 0) != MAP_FAILED;
}

Mapping::Mapping(std::size_t bytes, std::size_t gap) {
  const std::size_t address_bytes = bytes + 2 * gap;
  void* addresses = mmap(nullptr, address_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (addresses == MAP_FAILED) throw std::bad_alloc();
  void* memory = static_cast<std::byte*>(addresses) + gap;
  if (!open_for_use(memory, bytes)) {
    munmap(addresses, address_bytes);
    throw std::bad_alloc();
  }
  addresses_ = addresses;
  address_bytes_ = address_bytes;
  begin_ = reinterpret_cast<std::uintptr_t>(memory);
  bytes_ = bytes;
}

void Mapping::prefer_huge_pages() const { madvise(reinterpret_cast<void*>(begin_), bytes_, MADV_HUGEPAGE); }
void Mapping::use_small_pages() const { madvise(addresses_, address_bytes_, MADV_NOHUGEPAGE); }

Mapping::~Mapping() {
  if (addresses_ != nullptr) munmap(addresses_, address_bytes_);
}

// The file has 8 bytes for each page, of which bit 63 says that it is in memory, and bit 62 that it is swapped out (of
// what could be shared it does not say so). See pagemap.rst of the Linux kernel. After a fork, it has to be opened
// anew.
std::vector<bool> touched_pages(std::uintptr_t begin, std::size_t bytes) {
  const std::size_t first = begin / page_bytes(),
                    pages = bytes == 0 ? 0 : (begin + bytes - 1) / page_bytes() + 1 - first;
  std::vector<std::uint64_t> entries(pages);
  const int file = is_shared() ? -1 : open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  const std::size_t size = pages * sizeof(std::uint64_t);
  const auto place = static_cast<off_t>(first * sizeof(std::uint64_t));
  const bool is_known = file >= 0 && pread(file, entries.data(), size, place) == static_cast<ssize_t>(size);
  if (file >= 0) close(file);
  std::vector<bool> touched(pages, true);
  for (std::size_t i = 0; is_known && i < pages; ++i) touched[i] = entries[i] >> 62 != 0;
  return touched;
}

Mapping map_with_gaps(std::size_t bytes) {
  constexpr std::size_t small_gap_bytes = std::size_t{1} << 24;
  try {
    return Mapping(bytes, usual_gap_bytes);
  } catch (const std::bad_alloc&) {
    Mapping mapping(bytes, small_gap_bytes);
    static std::once_flag said;
    std::call_once(said, [] {
      fmt::print(stderr,
                 "note: addresses are scarce here (ulimit -v): an access far beyond a buffer may be taken for "
                 "one to another buffer\n");
    });
    return mapping;
  }
}

}  // namespace ladder
