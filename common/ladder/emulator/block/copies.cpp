#include "ladder/emulator/block/copies.hpp"

#include <algorithm>

#include "ladder/emulator/debuginfo/kernel_facts.hpp"
#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/memory/global_memory.hpp"

namespace ladder::emulator {
namespace {

constexpr std::size_t widest_access = 16;
constexpr std::size_t mergeable_bytes = 4;

std::size_t lowest_bit(std::size_t number) { return number & (~number + 1); }

}  // namespace

void Copies::begin_launch(const KernelCall& kernel) {
  kernel_ = &kernel;
  known_.clear();
}

std::size_t Copies::width(Site site, Access operation, std::uintptr_t address, std::size_t bytes) {
  const auto [known, is_new] = known_.try_emplace(step_code(site, Space::global, operation, 0));
  std::size_t& width = known->second;
  if (is_new) {
    off_the_stack([&] { width = is_by_the_emulator(site) ? lowest_bit(bytes) : alignment_at(address, bytes); });
    width = std::min(width, widest_access);
  }
  return width != 0 ? width : std::min(lowest_bit(bytes | address), widest_access);
}

bool Copies::is_in_pieces(const LaneAccess& access, const StructType& elements) {
  const auto bytes = static_cast<std::size_t>(access.bytes);
  if (bytes != elements.bytes && bytes != widest_access) return false;
  return width(access.site, access.operation, access.address, bytes) < bytes;
}

std::size_t Copies::alignment_at(std::uintptr_t address, std::size_t bytes) const {
  const std::size_t of_type = alignment_of_type(address, bytes);
  if (!shared_.contains(address) || of_type < mergeable_bytes) return of_type;
  const StructType elements = shared_.elements_at(address);
  if (elements.bytes == 0) return of_type;
  return std::max(of_type, lowest_bit(elements.bytes | shared_.offset_in_array(address)));
}

// Of the type of the array or variable at the address; of the type that a parameter points to which leads to the same
// buffer; of a type that the kernel's file has; in this order the first that is of this size.
// 0 where there is none, as of a member of a packed struct: then each address tells.
std::size_t Copies::alignment_of_type(std::uintptr_t address, std::size_t bytes) const {
  const Buffer* const buffer = GlobalMemory::instance().find(address, static_cast<int>(bytes));
  const StructType elements = buffer == nullptr ? shared_.elements_at(address) : buffer->elements;
  if (elements.bytes == bytes) return elements.alignment;
  for (const PointerArgument& argument : *kernel_) {
    if (buffer == nullptr || argument.struct_alignment == 0 || argument.element_bytes != bytes) continue;
    if (buffer->contains(reinterpret_cast<std::uintptr_t>(argument.address), 1)) return argument.struct_alignment;
  }
  return file_facts_of(kernel_->kernel()).struct_alignment(bytes);
}

}  // namespace ladder::emulator
