// Device memory of the emulator: which buffers there are.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "ladder/base/singleton.hpp"
#include "ladder/emulator/cuda/kernel_call.hpp"
#include "ladder/emulator/debuginfo/array_shapes.hpp"
#include "ladder/emulator/memory/buffer_parts.hpp"
#include "ladder/platform/mapping.hpp"

namespace ladder::emulator {

// What is known of one granule (an element, or four bytes of it where it is larger): one of these two, or something
// larger that listeners/races/global_races.cpp writes during a launch.
using ShadowCell = std::uint64_t;
inline constexpr ShadowCell never_written = 0;
inline constexpr ShadowCell written_before_the_launch = 1;
inline constexpr ShadowCell in_parts = 2;  // each byte has a cell of its own: see ByteCells

// What nothing has written counts as written before the launch. Threads may write there meanwhile.
inline void settle(std::atomic<ShadowCell>& cell) {
  ShadowCell seen = never_written;
  cell.compare_exchange_strong(seen, written_before_the_launch, std::memory_order_relaxed);
}

// Zeros that are there from the first call on. They cost no memory until used.
template <typename T>
class OnDemand {
 public:
  explicit OnDemand(std::size_t count) : count_(count) {}
  T* get() {
    std::call_once(mapped_, [this] { mapping_ = Mapping(count_ * sizeof(T), 0); });
    return reinterpret_cast<T*>(mapping_.begin());
  }
  // After a call: zeros again, which cost no memory.
  void clear() { mapping_ = Mapping(count_ * sizeof(T), 0); }

 private:
  std::size_t count_;
  std::once_flag mapped_;
  Mapping mapping_;
};
using ByteCells = OnDemand<std::atomic<ShadowCell>>;  // for the single bytes of a buffer

// Who has read a granule in the running launch by plain loads: the newest thread, and another one before it, as cells
// say who writes; where in the executable; the newest atomic by another thread than that of the last write; and the
// newest store before an atomic or, in no order with it, behind one: its cell need not show it any more.
struct PlainReads {
  std::atomic<ShadowCell> newest, other, earlier_atomic, store;
  std::atomic<std::uint32_t> newest_site, other_site, store_site;  // 0: not known, or before
};

// Whose memory a buffer is, where the launch runs on another device.
struct Remote {
  static constexpr int none = -1;
  int device = none;
  bool closed = false;  // to the kernels of the launch
};

struct Buffer {
  std::uintptr_t begin, end;  // the payload
  std::string name;
  std::string origin;  // where it was made, "cudaMalloc at mm.cu:12"; may be empty
  std::size_t element_bytes;
  unsigned granule_shift;  // a granule has 1 << granule_shift bytes
  std::atomic<ShadowCell>* cells;
  Mapping mapping, cells_mapping;                                 // where the payload and the cells are
  std::unique_ptr<ByteCells> byte_cells;                          // for accesses to a part of a granule
  std::unique_ptr<OnDemand<std::atomic<std::uint64_t>>> writers;  // of granules: see WrittenLines
  std::unique_ptr<OnDemand<PlainReads>> reads;                    // of granules, where a kernel makes atomics
  std::unique_ptr<std::atomic<bool>> has_reads;                   // whether there are any
  std::unique_ptr<SparsePages> pages;  // of a buffer that may be larger than the memory; null for others
  TouchedSectors loaded, stored;       // by the run; what it has stored in earlier launches counts as loaded
  StructType elements;                 // of a variable
  bool is_input = false;               // which kernels only read
  bool is_taken_as_written = false;    // what its cells call never written, too
  Remote remote;                       // from the launch

  bool contains(std::uintptr_t address, std::size_t bytes) const { return address >= begin && address + bytes <= end; }
  // In bytes; 0 within.
  std::size_t distance(std::uintptr_t address) const {
    return address < begin ? begin - address : address >= end ? address - end + 1 : 0;
  }
  std::size_t granule(std::uintptr_t address) const { return (address - begin) >> granule_shift; }
  // To be called before an access to a buffer with pages.
  void touch(std::uintptr_t address) const;
  std::size_t granules() const { return end == begin ? 0 : granule(end - 1) + 1; }
};

// The buffers of this process. Not for use while a kernel runs, except find().
class GlobalMemory : public Singleton<GlobalMemory> {
 public:
  // Bytes of payload with guard_bytes more on either side that kernels may not touch. element_bytes: how finely writes
  // are told apart. Throws std::bad_alloc.
  void* allocate(std::size_t bytes, std::size_t element_bytes, const std::string& name);
  // The memory where it was; it is gone unless the caller keeps that.
  Mapping release(void* payload);
  // The same for elements of 1, 2 or 4 bytes. Only the pages that a kernel touches take memory.
  void* allocate_sparse(std::size_t elements, std::size_t element_bytes, const std::string& name, InitialBits initial,
                        ArrayUse use);
  // What kernels have written to such a buffer, in the order of the index.
  std::vector<WrittenElement> written(const void* payload) const;
  // Memory that exists already and has been written: a variable of the kernels' file. It stays a buffer to the end.
  void adopt(std::uintptr_t begin, std::size_t bytes, const std::string& name, const StructType& elements);

