// What several devices are measured against, with nothing turned: as many bytes as a transpose has to exchange.
#include "ladder/problems/many_gpus/kernels.hpp"

namespace ladder::gpu {
namespace {

size_t floats(const Rank& from, const Rank& to) { return from.rows.count * to.cols.count; }

// NCCL's all-to-all alone.
void all_to_all(const Cluster& all) {
  check(ncclGroupStart());
  for (const Rank& r : all.own()) {
    for (const Rank& q : all.ranks) {
      check(ncclSend(r.in + r.rows.count * q.cols.first, floats(r, q), ncclFloat, q.number, r.comm, r.stream));
      check(ncclRecv(r.out + r.cols.count * q.rows.first, floats(q, r), ncclFloat, q.number, r.comm, r.stream));
    }
  }
  check(ncclGroupEnd());
}

// The links alone: the same bytes, without gaps, by copy engines; beside them what each rank keeps.
void copies(const Cluster& all) {
  for (const Rank& r : all.own()) {
    check(cudaEventRecord(r.ready, r.stream));
    check(cudaStreamWaitEvent(r.copies, r.ready, 0));
    for (size_t i = 0; i < all.ranks.size(); ++i) {
      const Rank& q = all.after(r, i);
      check(cudaMemcpyPeerAsync(q.out + q.cols.count * r.rows.first, q.device, r.in + r.rows.count * q.cols.first,
                                r.device, floats(r, q) * sizeof(float), i == 0 ? r.copies : r.stream));
    }
    check(cudaEventRecord(r.ready, r.copies));
    check(cudaStreamWaitEvent(r.stream, r.ready, 0));
  }
}

}  // namespace

std::vector<many_gpus::Variant> ceilings() {
  constexpr bool calls_nccl = true;
  return {variant("nccl_all_to_all", Task::exchange, all_to_all, calls_nccl),
          variant("copies", Task::exchange, copies)};
}

}  // namespace ladder::gpu
