// Programs that call NCCL wrongly on two devices, one for each mistake: the argument says which. nccl_checks.cpp says
// what has to be said of each.
#include <nccl.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <thread>

constexpr int n = 256;

struct Rank {
  ncclComm_t comm;
  cudaStream_t stream;
  float *in, *out;
};
Rank ranks[2];

__global__ void fill(float* in) { in[threadIdx.x] = threadIdx.x; }
__global__ void twice(float* out) { out[threadIdx.x] *= 2; }

void set_up() {
  ncclComm_t comms[2];
  ncclCommInitAll(comms, 2, nullptr);
  for (int device = 0; device < 2; ++device) {
    Rank& its = ranks[device];
    cudaSetDevice(device);
    its.comm = comms[device];
    cudaStreamCreateWithFlags(&its.stream, cudaStreamNonBlocking);
    cudaMalloc(&its.in, n * sizeof(float));
    cudaMalloc(&its.out, n * sizeof(float));
    fill<<<1, n, 0, its.stream>>>(its.in);
  }
}
void sum_of(Rank& its) { ncclAllReduce(its.in, its.out, n, ncclFloat, ncclSum, its.comm, its.stream); }
void sum() {
  ncclGroupStart();
  for (Rank& its : ranks) sum_of(its);
  ncclGroupEnd();
}

