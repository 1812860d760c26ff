#include "ladder/emulator/block/barriers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ladder/emulator/debuginfo/source_lines.hpp"

namespace ladder::emulator {
namespace {

bool waits(const Thread& thread) { return thread.state == State::at_barrier; }

bool wait_together(const Thread& a, const Thread& b) { return a.state == b.state && a.site == b.site; }

bool wait_at_one_place(const Thread& a, const Thread& b) { return a.state == b.state && at_one_place(a.site, b.site); }

// Of what a function does that the kernel calls, the line that calls it.
CodePlace line_in_kernel(Site site) {
  const Callers callers = calling_lines(site);
  return callers.empty() ? source_line(site) : callers.back();
}

// Whether the thread, which has ended, has gone past that barrier before: round a loop that has it, or to a line
// further down. (A single jump back need be no loop.)
bool has_gone_past(const Course& course, Site barrier) {
  const unsigned iterations_with_barrier = course.loop_contains(course.passed) ? 1 : 0;
  if (course.loop_contains(barrier) && course.iterations > 1 + iterations_with_barrier) return true;
  if (course.last_access <= barrier || course.passed == barrier || at_one_place(course.passed, barrier)) return false;
  const CodePlace access = line_in_kernel(course.last_access), line = line_in_kernel(barrier);
  return access.file == line.file && access.line > line.line;
}

// What the other thread does, who does not wait where `waiting` does.
std::string what_it_does(const Thread& waiting, const Thread& other) {
  if (other.state == State::ended) return waiting.state == State::at_barrier ? "goes on without it" : "has ended";
  if (other.state != State::at_barrier || !in_one_line(waiting.site, other.site)) return "waits elsewhere";
  const CodePlace call = call_apart(waiting.site, other.site);
  return call.file.empty() ? "waits in another instance of it,"
                           : fmt::format("waits in another call of it, from {},", in_words(call));
}

// Of a thread that has ended: the line furthest down of those that it compared something in, or accessed something.
Site end_of(const Thread& thread) {
  const Site comparison = thread.loops.newest_comparison(), access = thread.course.last_access;
  if (comparison == 0 && access == 0) return thread.course.last_basic_block;
  if (comparison == 0 || access == 0) return comparison + access;
  return line_in_kernel(access).line > line_in_kernel(comparison).line ? access : comparison;
}

}  // namespace

bool Barriers::release() {
  ++passed_;
  if (!check(State::at_barrier)) return false;
  const auto votes = std::ranges::count_if(threads_, [](auto& t) { return waits(t) && t.vote; });
  for (Thread& thread : threads_) {
    if (!waits(thread)) continue;
    thread.state = State::ready;
    thread.votes = static_cast<unsigned>(votes);
    thread.course = {thread.site};
  }
  return true;
}

void Barriers::release_grid() {
  for (Thread& thread : threads_) {
    if (thread.state == State::at_grid_barrier) thread.state = State::ready;
  }
}

// Whether a thread waits so; then all threads of the block should, where the first of them does. At a __syncthreads()
// those that have ended are not waited for, since compute capability 7.0. (CUDA C++ Programming Guide,
// "Synchronization Functions" and "Independent Thread Scheduling".)
bool Barriers::check(State state) {
  const auto first = std::ranges::find_if(threads_, [=](auto& t) { return t.state == state; });
  if (first == threads_.end()) return false;
  ++events_[{Event::barrier, first->site}];
  const auto waiting = static_cast<unsigned>(first - threads_.begin());
  std::optional<unsigned> ended;
  for (unsigned other = 0; other < threads_.size(); ++other) {
    const Thread& thread = threads_[other];
    if (thread.state == State::stopped || wait_together(*first, thread) || wait_at_one_place(*first, thread)) continue;
    const bool has_left = state == State::at_barrier && thread.state == State::ended;
    if (!has_left || has_gone_past(thread.course, first->site)) {
      report_divergent(waiting, other);
      return true;
    }
    if (!ended) ended = other;
  }
  if (ended) report_end(*ended, waiting);
  return true;
}

// The thread has ended, and this one waits.
void Barriers::report_end(unsigned ended, unsigned waiting) {
  if (!hazards_.count(HazardKind::left_before_barrier)) return;
  Actor who = threads_.actor(ended);
  who.site = end_of(threads_[ended]);
  hazards_.keep({HazardKind::left_before_barrier, who, threads_.actor(waiting), {}, {}, how_many_wait_as(waiting)});
}

std::string Barriers::how_many_wait_as(unsigned waiting) const {
  const auto how_many =
      std::ranges::count_if(threads_, [&](const Thread& t) { return wait_together(threads_[waiting], t); });
  return fmt::format("{} of {} threads", how_many, threads_.size());
}

void Barriers::report_divergent(unsigned waiting, unsigned elsewhere) {
  if (!hazards_.count(HazardKind::divergent_barrier)) return;
  Actor other = threads_.actor(elsewhere);
  if (threads_[waiting].state == State::at_barrier && other.site == 0)
    other.site = threads_[elsewhere].course.last_access;
  hazards_.keep({HazardKind::divergent_barrier,
                 threads_.actor(waiting),
                 other,
                 {},
                 what_it_does(threads_[waiting], threads_[elsewhere]),
                 how_many_wait_as(waiting)});
}

}  // namespace ladder::emulator
