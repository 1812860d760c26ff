// What NCCL does with the data of several devices; each line that is not as expected is told. Run with two, or more.
#include <nccl.h>

#include <cstdio>
#include <thread>
#include <vector>

int failures = 0;
void expect(const char* what, bool is_true) {
  if (!is_true) printf("%s: not so\n", what), ++failures;
}

constexpr int n = 24;  // elements for each rank
int ranks = 0;

struct Rank {
  int rank;
  ncclComm_t comm;
  cudaStream_t stream;
  int *in, *out;  // n * ranks elements
};
std::vector<Rank> all;

__global__ void fill(int* in, int rank) { in[threadIdx.x] = 1000 * rank + threadIdx.x; }

int element(int rank, int i) { return 1000 * rank + i; }

// Whether the i-th element that a rank has received is expected(rank, i).
template <typename Expected>
bool received(const Rank& its, int count, Expected expected) {
  std::vector<int> found(count);
  cudaSetDevice(its.rank);
  cudaMemcpyAsync(found.data(), its.out, count * sizeof(int), cudaMemcpyDeviceToHost, its.stream);
  cudaStreamSynchronize(its.stream);
  for (int i = 0; i < count; ++i) {
    if (found[i] != expected(its.rank, i)) return false;
  }
  return true;
}

void set_up() {
  std::vector<ncclComm_t> comms(ranks);
  expect("communicators", ncclCommInitAll(comms.data(), ranks, nullptr) == ncclSuccess);
  for (int rank = 0; rank < ranks; ++rank) {
    Rank its{rank, comms[rank]};
    cudaSetDevice(rank);
    cudaStreamCreate(&its.stream);
    cudaMalloc(&its.in, n * ranks * sizeof(int));
    cudaMalloc(&its.out, n * ranks * sizeof(int));
    fill<<<1, n * ranks, 0, its.stream>>>(its.in, rank);
    all.push_back(its);
  }
  int count = 0, rank = 0, device = 0;
  ncclCommCount(all[1].comm, &count);
  ncclCommUserRank(all[1].comm, &rank);
  ncclCommCuDevice(all[1].comm, &device);
  expect("what a communicator knows", count == ranks && rank == 1 && device == 1);
}

// Each rank calls it, in one group; what its stream has before is done first.
template <typename Call, typename Expected>
void check(const char* what, int count, Call call, Expected expected) {
  ncclGroupStart();
  for (const Rank& its : all) expect(what, call(its) == ncclSuccess);
  expect(what, ncclGroupEnd() == ncclSuccess);
  for (const Rank& its : all) expect(what, received(its, count, expected));
}

int sum(int i) {
  int all_of_them = 0;
  for (int rank = 0; rank < ranks; ++rank) all_of_them += element(rank, i);
  return all_of_them;
}

void collectives() {
  check(
      "all-to-all", n * ranks, [](const Rank& r) { return ncclAlltoAll(r.in, r.out, n, ncclInt, r.comm, r.stream); },
      [](int rank, int i) { return element(i / n, n * rank + i % n); });
  check(
      "all-gather", n * ranks, [](const Rank& r) { return ncclAllGather(r.in, r.out, n, ncclInt, r.comm, r.stream); },
      [](int, int i) { return element(i / n, i % n); });
  check(
      "all-reduce", n, [](const Rank& r) { return ncclAllReduce(r.in, r.out, n, ncclInt, ncclSum, r.comm, r.stream); },
      [](int, int i) { return sum(i); });
  check(
      "largest", n, [](const Rank& r) { return ncclAllReduce(r.in, r.out, n, ncclInt, ncclMax, r.comm, r.stream); },
      [](int, int i) { return element(ranks - 1, i); });
  check(
      "reduce-scatter", n,
      [](const Rank& r) { return ncclReduceScatter(r.in, r.out, n, ncclInt, ncclSum, r.comm, r.stream); },
      [](int rank, int i) { return sum(n * rank + i); });
  check(
      "broadcast", n, [](const Rank& r) { return ncclBroadcast(r.in, r.out, n, ncclInt, 1, r.comm, r.stream); },
      [](int, int i) { return element(1, i); });
  check(
      "reduce, which leaves the others as they are", n,
      [](const Rank& r) { return ncclReduce(r.in, r.out, n, ncclInt, ncclSum, 1, r.comm, r.stream); },
      [](int rank, int i) { return rank == 1 ? sum(i) : element(1, i); });
}

void pairs() {
  check(
      "each to the next", n,
      [](const Rank& r) {
        ncclSend(r.in, n, ncclInt, (r.rank + 1) % ranks, r.comm, r.stream);
        return ncclRecv(r.out, n, ncclInt, (r.rank + ranks - 1) % ranks, r.comm, r.stream);
      },
      [](int rank, int i) { return element((rank + ranks - 1) % ranks, i); });
}

// Halves and the like: rounded as they are.
void types() {
  const float values[2] = {0.1f, 3};
  float out = 0;
  for (const Rank& its : all) {
    cudaSetDevice(its.rank);
    cudaMemcpyAsync(its.in, &values[its.rank % 2], sizeof(float), cudaMemcpyHostToDevice, its.stream);
  }
  ncclGroupStart();
  for (const Rank& its : all) ncclAllReduce(its.in, its.out, 1, ncclFloat, ncclAvg, its.comm, its.stream);
  ncclGroupEnd();
  cudaSetDevice(0);
  cudaMemcpyAsync(&out, all[0].out, sizeof(float), cudaMemcpyDeviceToHost, all[0].stream);
  cudaStreamSynchronize(all[0].stream);
  float expected = 0;
  for (int rank = 0; rank < ranks; ++rank) expected += values[rank % 2];
  expect("an average of floats", out == expected / ranks);
}

// One thread for each rank, which waits for the others.
void threads() {
  ncclUniqueId id;
  ncclGetUniqueId(&id);
  std::vector<std::thread> running;
  std::vector<char> right(ranks);
  for (Rank& its : all) {
    running.emplace_back([&its, &right, id] {
      cudaSetDevice(its.rank);
      ncclComm_t comm;
      if (ncclCommInitRank(&comm, ranks, id, its.rank) != ncclSuccess) return;
      fill<<<1, n * ranks, 0, its.stream>>>(its.in, its.rank);
      if (ncclAllReduce(its.in, its.out, n, ncclInt, ncclSum, comm, its.stream) != ncclSuccess) return;
      right[its.rank] = received(its, n, [](int, int i) { return sum(i); });
      ncclCommDestroy(comm);
    });
  }
  for (std::thread& thread : running) thread.join();
  for (const Rank& its : all) expect("a thread for each rank", right[its.rank]);
}

void ids_in_a_group() {
  ncclUniqueId id;
  ncclGetUniqueId(&id);
  std::vector<ncclComm_t> comms(ranks);
  ncclGroupStart();
  for (int rank = 0; rank < ranks; ++rank) {
    cudaSetDevice(rank);
    ncclCommInitRank(&comms[rank], ranks, id, rank);
  }
  expect("communicators made in a group", ncclGroupEnd() == ncclSuccess);
  for (ncclComm_t comm : comms) expect("their end", ncclCommFinalize(comm) == 0 && ncclCommDestroy(comm) == 0);
}

int main() {
  cudaGetDeviceCount(&ranks);
  set_up();
  collectives();
  pairs();
  types();
  threads();
  ids_in_a_group();
  for (const Rank& its : all) {
    ncclCommDestroy(its.comm);
    cudaFree(its.in), cudaFree(its.out);
  }
  printf("%d failures\n", failures);
  return failures;
}