void group_never_closed() {
  ncclGroupStart();  // group_never_closed
  for (Rank& its : ranks) sum_of(its);
}
void without_group() {
  for (Rank& its : ranks) {
    const auto said = ncclAllReduce(its.in, its.out, n, ncclFloat, ncclSum, its.comm, its.stream);  // without_group
    printf("%s\n", ncclGetErrorString(said));
  }
}
void end_without_start() {
  ncclGroupEnd();  // end_without_start
}
void counts_differ() {
  ncclGroupStart();
  for (Rank& its : ranks) {
    int count = &its == ranks ? n : n - 1;
    ncclAllReduce(its.in, its.out, count, ncclFloat, ncclSum, its.comm, its.stream);  // counts_differ
  }
  ncclGroupEnd();
}
void operations_differ() {
  ncclGroupStart();
  ncclAllReduce(ranks[0].in, ranks[0].out, n, ncclFloat, ncclSum, ranks[0].comm, ranks[0].stream);
  ncclAllReduce(ranks[1].in, ranks[1].out, n, ncclFloat, ncclMax, ranks[1].comm, ranks[1].stream);  // operations_differ
  ncclGroupEnd();
}
void collectives_differ() {
  ncclGroupStart();
  ncclAllReduce(ranks[0].in, ranks[0].out, n, ncclFloat, ncclSum, ranks[0].comm, ranks[0].stream);
  ncclBroadcast(ranks[1].in, ranks[1].out, n, ncclFloat, 0, ranks[1].comm, ranks[1].stream);  // collectives_differ
  ncclGroupEnd();
}
void roots_differ() {
  ncclGroupStart();
  int root = 0;
  for (Rank& its : ranks) {
    ncclBroadcast(its.in, its.out, n, ncclFloat, root++, its.comm, its.stream);  // roots_differ
  }
  ncclGroupEnd();
}
void received_in_part() {
  ncclGroupStart();
  ncclSend(ranks[0].in, n, ncclFloat, 1, ranks[0].comm, ranks[0].stream);
  ncclRecv(ranks[1].out, n / 2, ncclFloat, 0, ranks[1].comm, ranks[1].stream);  // received_in_part
  ncclGroupEnd();
}
void sent_twice() {
  ncclGroupStart();
  ncclSend(ranks[0].in, n / 2, ncclFloat, 1, ranks[0].comm, ranks[0].stream);
  ncclSend(ranks[0].in, n / 2, ncclFloat, 1, ranks[0].comm, ranks[0].stream);  // sent_twice
  ncclRecv(ranks[1].out, n / 2, ncclFloat, 0, ranks[1].comm, ranks[1].stream);
  ncclGroupEnd();
}
void nobody_sends() {
  ncclGroupStart();
  ncclRecv(ranks[1].out, n, ncclFloat, 0, ranks[1].comm, ranks[1].stream);  // nobody_sends
  ncclGroupEnd();
}
void no_such_rank() {
  ncclSend(ranks[0].in, n, ncclFloat, 2, ranks[0].comm, ranks[0].stream);  // no_such_rank
}
void buffer_too_small() {
  ncclGroupStart();
  for (Rank& its : ranks) {
    ncclAllGather(its.in, its.out, n, ncclFloat, its.comm, its.stream);  // buffer_too_small
  }
  ncclGroupEnd();
}
void more_than_any_memory() {
  ncclSend(ranks[0].in, std::size_t{1} << 62, ncclFloat, 1, ranks[0].comm, ranks[0].stream);  // more_than_any_memory
}
void of_the_other_device() {
  ncclSend(ranks[1].in, n, ncclFloat, 1, ranks[0].comm, ranks[0].stream);  // of_the_other_device
}
void foreign_stream() {
  ncclSend(ranks[0].in, n, ncclFloat, 1, ranks[0].comm, ranks[1].stream);  // foreign_stream
}
void host_memory() {
  static float host[n];
  ncclSend(host, n, ncclFloat, 1, ranks[0].comm, ranks[0].stream);  // host_memory
}
void freed() {
  cudaSetDevice(0);
  cudaDeviceSynchronize();
  cudaFree(ranks[0].in);
  ncclSend(ranks[0].in, n, ncclFloat, 1, ranks[0].comm, ranks[0].stream);  // freed
}
void destroyed() {
  ncclCommDestroy(ranks[0].comm);
  ncclSend(ranks[0].in, n, ncclFloat, 1, ranks[0].comm, ranks[0].stream);  // destroyed
}
void used_before_the_exchange_has_ended() {
  cudaSetDevice(0);
  cudaStream_t other;
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  sum();
  twice<<<1, n, 0, other>>>(ranks[0].out);  // used_before_the_exchange_has_ended
  cudaDeviceSynchronize();
}
void sent_before_it_was_filled() {
  cudaSetDevice(0);
  cudaStream_t other;
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  fill<<<1, n, 0, other>>>(ranks[0].in);
  ncclGroupStart();
  for (Rank& its : ranks) {
    ncclAllReduce(its.in, its.out, n, ncclFloat, ncclSum, its.comm, its.stream);  // sent_before_it_was_filled
  }
  ncclGroupEnd();
}
void sends_what_it_receives() {
  ncclGroupStart();
  for (int rank = 0; rank < 2; ++rank) {
    Rank& its = ranks[rank];
    ncclSend(its.in, n, ncclFloat, 1 - rank, its.comm, its.stream);
    ncclRecv(its.in, n, ncclFloat, 1 - rank, its.comm, its.stream);  // sends_what_it_receives
  }
  ncclGroupEnd();
}
void read_too_early() {
  static float* pinned;
  cudaSetDevice(0);
  cudaMallocHost(&pinned, n * sizeof(float));
  ncclGroupStart();
  ncclSend(ranks[1].in, n, ncclFloat, 0, ranks[1].comm, ranks[1].stream);
  ncclRecv(pinned, n, ncclFloat, 1, ranks[0].comm, ranks[0].stream);
  ncclGroupEnd();
  printf("%f\n", pinned[1]);  // read_too_early
  cudaDeviceSynchronize();
}
void one_rank_never_comes() {
  ncclUniqueId id;
  ncclGetUniqueId(&id);
  ncclComm_t comm;
  printf("%s\n", ncclGetErrorString(ncclCommInitRank(&comm, 2, id, 0)));  // one_rank_never_comes
}
void two_on_one_device() {
  ncclComm_t comms[2];
  const int devices[2] = {1, 1};
  printf("%s\n", ncclGetErrorString(ncclCommInitAll(comms, 2, devices)));  // two_on_one_device
}
void a_thread_ends_early() {
  std::thread other([] {});
  std::thread first([] { sum_of(ranks[0]); });
  other.join();
  first.join();
}

int main(int, char** arguments) {
#define ROW(name) \
  { #name, name }
  const std::map<std::string, void (*)()> mistakes = {ROW(group_never_closed),
                                                      ROW(without_group),
                                                      ROW(end_without_start),
                                                      ROW(counts_differ),
                                                      ROW(operations_differ),
                                                      ROW(collectives_differ),
                                                      ROW(roots_differ),
                                                      ROW(received_in_part),
                                                      ROW(sent_twice),
                                                      ROW(nobody_sends),
                                                      ROW(no_such_rank),
                                                      ROW(buffer_too_small),
                                                      ROW(more_than_any_memory),
                                                      ROW(of_the_other_device),
                                                      ROW(foreign_stream),
                                                      ROW(host_memory),
                                                      ROW(freed),
                                                      ROW(destroyed),
                                                      ROW(used_before_the_exchange_has_ended),
                                                      ROW(sent_before_it_was_filled),
                                                      ROW(sends_what_it_receives),
                                                      ROW(read_too_early),
                                                      ROW(one_rank_never_comes),
                                                      ROW(two_on_one_device),
                                                      ROW(a_thread_ends_early)};
  set_up();
  mistakes.at(arguments[1])();
}
