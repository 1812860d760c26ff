#include "ladder/engine/emulator/block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "ladder/engine/emulator/device_variables.hpp"
#include "ladder/engine/emulator/hazard_words.hpp"
#include "ladder/engine/emulator/executable/source_lines.hpp"
#include "ladder/engine/emulator/executable/symbols.hpp"

namespace ladder::emulator {

constinit thread_local Block* Block::running_ = nullptr;

namespace {

std::string in_words(Fault fault) {
  if (fault == Fault::division) return "divides an integer by 0, or the least integer by -1";
  return fmt::format(
      "overflows its stack of {} KiB: are its local arrays that large, or does it call itself without end?",
      Fibers::stack_bytes / 1024);
}

}  // namespace

void Block::begin_launch(dim3 grid, dim3 block, const KernelCall& kernel, const std::vector<SharedArray>& arrays,
                         TraceRecorder* recorder) {
  grid_ = grid;
  registers_[static_cast<int>(Register::block_size)] = block;
  registers_[static_cast<int>(Register::grid_size)] = grid;
  kernel_ = &kernel;
  kernel_bytes_ = code_bytes(kernel.kernel());
  recorder_ = recorder;
  hazards_ = {};
  sites_.clear();
  shared_.begin_launch(arrays);
  global_.begin_launch();
  trace_.clear();  // a launch that failed may have left something
  threads_.assign(std::size_t{block.x} * block.y * block.z, {});
  for (unsigned i = 0; i < threads_.size(); ++i) {
    threads_[i].index = dim3(i % block.x, i / block.x % block.y, i / block.x / block.y);
  }
}

void Block::run(std::uint64_t linear_index) {
  block_ = linear_index;
  const std::uint64_t rows = linear_index / grid_.x;
  registers_[static_cast<int>(Register::block)] =
      dim3(static_cast<unsigned>(linear_index % grid_.x), static_cast<unsigned>(rows % grid_.y),
           static_cast<unsigned>(rows / grid_.y));
  barriers_passed_ = 0;
  ticks_ = 0;
  shared_.begin_block();
  for (unsigned thread = 0; thread < threads_.size(); ++thread) {
    threads_[thread].state = State::ready;
    fibers_.start(thread, thread_body, this);
  }
  running_ = this;
  do {
    for (unsigned first = 0; first < threads_.size(); first += 32) run_warp(first);
    ++barriers_passed_;
    shared_.barrier();
  } while (release_barrier());
}

void Block::thread_body(void* block) { (*static_cast<Block*>(block)->kernel_)(); }

// Until each lane waits at the block's barrier, or has ended.
void Block::run_warp(unsigned first) {
  const unsigned lanes = std::min<unsigned>(32, static_cast<unsigned>(threads_.size()) - first);
  clock_.reset();
  do {
    if (!run_ready_lanes(first, lanes)) break;
    check_faults(first, lanes);
    count_requests(first, lanes);
  } while (release_exchanges(first, lanes));
}

bool Block::run_ready_lanes(unsigned first, unsigned lanes) {
  bool any = false;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    thread_ = first + lane;
    if (threads_[thread_].state != State::ready) continue;
    any = true;
    trace_.begin(lane);
    registers_[static_cast<int>(Register::thread)] = threads_[thread_].index;
    global_.begin_thread(block_, thread_, {barriers_passed_, clock_.now(lane)});
    shared_.begin_thread(block_, thread_);
    if (!fibers_.resume(thread_)) threads_[thread_].state = State::ended;
    trace_.end();
    check_time();
  }
  return any;
}

void Block::count_requests(unsigned first, unsigned lanes) {
  std::uint32_t unfinished = 0;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    unfinished |= static_cast<std::uint32_t>(threads_[first + lane].state == State::trace_full) << lane;
  }
  TraceRecorder* const recorder = block_ == 0 ? recorder_ : nullptr;
  trace_.drain(unfinished, [=, this](const Request& request) {
    sites_.add(request);
    if (recorder != nullptr) recorder->add(request, first / 32, barriers_passed_, shared_);
  });
}

