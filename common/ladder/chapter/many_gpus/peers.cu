// What several devices are measured against: NCCL's all-to-all alone, of as many bytes as a transpose has to exchange,
// with nothing turned.
#include "ladder/chapter/many_gpus/kernels.hpp"

namespace ladder::gpu {
namespace {

void all_to_all(const Cluster& all) {
  check(ncclGroupStart());
  for (const Rank& r : all.ranks) {
    for (const Rank& q : all.ranks) {
      check(ncclSend(r.in + r.rows.count * q.cols.first, r.rows.count * q.cols.count, ncclFloat, q.device, r.comm,
                     r.stream));
      check(ncclRecv(r.out + r.cols.count * q.rows.first, r.cols.count * q.rows.count, ncclFloat, q.device, r.comm,
                     r.stream));
    }
  }
  check(ncclGroupEnd());
}

}  // namespace

std::vector<many_gpus::Variant> ceilings() {
  constexpr bool calls_nccl = true;
  return {variant("nccl_all_to_all", Task::exchange, all_to_all, calls_nccl)};
}

}  // namespace ladder::gpu
