#include "ladder/emulator/block/block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "ladder/emulator/cuda/rounded.hpp"

namespace ladder::emulator {
namespace {

// Where the bits stand that kernels have taken of floats: the newest of those that share a place.
std::uint64_t& place_of_bits(std::uint64_t bits) {
  thread_local std::array<std::uint64_t, 256> places{};
  constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;  // Knuth's multiplicative hash
  return places[bits * golden >> 56];
}

bool was_of_float(std::uint64_t bits) { return bits != 0 && place_of_bits(bits) == bits; }

}  // namespace

__thread RegisterValue plain_registers[4];

constinit thread_local Block* Block::running_ = nullptr;
constinit thread_local Block* Block::observed_ = nullptr;

void Block::begin_launch(dim3 grid, dim3 block, const KernelCall& kernel, const std::vector<SharedArray>& arrays,
                         const Recorders& recorders, GridBarrier* grid_barrier) {
  recorders_ = recorders;
  cut_ = 0;
  may_take_row_ = recorders.is_plain;
  grid_barrier_ = grid_barrier;
  value_of(Register::block_size) = {block.x, block.y, block.z};
  value_of(Register::grid_size) = {grid.x, grid.y, grid.z};
  hazards_ = {};
  kernel_ = &kernel;
  threads_.begin_launch(grid, block, run_threads, recorders.is_plain ? begins_next : nullptr, this);
  accesses_.begin_launch(kernel, arrays, recorders);
  events_.clear();
  indexes_.reset();
  interruptions_.begin_launch(kernel);
  paused_.clear();  // a launch that failed may have left some
  turns_ = 0;
}

void Block::begin_block(std::uint64_t linear_index, bool by_turns) {
  const RegisterValue& grid = value_of(Register::grid_size);
  const std::uint64_t rows = linear_index / grid.x;
  value_of(Register::block) = {static_cast<unsigned>(linear_index % grid.x), static_cast<unsigned>(rows % grid.y),
                               static_cast<unsigned>(rows / grid.y)};
  by_turns_ = by_turns;
  hazards_.begin_block();
  may_take_row_ ? threads_.begin_row(linear_index) : threads_.begin_block(linear_index);
  accesses_.begin_block();
  barriers_.begin_block();
  interruptions_.begin_block();
  polls_.begin_block();
  most_fences_.fill(0);
  device_clock_.begin_block(ReleaseLogs::instance().launch());
  arrived_.reset();
}

bool Block::run() {
  running_ = this;
  observed_ = accesses_.is_observed() ? this : nullptr;
  has_progressed_ = false;
  std::ranges::copy(registers_, plain_registers);
  const bool has_ended = !waits_for_grid() && run_to_barriers();
  if (has_ended) {
    accesses_.end_block();
    if (grid_barrier_ != nullptr) grid_barrier_->note_end(threads_.block());
  } else if (!has_progressed_) {
    interruptions_.begin_block();  // who waits takes no time
  }
  return has_ended;
}

// Whether it has arrived there, and other blocks have not.
bool Block::waits_for_grid() {
  if (!arrived_) return false;
  const auto others_have_ended = grid_barrier_->ended();
  if (grid_barrier_->passed() == *arrived_) {
    if (!others_have_ended) return true;
    throw std::runtime_error(fmt::format("{} waits here for all blocks of the grid, and block {} has ended",
                                         who_waits(), threads_.in_words(*others_have_ended)));
  }
  arrived_.reset();
  accesses_.tell(event::GridBarrier{grid_barrier_->passed()});
  barriers_.release_grid();
  return false;
}

// False where threads let those of other blocks go first, or have come to the grid's barrier.
bool Block::run_to_barriers() {
  const unsigned in_row = threads_.in_row() ? run_row() : 0;
  if (threads_.in_row()) return true;
  unsigned first = in_row == 0 ? 0 : (in_row - 1) / warp_lanes * warp_lanes;
  bool has_run = in_row != 0;
  do {
    for (; first < threads_.size(); first += warp_lanes) run_warp(first, std::exchange(has_run, false));
    first = 0;
    if (!paused_.empty()) return false;
    accesses_.barrier();
  } while (barriers_.release());
  if (!barriers_.waits_for_grid()) return true;
  arrived_ = grid_barrier_->arrive();
  return false;
}

// Until each lane waits at the block's barrier, has ended, or lets others go first. has_run: some of them have already
// done so.
void Block::run_warp(unsigned first, bool has_run) {
  if (!has_run) begin_warp(first);
  bool more = true;
  while (more && (run_ready_lanes(first) || std::exchange(has_run, false))) {
    interruptions_.check_faults(first);
    if (!accesses_.is_observed() && is_done(first)) return;
    if (const LaneMask in_step = threads_.lanes_in(State::in_step, first); in_step != 0) {
      make_ready(first, in_step);
      continue;
    }
    const LaneMask full = threads_.lanes_in(State::trace_full, first);
    const LaneMask paused = is_paused_ ? threads_.lanes_in(State::lets_others_go, first) : 0;
    const LaneMask met = tell_requests(first, full, paused);
    if (accesses_.is_observed() && interruptions_.ticks() * tick_time.count() > recorders_.most_seconds)
      stop_observing();
    more = exchanges_.release(first) || met != 0;
    if (paused != 0) continue;  // what other lanes are to do next is not known yet
    more = more || full != 0 || exchanges_.release_divergent(first);
    make_ready(first, full);
  }
  if (is_paused_) paused_.emplace(first, PausedWarp{accesses_.take_trace(), warp_clock_});
}

// To its end: what its threads have in shared memory is from now on not known any more.
void Block::stop_observing() {
  ++cut_;
  observed_ = nullptr;
  accesses_.stop_observing();
  GlobalMemory::instance().note_unseen_writes();
}

// Whether none of its lanes has anything to do with the others, and nobody was told anything of them.
bool Block::is_done(unsigned first) const {
  const auto is_done = [](const Thread& t) { return t.state == State::at_barrier || t.state == State::ended; };
  const auto lanes = threads_.begin() + first;
  return !accesses_.has_noticed() && std::all_of(lanes, lanes + threads_.lanes_of_warp(first), is_done);
}

// Lanes that are at an __activemask() go on with those that are there, too: it waits for lanes that can go on, but not
// for those that let others go first again and again.
LaneMask Block::tell_requests(unsigned first, LaneMask full, LaneMask paused) {
  const LaneMask at_active_mask = threads_.lanes_in(State::at_active_mask, first);
  const bool others = at_active_mask != 0 && exchanges_.can_release(first);
  const LaneMask awaited = at_active_mask == 0 || has_progressed_ ? paused : 0;
  const LaneMask met = accesses_.tell_requests(first, full | at_active_mask | awaited, others, barriers_.passed());
  for_each_lane(met, [&](unsigned lane) { threads_[first + lane].met = met; });
  make_ready(first, met);
  return met;
}

// Anew; or it goes on where it was paused.
void Block::begin_warp(unsigned first) {
  is_paused_ = false;
  auto paused = paused_.extract(first);
  if (paused.empty()) return warp_clock_.reset();
  accesses_.put_back(std::move(paused.mapped().trace));
  warp_clock_ = paused.mapped().clock;
  make_ready(first, threads_.lanes_in(State::lets_others_go, first) | threads_.lanes_in(State::trace_full, first));
}

void Block::make_ready(unsigned first, LaneMask lanes) {
  for_each_lane(lanes, [&](unsigned lane) { threads_[first + lane].state = State::ready; });
}

std::string Block::who_waits() const {
  if (arrived_) {
    unsigned thread = 0;
    while (threads_[thread].state != State::at_grid_barrier) ++thread;
    return threads_.seen_last(thread);
  }
  const unsigned first = paused_.begin()->first;
  const LaneMask waiting = threads_.lanes_in(State::lets_others_go, first);
  return threads_.seen_last(first + static_cast<unsigned>(__builtin_ctz(waiting)));
}

std::uint64_t Block::read_clock(const char* function, Site site) {
  if (hazards_.count(HazardKind::clock_read)) {
    hazards_.keep(
        {HazardKind::clock_read, {threads_.block(), threads_.running(), site, Access::load}, {}, function, {}});
  }
  does_more_than_store = true;
  return device_clock_.read(threads_.running(), site);
}

template <typename Float>
void Block::note_order_of_bits(std::uintptr_t address, Float old, Float value, Site site) {
  const Buffer* const buffer = GlobalMemory::instance().find(address, sizeof(Float));
  const auto points_here = [&](const PointerArgument& argument) {
    return buffer != nullptr && argument.is_of_floats && argument.element_bytes == sizeof(Float) &&
           buffer->contains(reinterpret_cast<std::uintptr_t>(argument.address), 1);
  };
  const bool is_float = was_of_float(as_bits(value)) || std::any_of(kernel_->begin(), kernel_->end(), points_here);
  const bool has_order = !std::isnan(old) && !std::isnan(value);  // ~0u is the largest of the unsigned
  if (!is_float || !has_order || !hazards_.count(HazardKind::order_of_bits)) return;
  hazards_.keep({HazardKind::order_of_bits,
                 {threads_.block(), threads_.running(), site, Access::atomic},
                 {},
                 is_shared(address) ? accesses_.shared().name_of(address) : GlobalMemory::instance().name_of(address),
                 fmt::format("{:g} with {:g}", value, old)});
}
template void Block::note_order_of_bits(std::uintptr_t, float, float, Site);
template void Block::note_order_of_bits(std::uintptr_t, double, double, Site);

void Block::let_others_go(Site site) {
  is_paused_ = true;
  threads_.wait(State::lets_others_go, site);
}

// Another order than usual: others go first, now and then.
void Block::take_turn(Site site) {
  constexpr unsigned between_turns = 3;
  if (!by_turns_ || polls_.waits(threads_.running()) || ++turns_ % between_turns != 0) return;
  has_progressed_ = true;
  let_others_go(site);
}

// Where that is nothing new, the running thread waits for others.
void Block::found(const PolledValue& polled) {
  const unsigned thread = threads_.running();
  if (!polls_.is_to_wait(thread, polled)) return;
  has_progressed_ = polls_.has_done_more(thread, accesses_.fingerprint()) || has_progressed_;
  let_others_go(polled.site);
}

void Block::access_volatile(std::uintptr_t address, int bytes, Access operation, Site site) {
  interruptions_.leave_if_out_of_time(site);
  if (fibers().on_its_stack(address)) return;
  // Code for older GPUs counts on the lanes of a warp making their steps together. That is a race today; but what it
  // computes is what a GPU would.
  const bool in_shared = is_shared(address);
  if (in_shared) threads_.wait(State::in_step, site);
  if (accesses_.is_observed() || !in_shared) accesses_.access_volatile(address, bytes, operation, site);
  if (operation != Access::load) return;
  std::uint64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(address), std::min(static_cast<std::size_t>(bytes), sizeof(value)));
  found({site, address, value});
}

}  // namespace ladder::emulator

std::uint64_t ladder::cuda::bits_of_float(std::uint64_t bits) noexcept { return emulator::place_of_bits(bits) = bits; }
