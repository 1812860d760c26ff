// NCCL as programs call it: communicators, groups, and what is wrong with a call of one rank alone.
#include "ladder/emulator/cuda/runtime/nccl.hpp"

#include <fmt/format.h>

#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "ladder/emulator/debuginfo/call_site.hpp"
#include "ladder/emulator/runtime/allocations.hpp"
#include "ladder/emulator/runtime/copies.hpp"
#include "ladder/emulator/runtime/mistakes.hpp"
#include "ladder/emulator/runtime/nccl_calls.hpp"

namespace ladder::emulator {
namespace {

constexpr const char* never_closed = "ncclGroupStart(): no ncclGroupEnd() follows, and no call behind it begins";

// What a thread has called since ncclGroupStart().
struct Group {
  int depth = 0;
  std::uintptr_t site = 0;
  std::vector<NcclCall> calls;
  std::vector<NcclJoin> joins;
  bool has_failed = false;

  // A call in it that has failed may be why the program has not come to the end of the group.
  ~Group() {
    if (depth > 0 && !has_failed) note_mistake(MistakeKind::would_hang, site, never_closed);
  }
};
thread_local Group group;

ncclResult_t wrong(MistakeKind kind, std::uintptr_t site, const std::string& words,
                   ncclResult_t result = ncclInvalidArgument) {
  const OneAtATime lock;
  note_mistake(kind, site, words);
  group.has_failed = group.has_failed || group.depth > 0;
  return result;
}

// The same of a call, whose name is said first.
ncclResult_t wrong(MistakeKind kind, const NcclCall& call, const std::string& words) {
  return wrong(kind, call.site, fmt::format("{}(): {}", call.name, words));
}

std::string why_no_use(const char* name, const ncclComm* comm) {
  if (comm == nullptr) return fmt::format("{}(): the communicator is null", name);
  if (comm->ended != nullptr) return fmt::format("{}(): the communicator was ended by {}()", name, comm->ended);
  return comm->is_ready ? "" : fmt::format("{}(): the communicator is ready behind ncclGroupEnd()", name);
}

ncclResult_t check_buffer(const NcclCall& call, const void* begin, std::size_t bytes, const char* which) {
  if (bytes == 0) return ncclSuccess;
  const auto says = [&](MistakeKind kind, const std::string& words) {
    return wrong(kind, call, fmt::format("its {} buffer {}", which, words));
  };
  const Allocation* const allocation = Allocations::instance().find(begin);
  if (allocation == nullptr) {
    if (const Freed* freed = Allocations::instance().find_freed(begin))
      return says(MistakeKind::use_after_free, "is " + in_words(*freed));
    const std::string beside = beside_memory(begin);
    return says(MistakeKind::wrong_pointer, begin == nullptr ? "is null"
                                            : beside.empty() ? "is no memory of a device"
                                                             : beside);
  }
  if (allocation->kind == MemoryKind::device && allocation->device != call.comm->device) {
    return says(MistakeKind::wrong_pointer, fmt::format("is {}, and rank {} is on device {}", in_words(*allocation),
                                                        call.comm->rank, call.comm->device));
  }
  const std::size_t left = allocation->begin + allocation->bytes - reinterpret_cast<std::uintptr_t>(begin);
  if (bytes > left) {
    return says(MistakeKind::wrong_size,
                fmt::format("has {} bytes left of the {} that it needs: {}", left, bytes, in_words(*allocation)));
  }
  return ncclSuccess;
}

ncclResult_t check(const NcclCall& call) {
  if (const std::string words = why_no_use(call.name, call.comm); !words.empty())
    return wrong(MistakeKind::wrong_call, call.site, words);
  if (ErrorState::instance().sticky() != cudaSuccess) return ncclUnhandledCudaError;
  const auto ranks = static_cast<int>(call.comm->clique->ranks.size());
  if (call.other < 0 || call.other >= ranks) {
    return wrong(MistakeKind::wrong_call, call,
                 fmt::format("there is no rank {}: there are {}, numbers 0 to {}", call.other, ranks, ranks - 1));
  }
  if (call.type < 0 || call.type >= ncclNumTypes) return wrong(MistakeKind::wrong_call, call, "there is no such type");
  if (call.operation < 0 || call.operation >= ncclNumOps)
    return wrong(MistakeKind::wrong_call, call, "there is no such operation");
  const StreamNumber* const stream = Order::instance().find(call.stream, call.comm->device);
  if (stream == nullptr) return wrong(MistakeKind::wrong_call, call, "its stream does not exist");
  if (Captures::instance().forbid_in(*stream, call.site, cudaErrorNotSupported)) return ncclUnhandledCudaError;
  if (const int device = Order::instance().device_of(*stream); device != call.comm->device) {
    return wrong(MistakeKind::wrong_call, call,
                 fmt::format("its stream is of device {}, and rank {} is on device {}", device, call.comm->rank,
                             call.comm->device));
  }
  if (call.count > std::numeric_limits<std::size_t>::max() / bytes_of(call.type) / call.comm->clique->ranks.size())
    return wrong(MistakeKind::wrong_size, call, fmt::format("no memory has {} elements for each rank", call.count));
  if (const auto bad = check_buffer(call, call.from, bytes_read(call), "send")) return bad;
  return check_buffer(call, call.to, bytes_written(call), "receive");
}

ncclResult_t begin(const NcclCall& call) {
  {
    const OneAtATime lock;
    if (const ncclResult_t bad = check(call)) return bad;
  }
  if (group.depth == 0) return post({call});
  group.calls.push_back(call);
  return ncclSuccess;
}

// Of a communicator that has ended, too.
ncclResult_t ask(const char* name, ncclComm_t comm, int ncclComm::*member, int* value, std::uintptr_t site) {
  if (comm == nullptr) return wrong(MistakeKind::wrong_call, site, why_no_use(name, comm));
  *value = comm->*member;
  return ncclSuccess;
}

// From now on the program may do no more with it than to ask.
ncclResult_t end(ncclComm_t comm, const char* name, std::uintptr_t site) {
  const std::string words = why_no_use(name, comm);
  const bool was_finalized =
      comm != nullptr && comm->ended != nullptr && std::strcmp(comm->ended, "ncclCommFinalize") == 0;
  if (!words.empty() && !was_finalized) return wrong(MistakeKind::wrong_call, site, words);
  comm->ended = name;
  return ncclSuccess;
}

}  // namespace

void conclude_nccl() { std::exchange(group, {}); }

}  // namespace ladder::emulator

