#include "ladder/emulator/block/barriers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ladder/emulator/debuginfo/source_lines.hpp"

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
  if (!check(State::at_barrier)) return false;
  const auto votes = std::count_if(threads_.begin(), threads_.end(), [](auto& t) { return waits(t) && t.vote; });
  for (Thread& thread : threads_) {
    if (!waits(thread)) continue;
    thread.state = State::ready;
    thread.votes = static_cast<unsigned>(votes);
  }
  return true;
}

void Barriers::release_grid() {
  for (Thread& thread : threads_) {
    if (thread.state == State::at_grid_barrier) thread.state = State::ready;
  }
}

// Whether a thread waits so; then all threads of the block should, where the first of them does.
bool Barriers::check(State state) {
  const auto first = std::find_if(threads_.begin(), threads_.end(), [=](auto& t) { return t.state == state; });
  if (first == threads_.end()) return false;
  ++passed_at_[first->site];
  const auto other = std::find_if(threads_.begin(), threads_.end(), [&](const Thread& thread) {
    return thread.state != State::stopped && !wait_together(*first, thread);
  });
  if (other != threads_.end() && !wait_at_one_place(*first, *other)) {
    report(static_cast<unsigned>(first - threads_.begin()), static_cast<unsigned>(other - threads_.begin()));
  }
  return true;
}

void Barriers::report(unsigned waiting, unsigned elsewhere) {
  if (!hazards_.count(HazardKind::divergent_barrier)) return;
  const auto how_many = std::count_if(threads_.begin(), threads_.end(),
                                      [&](const Thread& t) { return wait_together(threads_[waiting], t); });
  hazards_.keep({HazardKind::divergent_barrier,
                 threads_.actor(waiting),
                 threads_.actor(elsewhere),
                 {},
                 what_it_does(threads_[waiting], threads_[elsewhere]),
                 fmt::format("{} of {} threads", how_many, threads_.size())});
}

}  // namespace ladder::emulator
