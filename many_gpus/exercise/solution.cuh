// Solution of the exercise of the chapter on several GPUs: an all-to-all of uneven parts.
#pragma once

inline void exchange_uneven(const Cluster& all, const Counts& counts) {
  // --- your code: begin --------------------------------
  check(ncclGroupStart());
  for (const Rank& r : all.ranks) {
    size_t sent = 0, received = 0;
    for (const Rank& q : all.ranks) {
      const size_t to = counts.of(r.number, q.number), from = counts.of(q.number, r.number);
      check(ncclSend(r.send + sent, to, ncclFloat, q.device, r.comm, r.stream));
      check(ncclRecv(r.receive + received, from, ncclFloat, q.device, r.comm, r.stream));
      sent += to;
      received += from;
    }
  }
  check(ncclGroupEnd());
  // --- your code: end ----------------------------------
}
