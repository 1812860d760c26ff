#include "ladder/engine/emulator/block/barriers.hpp"

#include <fmt/format.h>

#include "ladder/engine/emulator/executable/source_lines.hpp"

namespace ladder::emulator {
namespace {

bool waits(const Thread& thread) { return thread.state == State::at_barrier; }

bool wait_together(const Thread& a, const Thread& b) { return a.state == b.state && a.site == b.site; }

bool wait_at_one_place(const Thread& a, const Thread& b) { return a.state == b.state && at_one_place(a.site, b.site); }

// What the other thread does, who does not wait where `waiting` does.
std::string what_it_does(const Thread& waiting, const Thread& other) {
  if (other.state == State::ended) return "has ended";
  if (other.state != State::at_barrier || !in_one_line(waiting.site, other.site)) return "waits elsewhere";
  const SourceLine call = call_apart(waiting.site, other.site);
  return call.file.empty() ? "waits in another instance of it,"
                           : fmt::format("waits in another call of it, from {}:{},", call.file, call.line);
}

}  // namespace

bool Barriers::release() {
  ++passed_;
  bool any = false;
  unsigned votes = 0;
  for (unsigned thread = 0; thread < threads_.size(); ++thread) {
    if (!waits(threads_[thread])) continue;
    if (!any) {
      check(thread);
      ++passed_at_[threads_[thread].site];
    }
    any = true;
    votes += threads_[thread].vote ? 1 : 0;
  }
  for (unsigned thread = 0; any && thread < threads_.size(); ++thread) {
    if (!waits(threads_[thread])) continue;
    threads_[thread].state = State::ready;
    threads_[thread].votes = votes;
  }
  return any;
}

bool Barriers::waits_for_grid() {
  for (unsigned thread = 0; thread < threads_.size(); ++thread) {
    if (threads_[thread].state != State::at_grid_barrier) continue;
    check(thread);
    ++passed_at_[threads_[thread].site];
    return true;
  }
  return false;
}

void Barriers::release_grid() {
  for (unsigned thread = 0; thread < threads_.size(); ++thread) {
    if (threads_[thread].state == State::at_grid_barrier) threads_[thread].state = State::ready;
  }
}

// Whether all threads of the block wait where the first one does that waits at all.
void Barriers::check(unsigned waiting) {
  for (unsigned thread = 0; thread < threads_.size(); ++thread) {
    const Thread& other = threads_[thread];
    if (other.state == State::stopped || wait_together(threads_[waiting], other)) continue;
    if (!wait_at_one_place(threads_[waiting], other)) report(waiting, thread);
    return;
  }
}

void Barriers::report(unsigned waiting, unsigned elsewhere) {
  if (!hazards_.count(HazardKind::divergent_barrier)) return;
  unsigned how_many = 0;
  for (unsigned thread = 0; thread < threads_.size(); ++thread) {
    how_many += wait_together(threads_[waiting], threads_[thread]) ? 1 : 0;
  }
  hazards_.keep({HazardKind::divergent_barrier,
                 threads_.actor(waiting),
                 threads_.actor(elsewhere),
                 {},
                 what_it_does(threads_[waiting], threads_[elsewhere]),
                 fmt::format("{} of {} threads", how_many, threads_.size())});
}

}  // namespace ladder::emulator
