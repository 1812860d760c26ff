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
#include "ladder/chapter/many_gpus/data.hpp"
#include "ladder/chapter/many_gpus/variant.hpp"
#ifdef LADDER_EMULATED
#include "ladder/engine/emulator/runtime/chapter.hpp"
#else
#include "ladder/chapter/many_gpus/watch.hpp"
#endif

namespace ladder::LADDER_ENGINE {

#ifndef LADDER_EMULATED
inline void poison(void* from, unsigned char value, size_t bytes) { check(cudaMemset(from, value, bytes)); }
#endif

using many_gpus::Layout;
using many_gpus::Task;

class Machine {
 public:
  // Throws Failure(device_missing) where there are not so many devices, or one cannot use the memory of another;
  // std::bad_alloc.
  explicit Machine(const Layout& layout) {
    all_.rows = layout.rows;
    all_.cols = layout.cols;
    all_.elements = layout.elements();
    require_devices(static_cast<int>(layout.ranks));
    try {
      for (size_t rank = 0; rank < layout.ranks; ++rank) add_rank(layout, rank);
      make_communicators();
#ifndef LADDER_EMULATED
      watch_.emplace(all_.ranks);
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
    const Rank& first = all_.ranks.front();
    check(cudaSetDevice(first.device));
    check(cudaEventRecord(first.ready, nullptr));
    for (const Rank& rank : all_.ranks) check(cudaStreamWaitEvent(rank.stream, first.ready, 0));
  }
  void end_together() {
    for (const Rank& rank : all_.ranks) check(cudaEventRecord(rank.done, rank.stream));
#ifndef LADDER_EMULATED
    watch_->begin();
#endif
    for (const Rank& rank : all_.ranks) check(cudaStreamWaitEvent(nullptr, rank.done, 0));
  }
#ifndef LADDER_EMULATED
  // Why the ranks are of no more use; empty where they are.
  std::string failure() const { return watch_->failure(); }
#endif

  // Makes the inputs, and poisons the rest.
  void fill() {
    for (const Rank& rank : all_.ranks) {
      check(cudaSetDevice(rank.device));
      upload(rank.in, rank.rows.count * all_.cols,
             [&](size_t i) { return many_gpus::element_of_matrix(rank.rows.first * all_.cols + i); });
      upload(rank.numbers, all_.elements, [&](size_t i) { return many_gpus::element_of_vector(rank.number, i); });
      for (const Room& room : rooms(rank)) {
        if (!room.is_input) poison(*room.buffer, poison_byte, room.floats * sizeof(float));
      }
      check(cudaDeviceSynchronize());
    }
    check(cudaSetDevice(all_.ranks.front().device));
  }

  std::vector<float> input(Task task, size_t number) {
    const Rank& rank = all_.ranks[number];
    return task == Task::sum ? download(rank.numbers, all_.elements) : download(rank.in, rank.rows.count * all_.cols);
  }
  std::vector<float> output(Task task, size_t number) {
    const Rank& rank = all_.ranks[number];
    return task == Task::sum ? download(rank.sum, all_.elements) : download(rank.out, rank.cols.count * all_.rows);
  }

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
    rank.device = static_cast<int>(number);
    rank.rows = layout.rows_of(number);
    rank.cols = layout.cols_of(number);
    check(cudaSetDevice(rank.device));
    for (int peer = 0; peer < static_cast<int>(layout.ranks); ++peer) {
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
    std::vector<ncclComm_t> communicators(all_.ranks.size());
    check(ncclCommInitAll(communicators.data(), static_cast<int>(communicators.size()), nullptr));
    for (Rank& rank : all_.ranks) rank.comm = communicators[rank.number];
  }

  // What fails here has failed before.
  void release() {
#ifndef LADDER_EMULATED
    watch_.reset();
#endif
    for (const Rank& rank : all_.ranks) {
      cudaSetDevice(rank.device);
      cudaDeviceSynchronize();
    }
    for (const Rank& rank : all_.ranks) {
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

  template <typename Value>
  void upload(float* to, size_t count, const Value& value) {
    std::vector<float> piece;
    for (size_t first = 0; first < count; first += piece_floats) {
      piece.resize(std::min(piece_floats, count - first));
      for (size_t i = 0; i < piece.size(); ++i) piece[i] = value(first + i);
      check(cudaMemcpy(to + first, piece.data(), piece.size() * sizeof(float), cudaMemcpyHostToDevice));
    }
  }
  // In the default stream of device 0: what a variant does not end in its ranks' streams may come later than that.
  static std::vector<float> download(const float* from, size_t count) {
    std::vector<float> values(count);
    check(cudaMemcpyAsync(values.data(), from, count * sizeof(float), cudaMemcpyDeviceToHost, nullptr));
    check(cudaStreamSynchronize(nullptr));
    return values;
  }

  static constexpr size_t piece_floats = size_t{1} << 22;
  Cluster all_;
#ifndef LADDER_EMULATED
  std::optional<Watch> watch_;
#endif
};

}  // namespace ladder::LADDER_ENGINE
