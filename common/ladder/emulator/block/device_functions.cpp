// What CUDA's device functions do on the emulator. Compiled without instrumentation: the emulator is told of each
// access here, under the address of the kernel's instruction that called.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "ladder/base/printable.hpp"
#include "ladder/emulator/block/block.hpp"
#include "ladder/emulator/cuda/memory_functions.hpp"
#include "ladder/emulator/cuda/ptx/warp.hpp"
#include "ladder/emulator/cuda/thread_functions.hpp"
#include "ladder/emulator/debuginfo/call_site.hpp"

using ladder::emulator::Block;
using ladder::emulator::Fault;

// In host code of the same file, the program ends.
[[noreturn]] static void stop_in_kernel(std::string words, std::uintptr_t site, Fault fault = Fault::told) {
  if (Block* block = Block::current()) block->fail(std::move(words), site, fault);
  std::abort();
}

void __syncthreads() { Block::current()->barrier(false, SITE); }

void __syncwarp(unsigned mask) { Block::current()->exchange({"__syncwarp()", mask, true}, SITE); }

void __threadfence() {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  Block::current()->fence(SITE, ladder::emulator::Scope::device);
}

void __threadfence_block() {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  Block::current()->fence(SITE, ladder::emulator::Scope::block);
}

void __trap() { stop_in_kernel("calls __trap()", SITE); }

void ladder_fail_assertion(const char* condition) {
  stop_in_kernel(fmt::format("finds that assert({}) does not hold", ladder::printable(condition)), SITE,
                 Fault::assertion);
}

void __brkpt() { stop_in_kernel("calls __brkpt()", SITE); }

// Takes the place of the C library's, which host code of the same file means.
extern "C" clock_t clock() noexcept(noexcept(clock())) {
  if (Block* block = Block::current()) return static_cast<std::int32_t>(block->read_clock("clock()", SITE));
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * CLOCKS_PER_SEC + time.tv_nsec / (1000000000 / CLOCKS_PER_SEC);
}

long long clock64() { return static_cast<long long>(Block::current()->read_clock("clock64()", SITE)); }

void __nanosleep(unsigned nanoseconds) { Block::current()->let_time_pass(nanoseconds); }

// Addresses of shared memory as a GPU has them: here, from where the thread-local segment begins.
static std::uintptr_t number_of(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

unsigned __isShared(const void* address) noexcept { return Block::current()->is_shared(number_of(address)); }
unsigned __isLocal(const void* address) noexcept { return Block::current()->fibers().on_its_stack(number_of(address)); }
unsigned __isGlobal(const void* address) noexcept {
  return ladder::emulator::GlobalMemory::instance().find(number_of(address), 1) != nullptr;
}
std::size_t __cvta_generic_to_shared(const void* address) noexcept {
  return number_of(address) - Block::current()->shared_begin();
}
void* __cvta_shared_to_generic(std::size_t offset) noexcept {
  return reinterpret_cast<void*>(Block::current()->shared_begin() + offset);
}

unsigned ladder::ptx::nsmid() noexcept { return memory_model::architecture.multiprocessors; }

namespace ladder::emulator {

unsigned special_register(Register name, int axis) noexcept {
  Block::current()->note_index(name, axis);
  const RegisterValue& value = plain_registers[static_cast<int>(name)];
  return axis == 0 ? value.x : axis == 1 ? value.y : value.z;
}

bool in_kernel() noexcept { return Block::current() != nullptr; }

unsigned barrier_with_votes(bool vote) { return Block::current()->barrier(vote, SITE); }

bool is_cooperative() noexcept { return Block::current()->is_cooperative(); }

void grid_barrier() {
  if (!is_cooperative()) {
    stop_in_kernel(
        "calls sync() of the grid in a launch that is not cooperative: cudaLaunchCooperativeKernel() makes one", SITE);
  }
  Block::current()->grid_barrier(SITE);
}

void end_thread() {
  Block::current()->end_thread(SITE);
  std::abort();
}

void fail_launch(const char* what_the_thread_does) { stop_in_kernel(what_the_thread_does, SITE); }

namespace {

// The system reads the text for us, and says where it cannot.
bool is_readable_text(std::uintptr_t text) {
  return access(reinterpret_cast<const char*>(text), F_OK) == 0 || errno != EFAULT;
}

}  // namespace

// A conversion is %, flags and numbers, a length and a letter; each * takes an argument too. (C17, 7.21.6.1.)
void check_printed(const char* format, const std::uintptr_t* pointers, int count) {
  Block* block = Block::current();
  if (block == nullptr) return;
  if (!is_readable_text(reinterpret_cast<std::uintptr_t>(format))) {
    block->fail("calls printf() with a format that is no text", SITE);
  }
  int argument = 0;
  for (const char* at = std::strchr(format, '%'); at != nullptr; at = std::strchr(at + 1, '%')) {
    const char* letter = at + 1;
    for (; *letter != '\0' && std::strchr("-+ #0123456789.*hlLqjzt", *letter) != nullptr; ++letter) {
      argument += *letter == '*' ? 1 : 0;
    }
    at = letter;
    if (*at == '\0') return;
    if (*at == '%') continue;
    if (*at == 's' && argument < count && !is_readable_text(pointers[argument])) {
      block->fail(fmt::format("prints %s of {:#x}, which is no text that can be read", pointers[argument]), SITE);
    }
    ++argument;
  }
}

}  // namespace ladder::emulator