  // Where the buffer was made, for messages: "d_a, made at mm.cu:12".
  void note_origin(void* payload, std::string origin) { at(payload).origin = std::move(origin); }

  // From now on no kernel may write to the buffer.
  void keep_from_kernels(void* payload) { at(payload).is_input = true; }

  // Whose the buffer is for the launches from now on.
  void set_remote(void* payload, const Remote& remote) { at(payload).remote = remote; }
  bool has_open_remote() const;

  // The host wrote (or made worthless) these bytes of a buffer.
  void mark(const void* begin, std::size_t bytes, ShadowCell state);
  // All of a buffer may have been written. Its cells, twice its bytes or more, are not touched for that.
  void take_as_written(const void* payload);
  // Bytes of a buffer were copied from those of another one, with what is known of them.
  void copy_marks(const void* to, const void* from, std::size_t bytes);

  // Blocks of the running launch write what nobody sees: any byte may have been written.
  void note_unseen_writes() { has_unseen_writes_ = true; }
  bool has_unseen_writes() const { return has_unseen_writes_; }

  // How many of these bytes nothing has written; 0 where they are of no buffer.
  std::size_t never_written_bytes(const void* begin, std::size_t bytes) const;

  // What else is known of addresses that are near no buffer, for messages.
  void know_others(std::string (*describe)(std::uintptr_t address)) { describe_ = describe; }

  // A run begins: no sector has been loaded or stored.
  void begin_run();
  // What earlier launches wrote was written before the next one. Until it ends, buffers have the names that the kernel
  // gives them.
  void begin_launch(const KernelCall& kernel);

  // The buffer that holds all these bytes, or null.
  const Buffer* find(std::uintptr_t address, std::size_t bytes) const;

  const Buffer* nearest(std::uintptr_t address) const;  // null where none is near
  // How many bytes it is away from the address; SIZE_MAX where none is near.
  std::size_t distance(std::uintptr_t address) const;
  // The element at the address, as "global out[5]": of the buffer that it is in, or else of the nearest one. Where a
  // parameter of the kernel points into that, it counts from there, and has the parameter's name.
  std::string name_of(std::uintptr_t address) const;
  // The size of that buffer, as "out has 4096 elements"; also counted from there.
  std::string extent_of(std::uintptr_t address) const;
  // 32 or 31, where the index of the element is that power of two too small for that buffer, as one is that did not fit
  // 32 bits (and was halved since); else 0.
  int lost_bits_at(std::uintptr_t address) const;

 private:
  Buffer& add_buffer(std::uintptr_t begin, std::size_t bytes, std::size_t element_bytes, const std::string& name);
  Buffer& at(void* payload) { return buffers_.at(reinterpret_cast<std::uintptr_t>(payload)); }

  // An array as the kernel knows it.
  struct Array {
    std::string name;
    std::uintptr_t begin;
    std::size_t element_bytes;
  };
  Array array_at(std::uintptr_t address, const Buffer& buffer) const;

  std::map<std::uintptr_t, Buffer> buffers_;  // by begin
  const KernelCall* kernel_ = nullptr;        // of the newest launch
  std::atomic<bool> has_unseen_writes_ = false;
  std::string (*describe_)(std::uintptr_t) = nullptr;
};

// The buffers that one OS thread used last, for a quick answer.
class RecentBuffers {
 public:
  void clear() { last_ = before_last_ = nullptr; }

  // The buffer that holds all these bytes, if it is one of the last two: most kernels alternate between two.
  const Buffer* recent(std::uintptr_t address, int bytes) {
    if (last_ != nullptr && last_->contains(address, bytes)) return last_;
    std::swap(last_, before_last_);
    return last_ != nullptr && last_->contains(address, bytes) ? last_ : nullptr;
  }
  // The buffer that holds all these bytes, which is a recent one then; or null, also where it is closed to the launch.
  const Buffer* find(std::uintptr_t address, int bytes) {
    if (const Buffer* known = recent(address, bytes)) return known;
    const Buffer* found = GlobalMemory::instance().find(address, bytes);
    if (found != nullptr && found->remote.closed) return nullptr;
    // A load from constant memory does not push out a buffer; and sparse ones are always asked for, to be touched.
    if (found != nullptr && found->pages == nullptr) last_ = found;
    return found;
  }

 private:
  const Buffer* last_ = nullptr;
  const Buffer* before_last_ = nullptr;
};

}  // namespace ladder::emulator
