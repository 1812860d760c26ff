#include "ladder/emulator/listeners/races/overwrites.hpp"

#include <algorithm>

#include "ladder/emulator/listeners/races/writers.hpp"

namespace ladder::emulator {
namespace {

constexpr const char* work_in_place =
    "blocks run in any order, and the other one changes it: write to another array, or in a later launch";

ShadowCell cell_of(const LaneAccess& part, const Buffer& buffer) {
  return buffer.cells[buffer.granule(part.address)].load(std::memory_order_relaxed);
}

}  // namespace

void Overwrites::on(const event::LaunchBegins&) {
  watches_ = true;
  blocks_meet_ = false;
  blocks_ = 0;
  uses_.clear();
  read_here_.clear();
  foreign_.clear();
}

void Overwrites::on(const event::BlockBegins& begin) {
  end_block();
  block_ = begin.block;
  first_epoch_ = ++epoch_;
  if (++blocks_ != 2) return;
  std::erase_if(uses_, [](const Use& use) { return !use.is_read || !use.is_written; });
  watches_ = !uses_.empty();
}

void Overwrites::on(const event::LaunchEnds&) {
  end_block();
  // Fences and exchanges may put blocks in an order that is not known afterwards.
  if (!blocks_meet_ && !ReleaseLogs::instance().any_fence()) {
    for (const Foreign& read : foreign_) judge(read);
  }
  foreign_.clear();
  elements_.clear();
  pending_reads_.end_launch();
}

bool Overwrites::is_in_place(Access operation, const Buffer& buffer) {
  const auto known = std::ranges::find_if(uses_, [&](const Use& use) { return use.buffer == &buffer; });
  const bool is_store = operation == Access::store;
  if (known == uses_.end()) {
    if (blocks_ == 1) uses_.push_back({&buffer, !is_store, is_store});
    return blocks_ == 1;
  }
  (is_store ? known->is_written : known->is_read) = true;
  return true;
}

void Overwrites::note(std::uintptr_t address, int bytes, Access operation, Site site, const Buffer& buffer) {
  pending_writes_.settle(address, bytes);
  if (operation == Access::atomic || !is_in_place(operation, buffer)) return;
  if (elements_.empty()) elements_.resize(std::size_t{1} << elements_bits);
  const int part_bytes = std::min(bytes, 4);
  for (const std::uintptr_t end = address + static_cast<unsigned>(bytes); address < end;
       address += static_cast<unsigned>(part_bytes)) {
    const LaneAccess part{site, address, part_bytes, Space::global, operation};
    if (operation == Access::load) {
      note_read(part, buffer);
    } else {
      judge_write(part);
    }
  }
}

Overwrites::Element& Overwrites::element_at(std::uintptr_t address) {
  constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;  // Knuth's multiplicative hash: neighbours come far apart
  return elements_[address * golden >> (64 - elements_bits)];
}

void Overwrites::note_read(const LaneAccess& part, const Buffer& buffer) {
  if (cell_of(part, buffer) == never_written && !buffer.is_taken_as_written) return;
  Element& element = element_at(part.address);
  if (element.readers.read_epoch < first_epoch_) {
    read_here_.push_back(static_cast<std::size_t>(&element - elements_.data()));
  }
  if (element.address != part.address) element.readers = {};
  element.address = part.address;
  element.buffer = &buffer;
  element.value = value_of(part);
  element.bytes = part.bytes;
  element.readers.note(context_.running, part.site, epoch_);
}

void Overwrites::judge_write(const LaneAccess& part) {
  const Element& element = element_at(part.address);
  if (element.address != part.address || element.readers.read_epoch != epoch_) return;
  const auto reader = element.readers.unordered_with(context_);
  if (!reader) return;
  const Actor other{block_, *reader, element.readers.site(), Access::load};
  Collision write{HazardKind::race, context_.actor(part.site, part.operation), other, part};
  write.by_volatiles = context_.running.is_volatile;
  pending_writes_.add(write);
}

// Of what the block has read, keeps what it has not written.
void Overwrites::end_block() {
  for (const std::size_t i : read_here_) {
    const Element& element = elements_[i];
    const Readers& readers = element.readers;
    const unsigned lane = static_cast<unsigned>(std::countr_zero(readers.lanes));
    const Actor reader{block_, readers.warp * warp_lanes + lane, readers.site(), Access::load};
    const LaneAccess part{reader.site, element.address, element.bytes, Space::global, Access::load};
    const ShadowCell now = cell_of(part, *element.buffer);
    const bool is_own = now > in_parts && cell::block_of(now, 0) == reader.block;
    if (now != in_parts && !is_own && foreign_.size() < most_foreign) {
      foreign_.push_back({reader, part, element.buffer, element.value});
    }
  }
  read_here_.clear();
}

// Whether another block has changed it.
void Overwrites::judge(const Foreign& read) {
  const ShadowCell now = cell_of(read.part, *read.buffer);
  if (now <= in_parts || (now & cell::block_atomic) != 0 || value_of(read.part) == read.value) return;
  const Actor writer{cell::block_of(now, 0), cell::thread_of(now), 0, Access::store};
  if (writer.block == read.reader.block) return;
  context_.report(HazardKind::unordered_blocks, read.reader, writer, read.part, work_in_place);
}

}  // namespace ladder::emulator
