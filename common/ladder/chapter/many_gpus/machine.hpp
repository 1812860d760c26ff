// The devices of a run, their memory, streams and communicators. Compiled with the variants, once for each engine.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "ladder/base/failure.hpp"
#include "ladder/chapter/many_gpus/cluster.hpp"
#include "ladder/chapter/many_gpus/processes.hpp"
#include "ladder/chapter/many_gpus/variant.hpp"
#include "ladder/verification/test_data.hpp"
#ifdef LADDER_EMULATED
#include "ladder/chapter/many_gpus/data.hpp"
#include "ladder/engine/emulator/runtime/chapter.hpp"
#else
#include "ladder/chapter/many_gpus/device_data.hpp"
#include "ladder/chapter/many_gpus/watch.hpp"
#endif

namespace ladder::LADDER_ENGINE {

using many_gpus::Layout;
using many_gpus::Task;

#ifdef LADDER_EMULATED
template <typename Value>
void upload(float* to, size_t count, const Value& value) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = value(i);
  check(cudaMemcpy(to, values.data(), count * sizeof(float), cudaMemcpyHostToDevice));
}
inline void write_matrix(float* to, size_t first, size_t count) {
  upload(to, count, [&](size_t i) { return many_gpus::element_of_matrix(first + i); });
}
inline void write_vector(float* to, size_t rank, size_t count) {
  upload(to, count, [&](size_t i) { return many_gpus::element_of_vector(rank, i); });
}
#else
inline void poison(void* from, unsigned char value, size_t bytes) { check(cudaMemset(from, value, bytes)); }
#endif

class Machine {
 public:
  // Throws Failure(device_missing) where there are not so many devices, or one cannot use the memory of another;
  // std::bad_alloc.
  explicit Machine(const Layout& layout) {
    all_.rows = layout.rows;
    all_.cols = layout.cols;
    all_.elements = layout.elements();
    all_.own_numbers = is_one_of_several() ? Part{many_gpus::processes().number, 1} : Part{0, layout.ranks};
    require_devices(static_cast<int>(all_.own_numbers.count));
    try {
      for (size_t rank = 0; rank < layout.ranks; ++rank) add_rank(layout, rank);
      make_communicators();
#ifndef LADDER_EMULATED
      watch_.emplace(all_);
#endif
    } catch (...) {
      release();
      throw;
    }
  }
  ~Machine() { release(); }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  Cluster& cluster() { return all_; }

  // All streams begin behind the default stream of device 0, and that goes on when they have ended: a clock that looks
  // at this one sees the whole run.
  void begin_together() {
    const Rank& first = *all_.own().begin();
    check(cudaSetDevice(first.device));
    check(cudaEventRecord(first.ready, nullptr));
    for (const Rank& rank : all_.own()) check(cudaStreamWaitEvent(rank.stream, first.ready, 0));
  }
  void end_together() {
    for (const Rank& rank : all_.own()) check(cudaEventRecord(rank.done, rank.stream));
#ifndef LADDER_EMULATED
    watch_->begin();
#endif
    check(cudaSetDevice(0));  // whose default stream is meant
    for (const Rank& rank : all_.own()) check(cudaStreamWaitEvent(nullptr, rank.done, 0));
  }
#ifndef LADDER_EMULATED
  // A call has failed between the two: what others wait for may never come.
  void give_up() { watch_->give_up(); }
  // Why the ranks are of no more use; empty where they are.
  std::string failure() const { return watch_->failure(); }
#endif

  // Makes the inputs, and poisons the rest.
  void fill() {
    for (const Rank& rank : all_.own()) {
      check(cudaSetDevice(rank.device));
      write_matrix(const_cast<float*>(rank.in), rank.rows.first * all_.cols, rank.rows.count * all_.cols);
      write_vector(const_cast<float*>(rank.numbers), rank.number, all_.elements);
      for (const Room& room : rooms(rank)) {
        if (!room.is_input) poison(*room.buffer, poison_byte, room.floats * sizeof(float));
      }
      check(cudaDeviceSynchronize());
    }
    check(cudaSetDevice(0));
  }

  bool has(size_t number) const { return number - all_.own_numbers.first < all_.own_numbers.count; }
  std::vector<float> input(Task task, size_t number) {
    const Rank& rank = all_.ranks[number];
    return task == Task::sum ? download(rank.numbers, all_.elements) : download(rank.in, rank.rows.count * all_.cols);
  }
  std::vector<float> output(Task task, size_t number) {
    const Rank& rank = all_.ranks[number];
    return task == Task::sum ? download(rank.sum, all_.elements) : download(rank.out, rank.cols.count * all_.rows);
  }
#ifndef LADDER_EMULATED
  // Whether all that the rank has is right, compared by its own GPU.
  bool is_right(Task task, size_t number, const Layout& layout) {
    const Rank& rank = all_.ranks[number];
    check(cudaSetDevice(rank.device));
    const bool is_right = task == Task::sum
                              ? is_sum(rank.sum, layout) && is_vector(rank.numbers, number, all_.elements)
                              : (task == Task::exchange || is_transpose(rank.out, layout, number)) &&
                                    is_matrix(rank.in, rank.rows.first * all_.cols, rank.rows.count * all_.cols);
    check(cudaSetDevice(0));
    return is_right;
  }
#endif