// "kernel.cuh:33: thread (0, 0) of block (3, 0)", where the thread was seen last.
std::string Block::seen_last(unsigned thread) const {
  const dim3& size = registers_[static_cast<int>(Register::block_size)];
  return fmt::format("{}: thread {} of block {}", place(threads_[thread].site), index_in(size, thread),
                     index_in(grid_, block_));
}

// A block that has run for so long is not going to come to an end, unless its threads are ending.
void Block::check_time() const {
  if (!is_out_of_time() || threads_[thread_].state == State::ended) return;
  throw std::runtime_error(
      fmt::format("{} was still running here after {:g} seconds: does the loop end? "
                  "(LADDER_TIME_LIMIT=SECONDS gives each block more time)",
                  seen_last(thread_), time_limit().count()));
}

// The instruction is the kernel's, or of a function of the emulator's that the kernel called where it was seen last.
void Block::fault() { wait(State::at_fault, trace_.last_site()); }

void Block::check_faults(unsigned first, unsigned lanes) {
  for (unsigned thread = first; thread < first + lanes; ++thread) {
    if (threads_[thread].state != State::at_fault) continue;
    const Site after_it = interrupted_at_ + 1;
    if (!source_lines({after_it}).front().file.empty()) threads_[thread].site = after_it;
    throw std::runtime_error(fmt::format("{} {}", seen_last(thread), in_words(fault_)));
  }
}

// Lets those lanes go on whose whole mask has arrived. False where nobody can go on.
bool Block::release_exchanges(unsigned first, unsigned lanes) {
  bool any = false;
  std::uint32_t waiting = 0, gone = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    const State state = lane < lanes ? threads_[first + lane].state : State::ended;
    if (state == State::trace_full) {
      threads_[first + lane].state = State::ready;
      any = true;
    }
    waiting |= static_cast<std::uint32_t>(state == State::at_exchange) << lane;
    gone |= static_cast<std::uint32_t>(state == State::ended || state == State::stopped) << lane;
  }
  while (waiting != 0) {
    const unsigned leader = static_cast<unsigned>(__builtin_ctz(waiting));
    const std::uint32_t mask = (threads_[first + leader].exchange.mask & ~gone) | 1u << leader;
    if ((mask & ~waiting) != 0) {  // somebody is still on the way
      waiting &= ~mask;
      continue;
    }
    if (threads_[first + leader].exchange.orders_memory) clock_.synchronise(mask);
    hand_over(first, mask);
    any = true;
    waiting &= ~mask;
  }
  return any;
}

// A lane must be in its own mask, and so must the lane whose value it takes.
void Block::check_shuffle(const Thread& thread, std::uint32_t mask) {
  if (thread.exchange.orders_memory) return;
  const auto own = static_cast<int>((&thread - threads_.data()) % 32);
  for (const int lane : {own, thread.exchange.source}) {
    if (lane == Exchange::all_votes || (mask >> lane & 1u) != 0) continue;
    if (!hazards_.count(HazardKind::absent_lane)) return;
    hazards_.keep(
        {HazardKind::absent_lane, actor_of(thread), {}, fmt::format("lane {}", lane), fmt::format("{:#010x}", mask)});
    return;
  }
}

// Each lane of the mask gets what its source offers, or keeps its own where that takes no part.
void Block::hand_over(unsigned first, std::uint32_t mask) {
  std::array<std::uint64_t, 32> offered{};
  std::uint32_t votes = 0;
  for (std::uint32_t left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(left));
    offered[lane] = threads_[first + lane].exchange.value;
    votes |= static_cast<std::uint32_t>(offered[lane] != 0) << lane;
  }
  for (std::uint32_t left = mask; left != 0; left &= left - 1) {
    Thread& thread = threads_[first + static_cast<unsigned>(__builtin_ctz(left))];
    const int source = thread.exchange.source;
    check_shuffle(thread, mask);
    if (source == Exchange::all_votes) {
      thread.exchange.value = votes;
    } else if ((mask >> source & 1u) != 0) {
      thread.exchange.value = offered[static_cast<unsigned>(source)];
    }
    thread.state = State::ready;
  }
}

