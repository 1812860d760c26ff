// Addresses of shared memory as a GPU has them: here, from where the thread-local segment begins.
#include "ladder/engine/emulator/block/block.hpp"
#include "ladder/engine/emulator/language/memory_functions.hpp"
#include "ladder/engine/emulator/language/ptx/warp.hpp"
#include "ladder/engine/emulator/memory/global_memory.hpp"
#include "ladder/model/architecture.hpp"

namespace {

using ladder::emulator::Block;

std::uintptr_t number_of(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

}  // namespace

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
