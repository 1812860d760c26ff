// The sum of P vectors, one on each GPU, wanted on all of them: an all-reduce. n: bytes of a vector.
#pragma once

// The vector of this rank, to begin with.
inline void begin_with_own(const Rank& r, size_t elements) {
  check(cudaMemcpyAsync(r.sum, r.numbers, elements * sizeof(float), cudaMemcpyDeviceToDevice, r.stream));
}

// One GPU does it all: each vector comes to rank 0, is added there, and the sum goes to each. Its links carry
// (P - 1) * n bytes each way, one vector after the other; those of the others carry n, and are idle most of the time.
inline void gather_to_one(const Cluster& all) {
  const Rank& root = all.ranks[0];
  const size_t bytes = all.elements * sizeof(float);
  begin_with_own(root, all.elements);
  check(cudaSetDevice(root.device));
  for (const Rank& r : all.ranks) {
    if (r.number == root.number) continue;
    check(cudaMemcpyPeerAsync(root.receive, root.device, r.numbers, r.device, bytes, root.stream));
    launch(root.stream, add, blocks_for(all.elements), 256, root.receive, root.sum, root.sum, all.elements);
    check(cudaGetLastError());
  }
  for (const Rank& r : all.ranks) {
    if (r.number == root.number) continue;
    check(cudaMemcpyPeerAsync(r.sum, r.device, root.sum, root.device, bytes, root.stream));
  }
}

// In pairs, then in pairs of pairs: log2(P) steps up and as many down, each of n bytes. The fewest steps; but in each
// the whole vector, and at the end half of the GPUs wait.
inline void tree(const Cluster& all) {
  const size_t ranks = all.ranks.size(), bytes = all.elements * sizeof(float);
  for (const Rank& r : all.ranks) begin_with_own(r, all.elements);
  size_t distance = 1;
  for (; distance < ranks; distance *= 2) {
    for (size_t i = 0; i + distance < ranks; i += 2 * distance) {
      const Rank &to = all.ranks[i], &from = all.ranks[i + distance];
      check(cudaEventRecord(from.ready, from.stream));
      check(cudaStreamWaitEvent(to.stream, from.ready, 0));
      check(cudaMemcpyPeerAsync(to.receive, to.device, from.sum, from.device, bytes, to.stream));
      check(cudaSetDevice(to.device));
      launch(to.stream, add, blocks_for(all.elements), 256, to.receive, to.sum, to.sum, all.elements);
      check(cudaGetLastError());
    }
  }
  for (distance /= 2; distance > 0; distance /= 2) {
    for (size_t i = 0; i + distance < ranks; i += 2 * distance) {
      const Rank &from = all.ranks[i], &to = all.ranks[i + distance];
      check(cudaMemcpyPeerAsync(to.sum, to.device, from.sum, from.device, bytes, from.stream));
      check(cudaEventRecord(from.ready, from.stream));
      check(cudaStreamWaitEvent(to.stream, from.ready, 0));
    }
  }
}

// Each to the next one, a part of n / P bytes in each step, all links busy in all steps. P - 1 steps: a part comes, the
// own one is added, the sum goes on; then rank r has the sum of part r + 1. P - 1 more: the sums go round. Together
// each link of the ring carries 2 (P - 1) / P * n bytes, however many GPUs there are; in no way of doing it does every
// GPU send fewer. What goes out first is the vector as it is, and what is added to is it too: nobody copies it before.
inline void ring(const Cluster& all) {
  const size_t ranks = all.ranks.size();
  const auto part = [&](size_t number) { return ladder::many_gpus::part_of(all.elements, number % ranks, ranks); };
  if (ranks == 1) begin_with_own(all.ranks[0], all.elements);
  for (size_t step = 0; step + 1 < ranks; ++step) {
    for (const Rank& r : all.ranks) {
      const Part p = part(r.number + ranks - step);
      const Rank& next = all.after(r);
      const float* const from = step == 0 ? r.numbers : r.sum;
      check(cudaMemcpyPeerAsync(next.receive + p.first, next.device, from + p.first, r.device, p.count * sizeof(float),
                                r.stream));
      check(cudaEventRecord(r.ready, r.stream));
    }
    for (const Rank& r : all.ranks) {
      const Part p = part(r.number + ranks - 1 - step);
      check(cudaStreamWaitEvent(r.stream, all.before(r).ready, 0));
      check(cudaSetDevice(r.device));
      launch(r.stream, add, blocks_for(p.count), 256, r.receive + p.first, r.numbers + p.first, r.sum + p.first,
             p.count);
      check(cudaGetLastError());
    }
  }
  for (size_t step = 0; step + 1 < ranks; ++step) {
    for (const Rank& r : all.ranks) {
      const Part p = part(r.number + 1 + ranks - step);
      const Rank& next = all.after(r);
      check(cudaMemcpyPeerAsync(next.sum + p.first, next.device, r.sum + p.first, r.device, p.count * sizeof(float),
                                r.stream));
      check(cudaEventRecord(r.ready, r.stream));
    }
    for (const Rank& r : all.ranks) check(cudaStreamWaitEvent(r.stream, all.before(r).ready, 0));
  }
}

// The library's. It chooses between a ring, trees and more by the size, and promises no order of the additions.
inline void nccl_all_reduce(const Cluster& all) {
  check(ncclGroupStart());
  for (const Rank& r : all.own())
    check(ncclAllReduce(r.numbers, r.sum, all.elements, ncclFloat, ncclSum, r.comm, r.stream));
  check(ncclGroupEnd());
}
