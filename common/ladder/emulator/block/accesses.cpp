#include "ladder/emulator/block/accesses.hpp"

#include "ladder/emulator/memory/device_variables.hpp"

namespace ladder::emulator {

constinit thread_local Site Accesses::newest_basic_block_ = 0;
constinit thread_local LoopIterations* Accesses::loops_ = nullptr;

void Accesses::begin_launch(const KernelCall& kernel, const std::vector<SharedArray>& arrays,
                            const Recorders& recorders) {
  kernel_ = &kernel;
  recorders_ = recorders;
  loops_of_kernels_.begin_launch(threads_.along_grid());
  sites_.clear();
  has_volatile_loads_ = went_astray_ = false;
  shared_.begin_launch(arrays);
  buffers_.clear();
  atomics_.clear();
  copies_.begin_launch(kernel);
  volatile_sites_.clear();
  copy_sites_.clear();
  trace_.clear();  // a launch that failed may have left something
  listeners_.tell(event::LaunchBegins{kernel, recorders});
}

void Accesses::begin_block() {
  unfinished_warp_ = no_warp;
  copies_on_the_way_.begin_block();
  has_noticed_ = false;
  is_observed_ = recorders_.observes;
  listeners_.tell(event::BlockBegins{threads_.block()});
}

void Accesses::barrier() {
  listeners_.tell(event::Barrier{[this] { return threads_.waiting_warps(); }});
}

void Accesses::notice_thread() {
  is_noticed_ = has_noticed_ = true;
  if (threads_.in_row()) threads_.leave_row();
  const unsigned thread = running_.thread;
  trace_.begin(lane_of(thread));
  newest_basic_block_ = 0;
  loops_ = &threads_[thread].loops;
  course_ = &threads_[thread].course;
  course_->iteration_begins = trace_.steps();
  const std::uint32_t now = warp_clock_.now(lane_of(thread));
  running_ = {threads_.block(), thread, running_.barriers, now, {now, block_order_.fences_of(thread)}};
  listeners_.tell(event::ThreadGoesOn{});
}

void Accesses::end_thread(bool is_runnable) {
  if (!is_noticed_) return;
  if (threads_[threads_.running()].state == State::ended) {
    course_->last_access = trace_.last_access(course_->iteration_begins);
    course_->last_basic_block = newest_basic_block_;
  }
  trace_.end();
  is_in_one_piece_ = false;
  loops_ = nullptr;
  listeners_.tell(event::ThreadPauses{is_runnable});
}

void Accesses::access_volatile(std::uintptr_t address, int bytes, Access operation, Site site) {
  has_volatile_loads_ = has_volatile_loads_ || operation == Access::load;
  volatile_sites_.insert(site);
  const bool in_shared = shared_.contains(address);
  const Buffer* const buffer = in_shared ? nullptr : buffers_.find(address, bytes);
  if (in_shared ? !shared_.find(address, bytes) : buffer == nullptr) return access(address, bytes, operation, site);
  make_room(site);
  running_.is_volatile = true;
  listeners_.tell(event::VolatileBegins{{address, buffer}});
  access(address, bytes, operation, site);
  running_.is_volatile = false;
  listeners_.tell(event::VolatileEnds{{address, buffer}, operation});
}

void Accesses::fence(Scope scope) {
  notice();
  listeners_.tell(event::Fence{scope});
  running_.stamp = {running_.warp_time, block_order_.fences_of(running_.thread)};
}

void Accesses::access(std::uintptr_t address, int bytes, Access operation, Site site) {
  const bool aligned = (address & static_cast<std::uintptr_t>(bytes - 1)) == 0;
  if (shared_.contains(address)) {
    if (!aligned || !shared_.recent(address, bytes)) return find_and_access(address, bytes, operation, site);
    return record_or_follow({site, address, bytes, Space::shared, operation}, nullptr);
  }
  const Buffer* const buffer = buffers_.recent(address, bytes);
  const bool is_to_stay = operation != Access::load && buffer != nullptr && buffer->is_input;
  if (!aligned || buffer == nullptr || is_to_stay) return find_and_access(address, bytes, operation, site);
  record_or_follow({site, address, bytes, Space::global, operation}, buffer);
}

void Accesses::find_and_access(std::uintptr_t address, int bytes, Access operation, Site site) {
  const bool aligned = (address & static_cast<std::uintptr_t>(bytes - 1)) == 0;
  const bool in_shared = shared_.contains(address);
  const Buffer* const buffer = in_shared ? nullptr : buffers_.find(address, bytes);
  if (aligned && buffer != nullptr && buffer->is_input && operation != Access::load)
    return stop_before(HazardKind::input_written, {site, address, bytes, Space::global, operation});
  if (aligned && buffer != nullptr && buffer->pages != nullptr) {
    buffer->touch(address);
    return record_or_follow({site, address, bytes, Space::global, operation}, buffer);
  }
  const bool found = in_shared ? shared_.find(address, bytes) : buffer != nullptr;
  if (aligned && found) return access(address, bytes, operation, site);
  // Constant memory has a cache and counters of its own.
  if (operation == Access::load && (kernel_->is_argument(address) || in_constant_memory(address, bytes))) return;
  const Space space = in_shared ? Space::shared : Space::global;
  const LaneAccess access{site, address, bytes, space, operation};
  if (!aligned) return stop_before(HazardKind::misaligned, access);
  note_refused(access);
  stop(site);
}

// Where the thread's own variables are not meant: those are in no memory that is watched.
void Accesses::check_alignment(std::uintptr_t address, int bytes, Access operation, Site site) {
  if ((address & static_cast<std::uintptr_t>(bytes - 1)) == 0) return;
  const bool in_shared = shared_.contains(address);
  if (!in_shared && buffers_.find(address, 1) == nullptr) return;
  stop_before(HazardKind::misaligned, {site, address, bytes, in_shared ? Space::shared : Space::global, operation});
}

// By pieces; the first of them that leads out of bounds ends the thread.
void Accesses::copy(std::uintptr_t address, std::size_t bytes, Access operation, Site site) {
  std::size_t width = copies_.width(site, operation, address, bytes);
  for (; bytes != 0; address += width, bytes -= width) {
    while (width > bytes) width /= 2;
    access(address, static_cast<int>(width), operation, site);
  }
}

void Accesses::record_or_follow(const LaneAccess& access, const Buffer* buffer) {
  if (!trace_.follow(access)) {
    if (!is_in_one_piece_ &&
        copies_.is_in_pieces(access, buffer == nullptr ? shared_.elements_at(access.address) : buffer->elements))
      return copy(access.address, static_cast<std::size_t>(access.bytes), access.operation, access.site);
    while (!trace_.record(access, reach_of(access, buffer))) threads_.wait(State::trace_full, access.site);
  }
  LaneAccess told = access;
  if (is_in_one_piece_ && access.operation == Access::store) told.operation = Access::atomic;
  listeners_.tell(event::Access{told, buffer});
}

// Not known of a buffer with pages, which has to be told of each access, nor where values are recorded of each.
Reach Accesses::reach_of(const LaneAccess& access, const Buffer* buffer) const {
  const auto within = [&](std::uintptr_t begin, std::size_t bytes) {
    return Reach{begin, bytes - static_cast<std::size_t>(access.bytes), buffer, true};
  };
  if (recorders_.values != nullptr) return {};
  if (buffer != nullptr) return buffer->pages != nullptr ? Reach{} : within(buffer->begin, buffer->end - buffer->begin);
  const SharedArray& array = shared_.array_of(access.address);
  return within(shared_.begin() + array.begin, array.end - array.begin);
}

void Accesses::record_basic_block(Site site) {
  while (!trace_.record(site)) threads_.wait(State::trace_full, site);
}

// end: where the thread jumps back.
LoopPragma Loops::look_for_pragma(Site loop, Site end) {
  const auto [known, is_new] = pragmas_.try_emplace(loop);
  if (is_new) off_the_stack([&, &pragma = known->second] { pragma = loop_pragma(end); });
  newest_ = *known;
  return newest_.second;
}

void Accesses::jump_back(Site site) {
  Course& course = *course_;
  const Site end = std::max(newest_basic_block_, trace_.last_site());
  listeners_.tell(event::ThreadIterates{site, end, site <= course.passed && course.passed <= end});
  course.iterations = course.loop_begin == site ? course.iterations + 1 : 1;
  course.loop_begin = site;
  course.loop_end = newest_basic_block_;
  if (course.loop_contains(course.passed)) course.iteration_begins = trace_.steps();
  const NextIteration how = loops_of_kernels_.jump_back(*loops_, site);
  if (how != NextIteration::unrolled) record_step(next_iteration({site, newest_basic_block_}, how));
}

// One that asks for nothing.
void Accesses::record_step(const LaneAccess& step) {
  if (trace_.follow(step)) return;
  while (!trace_.record(step)) threads_.wait(State::trace_full, step.site);
}

}  // namespace ladder::emulator
