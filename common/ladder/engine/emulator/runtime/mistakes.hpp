// What goes wrong: the error that a program may ask for, and what its host code does wrong, as found while it runs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "ladder/engine/emulator/language/runtime/errors.hpp"

namespace ladder::emulator {

// While it lives, no other thread of the host is in a call of the runtime that has one. Callbacks may call on.
class OneAtATime {
 public:
  OneAtATime() : lock_(mutex_) {}

 private:
  inline static std::recursive_mutex mutex_;
  std::lock_guard<std::recursive_mutex> lock_;
};

class ErrorState {
 public:
  static ErrorState& instance();

  // What a call returns: the error of a kernel that broke off, as long as the program runs, or else its own, which is
  // then the last error as well.
  cudaError_t result(cudaError_t error);
  // From now on every call returns this one.
  void stick(cudaError_t error) { sticky_ = error; }
  cudaError_t sticky() const { return sticky_; }
  cudaError_t peek() const { return sticky_ != cudaSuccess ? sticky_ : last_; }
  cudaError_t take();
  void reset() { last_ = sticky_ = cudaSuccess; }

 private:
  cudaError_t last_ = cudaSuccess, sticky_ = cudaSuccess;
};

inline cudaError_t result(cudaError_t error) { return ErrorState::instance().result(error); }

enum class MistakeKind : std::uint8_t {
  device_memory_on_host,  // the host reads or writes what only the device may
  read_too_early,         // or what a kernel or copy may still be writing
  unordered_streams,      // two streams use the same bytes, one of them writes, and nothing says who comes first
  wrong_pointer,          // a call is given a pointer that is not what it takes
  wrong_size,             // more bytes than there are
  use_after_free,
  freed_twice,
  failed_launch,   // a launch that no GPU takes, or a kernel that broke off
  wrong_call,      // any other call that fails
  unasked_error,   // a launch failed, and the program never asked
  mismatch,        // of NCCL: the ranks call what does not fit together
  would_hang,      // of NCCL: a rank waits for a call that never comes
  copies_nothing,  // a remark: to the host, what nothing has written
  fills_a_part,    // another: a copy left a part of an array as it was, and a kernel read that
  leak,            // another: device memory that nothing freed
  not_a_time,      // another
  kinds
};

struct MistakeRow {
  MistakeKind kind;
  const char* name;  // in JSON, and in front of the words
  bool remark;       // says something, and is not wrong
};
inline constexpr std::array<MistakeRow, static_cast<std::size_t>(MistakeKind::kinds)> mistake_table{{
    {MistakeKind::device_memory_on_host, "device memory on the host", false},
    {MistakeKind::read_too_early, "too early", false},
    {MistakeKind::unordered_streams, "no order between streams", false},
    {MistakeKind::wrong_pointer, "wrong pointer", false},
    {MistakeKind::wrong_size, "wrong size", false},
    {MistakeKind::use_after_free, "use after free", false},
    {MistakeKind::freed_twice, "freed twice", false},
    {MistakeKind::failed_launch, "failed launch", false},
    {MistakeKind::wrong_call, "failed call", false},
    {MistakeKind::unasked_error, "nobody asked", false},
    {MistakeKind::mismatch, "ranks differ", false},
    {MistakeKind::would_hang, "would hang", false},
    {MistakeKind::copies_nothing, "never written", true},
    {MistakeKind::fills_a_part, "filled in part", true},
    {MistakeKind::leak, "never freed", true},
    {MistakeKind::not_a_time, "not a time", true},
}};
constexpr const MistakeRow& row_of(MistakeKind kind) { return mistake_table[static_cast<std::size_t>(kind)]; }
static_assert(
    [] {
      for (std::size_t i = 0; i < mistake_table.size(); ++i) {
        if (mistake_table[i].kind != MistakeKind{static_cast<std::uint8_t>(i)}) return false;
      }
      return true;
    }(),
    "mistake_table has one row for each MistakeKind, in their order");

struct Mistake {
  MistakeKind kind;
  std::uintptr_t site;  // where the program is told of it: a return address; 0: not known
  std::string words;    // without the place
  std::uint64_t times = 1;
};

// The first of each kind at each site, in the order in which they came up.
class MistakeLog {
 public:
  static MistakeLog& instance();
  void add(MistakeKind kind, std::uintptr_t site, const std::string& words);
  const std::vector<Mistake>& all() const { return all_; }
  // A line for each that is a remark, or that is none: "mm.cu:12: wrong size: .. (3 times)".
  std::vector<std::string> lines(bool remarks) const;
  void clear() { all_.clear(); }

 private:
  std::vector<Mistake> all_;
};

inline void note_mistake(MistakeKind kind, std::uintptr_t site, const std::string& words) {
  MistakeLog::instance().add(kind, site, words);
}
// Notes it, and makes the error the last one, which it returns.
inline cudaError_t wrong_call(std::uintptr_t site, const std::string& words, cudaError_t error,
                              MistakeKind kind = MistakeKind::wrong_call) {
  note_mistake(kind, site, words);
  return result(error);
}

}  // namespace ladder::emulator
