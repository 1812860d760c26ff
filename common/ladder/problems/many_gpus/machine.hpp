// The devices of a run, their memory, streams and communicators. Compiled with the variants, once for each engine.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "ladder/base/failure.hpp"
#include "ladder/problems/many_gpus/cluster.hpp"
#include "ladder/problems/many_gpus/processes.hpp"
#include "ladder/problems/many_gpus/variant.hpp"
#ifdef LADDER_EMULATED
#include "ladder/emulator/run/host_guard.hpp"
#else
#include "ladder/problems/many_gpus/device_data.hpp"
#include "ladder/problems/many_gpus/watch.hpp"
#endif

namespace ladder::LADDER_ENGINE {

using many_gpus::Layout;
using many_gpus::Task;

// What each engine does in its own way.
#ifdef LADDER_EMULATED
inline constexpr bool is_emulated = true;
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
// Each rank may have a launch for each other one: the work of 64 takes longer than that of 4.
inline HostGuard guard_host_code(const std::string& name, const Layout& layout) {
  note_allocations();
  const auto [ranks, rows, cols] = layout;
  const std::string size = std::to_string(ranks) + "x" + std::to_string(rows) + "x" + std::to_string(cols);
  return HostGuard(touch_by_host, std::max(1.0, static_cast<double>(ranks) / 4), " (" + name + " at " + size + ")");
}
// Nothing waits here: what would hang on a GPU is named.
struct Watch {
  explicit Watch(Cluster&) {}
  void begin() {}
  void give_up() {}
  std::string failure() const { return {}; }
};
inline bool is_right(Task, const Rank&, const Layout&) { return false; }  // the host is to look
#else
inline constexpr bool is_emulated = false;
inline void begin_host_code(int) {}
inline void poison(void* from, unsigned char value, size_t bytes) { check(cudaMemset(from, value, bytes)); }
inline int guard_host_code(const std::string&, const Layout&) { return 0; }
inline emulator::HostReport report_of_host_code() { return {}; }
// Compared by the rank's own GPU.
inline bool is_right(Task task, const Rank& rank, const Layout& layout) {
  check(cudaSetDevice(rank.device));
  const bool right = task == Task::sum
                         ? is_sum(rank.sum, layout) && is_vector(rank.numbers, rank.number, layout.elements())
                         : (task == Task::exchange || is_transpose(rank.out, layout, rank.number)) &&
                               is_matrix(rank.in, rank.rows.first * layout.cols, rank.rows.count * layout.cols);
  check(cudaSetDevice(0));
  return right;
}
#endif

class Machine : public many_gpus::Node {
 public:
  explicit Machine(const Layout& layout) : layout_(layout) {}
  ~Machine() override { release(); }

  // The emulator's devices are those of one run: each begins with new ones.
  void renew() override {
    if (is_emulated || !watch_ || !many_gpus::agreed(watch_->failure()).empty()) {
      release();
      begin_host_code(static_cast<int>(layout_.ranks));
      build();
    }
    fill();
  }

  bool has(size_t number) const override { return number - all_.own_numbers.first < all_.own_numbers.count; }
  bool is_known_right(Task task, size_t number) override { return is_right(task, all_.ranks[number], layout_); }
  // In the default stream of device 0: what a variant does not end in its ranks' streams may come later than that.
  std::vector<float> values(size_t number, const std::string& name) const override {
    const auto all = rooms(all_.ranks[number]);
    const auto room = std::find_if(all.begin(), all.end(), [&](const Room& one) { return one.name == name; });
    std::vector<float> values(room->floats);
    check(cudaMemcpyAsync(values.data(), *room->buffer, room->floats * sizeof(float), cudaMemcpyDeviceToHost, nullptr));
    check(cudaStreamSynchronize(nullptr));
    return values;
  }
  std::vector<many_gpus::Buffer> buffers() const override {
    std::vector<many_gpus::Buffer> all;
    for (const Rank& rank : all_.own()) {
      for (const Room& room : rooms(rank)) all.push_back({room.name, rank.number, *room.buffer, room.floats});
    }
    return all;
  }
  emulator::HostReport report() override {
    emulator::HostReport report = report_of_host_code();
    if (const std::string failure = watch_->failure(); !failure.empty()) report.mistakes.push_back(failure);
    return report;
  }

  // All of it for all ranks, given to their streams. Throws std::runtime_error where a call fails: behind what the
  // host's code has done wrong, as the failure may follow from that.
  template <typename Code>
  void run(const Code& host_code, const std::string& name) {
    try {
      begin_together();
      [[maybe_unused]] const auto guard = guard_host_code(name, layout_);
      host_code(static_cast<const Cluster&>(all_));
      end_together();
    } catch (const std::runtime_error& error) {
      std::string words;
      for (const std::string& mistake : report().mistakes) words += mistake + "; ";
      words += error.what();
      if (!is_emulated) many_gpus::end_all_processes(words);
      watch_->give_up();
      throw std::runtime_error(words);
    }
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

  // A process with one rank. (The emulator's devices are those of one process, so there each has all.)
  static bool is_one_of_several() { return !is_emulated && many_gpus::processes().are_several(); }

  // Throws Failure(device_missing) where there are not so many devices, or one cannot use the memory of another;
  // std::bad_alloc.
  void build() {
    const Part own = is_one_of_several() ? Part{many_gpus::processes().number, 1} : Part{0, layout_.ranks};
    require_devices(static_cast<int>(own.count));
    all_ = {layout_.rows, layout_.cols, layout_.elements(), std::vector<Rank>(layout_.ranks), own};
    for (size_t number = 0; number < layout_.ranks; ++number) {
      Rank& rank = all_.ranks[number];
      rank.number = number;
      rank.device = static_cast<int>(number - own.first);  // of this process; of others nobody asks for it
      rank.rows = layout_.rows_of(number);
      rank.cols = layout_.cols_of(number);
    }
    for (Rank& rank : all_.ranks) {
      if (has(rank.number)) set_up(rank);
    }
    make_communicators();
    watch_.emplace(all_);
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

  void set_up(Rank& rank) {
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
    watch_->begin();
    check(cudaSetDevice(0));  // whose default stream is meant
    for (const Rank& rank : all_.own()) check(cudaStreamWaitEvent(nullptr, rank.done, 0));
  }

  // What fails here has failed before.
  void release() {
    watch_.reset();
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
    all_ = {};
    cudaSetDevice(0);
  }

  Layout layout_;
  Cluster all_ = {};
  std::optional<Watch> watch_;  // while there are ranks
};

}  // namespace ladder::LADDER_ENGINE