using namespace ladder::emulator;

const char* ncclGetErrorString(ncclResult_t result) {
  static constexpr const char* words[] = {"no error",
                                          "unhandled cuda error (run with NCCL_DEBUG=INFO for details)",
                                          "unhandled system error (run with NCCL_DEBUG=INFO for details)",
                                          "internal error - please report this issue to the NCCL developers",
                                          "invalid argument (run with NCCL_DEBUG=WARN for details)",
                                          "invalid usage (run with NCCL_DEBUG=WARN for details)",
                                          "remote process exited or there was a network error",
                                          "NCCL operation in progress"};
  return result >= 0 && result < ncclNumResults ? words[result] : "unknown result code";
}

const char* ncclGetLastError(ncclComm_t) { return ""; }

ncclResult_t ncclGetVersion(int* version) {
  *version = NCCL_VERSION_CODE;
  return ncclSuccess;
}

ncclResult_t ncclGetUniqueId(ncclUniqueId* id) {
  const OneAtATime lock;
  static unsigned newest = 0;
  *id = {};
  const unsigned number = ++newest;
  std::memcpy(id->internal, &number, sizeof number);
  return ncclSuccess;
}

ncclResult_t ncclCommInitRank(ncclComm_t* comm, int ranks, ncclUniqueId id, int rank) {
  if (comm == nullptr || ranks < 1 || rank < 0 || rank >= ranks) {
    return wrong(MistakeKind::wrong_call, SITE,
                 fmt::format("ncclCommInitRank(): there is no rank {} of {}", rank, ranks));
  }
  *comm = new ncclComm;  // which a program may ask after its end
  (*comm)->rank = rank;
  (*comm)->device = Devices::instance().current();
  const NcclJoin joining{*comm, id, ranks, rank, SITE};
  if (group.depth == 0) return join({joining});
  group.joins.push_back(joining);
  return ncclSuccess;
}

ncclResult_t ncclCommInitAll(ncclComm_t* comms, int ranks, const int* devices) {
  if (comms == nullptr || ranks < 1) return wrong(MistakeKind::wrong_call, SITE, "ncclCommInitAll(): no ranks");
  auto* const clique = new Clique{std::vector<ncclComm*>(static_cast<std::size_t>(ranks))};
  for (int rank = 0; rank < ranks; ++rank) {
    const int device = devices == nullptr ? rank : devices[rank];
    if (!Devices::instance().has(device))
      return wrong(MistakeKind::wrong_call, SITE, "ncclCommInitAll(): " + no_device(device));
    for (int other = 0; other < rank; ++other) {
      if (comms[other]->device != device) continue;
      return wrong(MistakeKind::wrong_call, SITE,
                   fmt::format("ncclCommInitAll(): ranks {} and {} are both on device {}", other, rank, device),
                   ncclInvalidUsage);
    }
    comms[rank] = new ncclComm{clique, rank, device, std::this_thread::get_id(), true};
    clique->ranks[static_cast<std::size_t>(rank)] = comms[rank];
  }
  return ncclSuccess;
}

