// What the host's code of a variant works with: the devices, numbered from 0 as ranks. Compiled with that, once for
// each engine.
#pragma once

#include <nccl.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "ladder/engine/stream_launch.hpp"
#include "ladder/problems/many_gpus/layout.hpp"

namespace ladder::LADDER_ENGINE {

using many_gpus::Part;

#ifdef LADDER_WITHOUT_NCCL
inline constexpr bool has_nccl = false;
#else
inline constexpr bool has_nccl = true;
#endif

// What a device has. Each buffer has room for all of the rank's rows, or columns, or for its vector.
struct Rank {
  size_t number;
  int device;
  Part rows;  // of the input that it has
  Part cols;  // of the input that it shall have, as rows of the output

  float* in;       // rows.count × cols of the matrix
  float* out;      // cols.count × rows of the matrix
  float* numbers;  // its vector
  float* sum;      // of the vectors of all ranks
  float *send, *receive;

  cudaStream_t stream;  // all of a variant's work begins behind what stands in it, and has to end in it
  cudaStream_t copies;  // for work beside that; empty when a variant begins
  cudaEvent_t ready, done;
  ncclComm_t comm;
};

struct Cluster {
  size_t rows, cols;  // of the matrix
  size_t elements;    // of each vector
  std::vector<Rank> ranks;
  Part own_numbers;  // of the ranks of this process

  // The ranks of this process: all; or one, where there are several processes. Of the others it knows which rows and
  // columns they have, and nothing more.
  struct Own {
    const Rank *first, *last;
    const Rank* begin() const { return first; }
    const Rank* end() const { return last; }
  };
  Own own() const {
    const Rank* const first = ranks.data() + own_numbers.first;
    return {first, first + own_numbers.count};
  }

  // The neighbours of a rank in a ring of all.
  const Rank& after(const Rank& rank, size_t steps = 1) const { return ranks[(rank.number + steps) % ranks.size()]; }
  const Rank& before(const Rank& rank) const { return after(rank, ranks.size() - 1); }
};

// Throw std::runtime_error in the words of CUDA, or of NCCL, where a call has failed.
inline void check(cudaError_t status) {
  if (status != cudaSuccess) throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(status));
}
inline void check(ncclResult_t status) {
  if (status != ncclSuccess) throw std::runtime_error(std::string("NCCL: ") + ncclGetErrorString(status));
}

}  // namespace ladder::LADDER_ENGINE