 private:
  // A buffer of a rank.
  struct Room {
    float* const* buffer;
    const char* name;
    size_t floats;
    bool is_input;
  };
  std::vector<Room> rooms(const Rank& rank) const {
    const size_t input = rank.rows.count * all_.cols, output = rank.cols.count * all_.rows;
    return {{&rank.in, "in", input, true},
            {&rank.numbers, "numbers", all_.elements, true},
            {&rank.out, "out", output, false},
            {&rank.sum, "sum", all_.elements, false},
            {&rank.send, "send", std::max(input, all_.elements), false},
            {&rank.receive, "receive", std::max(output, all_.elements), false}};
  }

  // A process with one rank. (The emulator's devices are those of one process, so there each has all.)
  static bool is_one_of_several() {
#ifdef LADDER_EMULATED
    return false;
#else
    return many_gpus::processes().are_several();
#endif
  }

  static void require_devices(int wanted) {
    int devices = 0;
    check(cudaGetDeviceCount(&devices));
    if (devices < wanted) {
      throw Failure(device_missing,
                    "--gpus: " + std::to_string(wanted) + " asked for, and there are " + std::to_string(devices));
    }
    for (int device = 0; device < wanted; ++device) {
      for (int peer = 0; peer < wanted; ++peer) {
        int can = 1;
        if (device != peer) check(cudaDeviceCanAccessPeer(&can, device, peer));
        if (can == 0) {
          throw Failure(device_missing, "--gpus: device " + std::to_string(device) +
                                            " cannot use the memory of device " + std::to_string(peer));
        }
      }
    }
  }

  void add_rank(const Layout& layout, size_t number) {
    all_.ranks.push_back({});
    Rank& rank = all_.ranks.back();
    rank.number = number;
    rank.device = static_cast<int>(number - all_.own_numbers.first);  // of this process; of others nobody asks for it
    rank.rows = layout.rows_of(number);
    rank.cols = layout.cols_of(number);
    if (!has(number)) return;
    check(cudaSetDevice(rank.device));
    for (int peer = 0; peer < static_cast<int>(all_.own_numbers.count); ++peer) {
      const bool is_new =
          peer != rank.device && cudaDeviceEnablePeerAccess(peer, 0) != cudaErrorPeerAccessAlreadyEnabled;
      const cudaError_t status = cudaGetLastError();
      if (is_new) check(status);
    }
    for (const Room& room : rooms(rank)) {
      name_next(room.name);
      const cudaError_t status =
          cudaMalloc(const_cast<float**>(room.buffer), std::max<size_t>(1, room.floats) * sizeof(float));
      if (status == cudaErrorMemoryAllocation) {
        cudaGetLastError();  // reported here, and not with the next launch
        throw std::bad_alloc();
      }
      check(status);
    }
    check(cudaStreamCreateWithFlags(&rank.stream, cudaStreamNonBlocking));
    check(cudaStreamCreateWithFlags(&rank.copies, cudaStreamNonBlocking));
    check(cudaEventCreateWithFlags(&rank.ready, cudaEventDisableTiming));
    check(cudaEventCreateWithFlags(&rank.done, cudaEventDisableTiming));
  }

  void make_communicators() {
    if (!has_nccl) return;
    // No multicast, unless a user says otherwise: on a host that others use too, it can put their GPUs out of service.
    setenv("NCCL_NVLS_ENABLE", "0", 0);
    const int ranks = static_cast<int>(all_.ranks.size());
    if (is_one_of_several()) {
      ncclUniqueId id;
      const size_t own = all_.own_numbers.first;
      if (own == 0) check(ncclGetUniqueId(&id));
      many_gpus::broadcast(&id, sizeof id);
      return check(ncclCommInitRank(&all_.ranks[own].comm, ranks, id, static_cast<int>(own)));
    }
    std::vector<ncclComm_t> communicators(all_.ranks.size());
    check(ncclCommInitAll(communicators.data(), ranks, nullptr));
    for (Rank& rank : all_.ranks) rank.comm = communicators[rank.number];
  }

  // What fails here has failed before.
  void release() {
#ifndef LADDER_EMULATED
    watch_.reset();
#endif
    for (const Rank& rank : all_.own()) {
      cudaSetDevice(rank.device);
      cudaDeviceSynchronize();
      for (const Rank& peer : all_.own()) {
        if (peer.device != rank.device) cudaDeviceDisablePeerAccess(peer.device);
      }
    }
    for (const Rank& rank : all_.own()) {
      cudaSetDevice(rank.device);
      if (rank.comm != nullptr) ncclCommAbort(rank.comm);  // which waits for nobody
      for (const Room& room : rooms(rank)) cudaFree(*room.buffer);
      for (const cudaEvent_t event : {rank.ready, rank.done}) {
        if (event != nullptr) cudaEventDestroy(event);
      }
      for (const cudaStream_t stream : {rank.stream, rank.copies}) {
        if (stream != nullptr) cudaStreamDestroy(stream);
      }
    }
    cudaSetDevice(0);
  }

  // In the default stream of device 0: what a variant does not end in its ranks' streams may come later than that.
  static std::vector<float> download(const float* from, size_t count) {
    std::vector<float> values(count);
    check(cudaMemcpyAsync(values.data(), from, count * sizeof(float), cudaMemcpyDeviceToHost, nullptr));
    check(cudaStreamSynchronize(nullptr));
    return values;
  }

  Cluster all_;
#ifndef LADDER_EMULATED
  std::optional<Watch> watch_;
#endif
};

}  // namespace ladder::LADDER_ENGINE