ncclResult_t ncclCommFinalize(ncclComm_t comm) { return end(comm, "ncclCommFinalize", SITE); }
ncclResult_t ncclCommDestroy(ncclComm_t comm) { return end(comm, "ncclCommDestroy", SITE); }
ncclResult_t ncclCommAbort(ncclComm_t comm) { return end(comm, "ncclCommAbort", SITE); }

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* result) {
  if (comm == nullptr || result == nullptr) return ncclInvalidArgument;
  *result = ncclSuccess;
  return ncclSuccess;
}

ncclResult_t ncclCommCount(ncclComm_t comm, int* count) {
  if (const std::string words = why_no_use("ncclCommCount", comm); !words.empty())
    return wrong(MistakeKind::wrong_call, SITE, words);
  *count = static_cast<int>(comm->clique->ranks.size());
  return ncclSuccess;
}
ncclResult_t ncclCommUserRank(ncclComm_t comm, int* rank) {
  return ask("ncclCommUserRank", comm, &ncclComm::rank, rank, SITE);
}
ncclResult_t ncclCommCuDevice(ncclComm_t comm, int* device) {
  return ask("ncclCommCuDevice", comm, &ncclComm::device, device, SITE);
}

ncclResult_t ncclGroupStart() {
  if (group.depth++ == 0) group.site = SITE;
  return ncclSuccess;
}

ncclResult_t ncclGroupEnd() {
  if (group.depth == 0)
    return wrong(MistakeKind::wrong_call, SITE, "ncclGroupEnd(): no ncclGroupStart() before it", ncclInvalidUsage);
  if (--group.depth > 0) return ncclSuccess;
  const Group closed = std::exchange(group, {});
  if (closed.has_failed) return ncclInvalidArgument;
  if (!closed.joins.empty()) {
    if (const ncclResult_t bad = join(closed.joins)) return bad;
  }
  return closed.calls.empty() ? ncclSuccess : post(closed.calls);
}

ncclResult_t ncclSend(const void* from, std::size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream) {
  return begin({"ncclSend", NcclFunction::send, from, nullptr, count, type, comm, stream, SITE, peer});
}

ncclResult_t ncclRecv(void* to, std::size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream) {
  return begin({"ncclRecv", NcclFunction::receive, nullptr, to, count, type, comm, stream, SITE, peer});
}

ncclResult_t ncclAlltoAll(const void* from, void* to, std::size_t count, ncclDataType_t type, ncclComm_t comm,
                          cudaStream_t stream) {
  return begin({"ncclAlltoAll", NcclFunction::all_to_all, from, to, count, type, comm, stream, SITE});
}

ncclResult_t ncclAllReduce(const void* from, void* to, std::size_t count, ncclDataType_t type, ncclRedOp_t operation,
                           ncclComm_t comm, cudaStream_t stream) {
  return begin({"ncclAllReduce", NcclFunction::all_reduce, from, to, count, type, comm, stream, SITE, 0, operation});
}

ncclResult_t ncclReduce(const void* from, void* to, std::size_t count, ncclDataType_t type, ncclRedOp_t operation,
                        int root, ncclComm_t comm, cudaStream_t stream) {
  return begin({"ncclReduce", NcclFunction::reduce, from, to, count, type, comm, stream, SITE, root, operation});
}

ncclResult_t ncclBroadcast(const void* from, void* to, std::size_t count, ncclDataType_t type, int root,
                           ncclComm_t comm, cudaStream_t stream) {
  return begin({"ncclBroadcast", NcclFunction::broadcast, from, to, count, type, comm, stream, SITE, root});
}

ncclResult_t ncclBcast(void* buffer, std::size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                       cudaStream_t stream) {
  return begin({"ncclBcast", NcclFunction::broadcast, buffer, buffer, count, type, comm, stream, SITE, root});
}

ncclResult_t ncclAllGather(const void* from, void* to, std::size_t sent, ncclDataType_t type, ncclComm_t comm,
                           cudaStream_t stream) {
  return begin({"ncclAllGather", NcclFunction::all_gather, from, to, sent, type, comm, stream, SITE});
}

ncclResult_t ncclReduceScatter(const void* from, void* to, std::size_t received, ncclDataType_t type,
                               ncclRedOp_t operation, ncclComm_t comm, cudaStream_t stream) {
  return begin(
      {"ncclReduceScatter", NcclFunction::reduce_scatter, from, to, received, type, comm, stream, SITE, 0, operation});
}
