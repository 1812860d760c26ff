// Exercise of the chapter on several GPUs: an all-to-all of uneven parts.
//
//   ./learn exercise many_gpus
//   ./learn hint many_gpus
//
// Rank r has counts.of(r.number, q.number) floats for rank q. In r.send the part for rank 0 comes first, then that for
// rank 1, and so on, without gaps. Afterwards r.receive has the parts that have come, that of rank 0 first, without
// gaps too. A part may be empty. (Expert layers of language models do this: how many tokens go to which GPU is known
// only when they are there.)
//
// Asked for: the exchange with NCCL, in the ranks' streams, for any number of ranks, with no mistake of the host's
// code. As in transposes.cuh, there are r.comm and r.stream; q.number is the rank that NCCL knows.
#pragma once

inline void exchange_uneven(const Cluster& all, const Counts& counts) {
  // --- your code: begin --------------------------------
  check(ncclGroupStart());
  for (const Rank& r : all.ranks) {
    size_t sent = 0, received = 0;
    for (const Rank& q : all.ranks) {
      const size_t to = counts.of(r.number, q.number), from = counts.of(q.number, r.number);
      check(ncclSend(r.send + sent, to, ncclFloat, q.number, r.comm, r.stream));
      check(ncclRecv(r.receive + received, from, ncclFloat, q.number, r.comm, r.stream));
      sent += to;
      received += from;
    }
  }
  check(ncclGroupEnd());
  // --- your code: end ----------------------------------
}