// Whether there is anything left to run. Threads that wait for others which will never come are let go all the same, so
// that the rest of the kernel is seen too.
bool Block::release_barrier() {
  const auto waits = [](const Thread& t) { return t.state == State::at_barrier || t.state == State::at_exchange; };
  const auto waiting = std::find_if(threads_.begin(), threads_.end(), waits);
  if (waiting == threads_.end()) return false;
  const auto elsewhere = std::find_if(threads_.begin(), threads_.end(), [&](const Thread& t) {
    return t.state != State::stopped && (t.state != waiting->state || t.site != waiting->site);
  });
  if (elsewhere != threads_.end() && !same_line(*waiting, *elsewhere)) divergent_barrier(*waiting, *elsewhere);
  for (Thread& thread : threads_) {
    if (waits(thread)) thread.state = State::ready;
  }
  return true;
}

// A compiler may make two copies of one barrier: then both stand in the same line.
bool Block::same_line(const Thread& a, const Thread& b) {
  if (a.state != b.state) return false;
  const auto lines = source_lines({a.site, b.site});
  return lines[0].line != 0 && lines[0].line == lines[1].line && lines[0].file == lines[1].file;
}

Actor Block::actor_of(const Thread& thread) const {
  const Site site = thread.state == State::ended ? 0 : thread.site;
  return {block_, static_cast<unsigned>(&thread - threads_.data()), site, Operation::load};
}

void Block::divergent_barrier(const Thread& waiting, const Thread& elsewhere) {
  if (!hazards_.count(HazardKind::divergent_barrier)) return;
  const auto waits_there = [&](const Thread& t) { return t.state == waiting.state && t.site == waiting.site; };
  const auto how_many = std::count_if(threads_.begin(), threads_.end(), waits_there);
  const char* remark = elsewhere.state == State::ended ? "has ended" : "waits elsewhere";
  hazards_.keep({HazardKind::divergent_barrier, actor_of(waiting), actor_of(elsewhere),
                 fmt::format("{} of {} threads", how_many, threads_.size()), remark});
}

void Block::wait(State state, std::uintptr_t site) {
  Thread& thread = threads_[thread_];
  thread.state = state;
  thread.site = site;
  fibers_.suspend();
}

void Block::find_and_access(std::uintptr_t address, int bytes, Operation operation, Site site) {
  const bool aligned = (address & static_cast<std::uintptr_t>(bytes - 1)) == 0;
  const bool found = shared_.contains(address) ? shared_.find(address, bytes) : global_.find(address, bytes) != nullptr;
  if (aligned && found) return access(address, bytes, operation, site);
  // Constant memory has a cache and counters of its own.
  if (operation == Operation::load && (kernel_->is_argument(address) || in_constant_memory(address, bytes))) return;
  stop_out_of_bounds(address, bytes, {block_, thread_, site, operation}, aligned);
}

void Block::record_access(std::uintptr_t address, int bytes, Operation operation, Site site, const Buffer* buffer) {
  const Space space = buffer == nullptr ? Space::shared : Space::global;
  while (!trace_.record({site, address, bytes, space, operation})) wait(State::trace_full, site);
  check_access(address, bytes, operation, site, buffer);
}

void Block::record_block(Site site) {
  while (!trace_.record(site)) wait(State::trace_full, site);
}

// The thread ends here, before the access: nothing is harmed, and the other threads go on.
void Block::stop_out_of_bounds(std::uintptr_t address, int bytes, const Actor& actor, bool aligned) {
  const HazardKind kind = aligned ? HazardKind::out_of_bounds : HazardKind::misaligned;
  if (hazards_.count(kind)) {
    const bool shared = shared_.contains(address);
    const GlobalMemory& global = GlobalMemory::instance();
    const std::string name = shared ? shared_.name_of(address) : global.name_of(address);
    const std::string extent = shared ? shared_.extent_of(address) : global.extent_of(address);
    hazards_.keep({kind, actor, {}, name, aligned ? extent : fmt::format("{} bytes", bytes)});
  }
  wait(State::stopped, actor.site);
}

void Block::barrier(std::uintptr_t site) { wait(State::at_barrier, site); }

std::uint64_t Block::exchange(const Exchange& exchange, std::uintptr_t site) {
  const unsigned thread = thread_;
  threads_[thread].exchange = exchange;
  wait(State::at_exchange, site);
  return threads_[thread].exchange.value;
}

}  // namespace ladder::emulator
