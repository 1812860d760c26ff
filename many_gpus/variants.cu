#include "ladder/problems/many_gpus/kernels.hpp"

using namespace ladder::LADDER_ENGINE;
// Last, so that a brace that is missing there is missed nowhere else.
#include "kernel.cuh"
#include "sums.cuh"
#include "transposes.cuh"

std::vector<ladder::many_gpus::Variant> ladder::LADDER_ENGINE::variants() {
  constexpr bool calls_nccl = true;
  return {
      //      name, task, host code
      timed_up_to(4096 * 4096, variant("through_host", Task::transpose, through_host)),
      variant("pack_exchange_unpack", Task::transpose, pack_exchange_unpack, calls_nccl),
      variant("transpose_then_exchange", Task::transpose, transpose_then_exchange, calls_nccl),
      variant("copy_engines", Task::transpose, copy_engines),
      variant("overlapped_4", Task::transpose, overlapped<4>),
      variant("fused", Task::transpose, fused),
      variant("interleaved", Task::transpose, interleaved),
      variant("gather_to_one", Task::sum, gather_to_one),
      variant("tree", Task::sum, tree),
      variant("ring", Task::sum, ring),
      variant("nccl_all_reduce", Task::sum, nccl_all_reduce, calls_nccl),
  };
}
