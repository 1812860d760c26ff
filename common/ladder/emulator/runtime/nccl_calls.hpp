// The calls of NCCL that move data, from the program's call to what becomes of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "ladder/emulator/cuda/runtime/nccl.hpp"
#include "ladder/emulator/runtime/mistakes.hpp"

namespace ladder::emulator {

// The ranks that exchange with one another.
struct Clique {
  std::vector<ncclComm*> ranks;  // null: it has not come yet
};

enum class NcclFunction { send, receive, all_to_all, all_reduce, reduce, broadcast, all_gather, reduce_scatter };

// A call of one rank.
struct NcclCall {
  const char* name;  // "ncclSend"
  NcclFunction function;
  const void* from;   // null where it takes none
  void* to;           // the same
  std::size_t count;  // of elements, as the function counts them
  ncclDataType_t type;
  ncclComm* comm;
  cudaStream_t stream;
  std::uintptr_t site;
  int other = 0;  // the peer, or the root
  ncclRedOp_t operation = ncclSum;

  bool is_collective() const { return function != NcclFunction::send && function != NcclFunction::receive; }
};

std::size_t bytes_of(ncclDataType_t type);
// What the call reads and writes, in bytes.
std::size_t bytes_read(const NcclCall& call);
std::size_t bytes_written(const NcclCall& call);

// What belongs together: a send and its receive, or the same collective of all ranks, by rank.
using NcclExchange = std::vector<const NcclCall*>;

// Adds, or whatever the operation is, the elements that each rank has at `from`, in the order of the ranks. NCCL
// promises no order; this one's floats may differ in their last bits from an H200's.
void reduce(ncclDataType_t type, ncclRedOp_t operation, std::size_t count, const std::vector<const char*>& from,
            char* to);

// All calls of these exchanges are done, each rank's in its stream.
void perform(const std::vector<NcclExchange>& exchanges);

// The calls of a thread that begin together, or the one. Waits for those of other ranks, if another thread may make
// them; where none does, notes the mistake.
ncclResult_t post(const std::vector<NcclCall>& calls);
// A rank joins those that have the same id, and waits for the others.
struct NcclJoin {
  ncclComm* comm;
  ncclUniqueId id;
  int ranks, rank;
  std::uintptr_t site;
};
ncclResult_t join(const std::vector<NcclJoin>& joins);

// At the end of the calling thread's work: a group that was never closed is a mistake. No group is open any more.
void conclude_nccl();

}  // namespace ladder::emulator

// A communicator: one rank of a clique.
struct ncclComm {
  ladder::emulator::Clique* clique = nullptr;
  int rank = 0, device = 0;
  std::thread::id user = {};    // the thread that called with it last
  bool is_ready = false;        // all ranks have come
  const char* ended = nullptr;  // the call that ended it; null: it lives
};
