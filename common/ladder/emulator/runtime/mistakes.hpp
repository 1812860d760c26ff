// What goes wrong: the error that a program may ask for, and what its host code does wrong, as found while it runs.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "ladder/base/singleton.hpp"
#include "ladder/emulator/cuda/runtime/errors.hpp"

namespace ladder::emulator {

// Called before anything is found: it may be a new process in which that is.
inline void (*note_process)() = [] {};
// Called where a launch begins, and where a call of the runtime has come to its end.
inline void (*note_state)() = [] {};

// While it lives, no other thread of the host is in a call of the runtime that has one. A stream's callback may call
// on, which is noted: on a GPU none may.
class OneAtATime {
 public:
  OneAtATime();
  ~OneAtATime() {
    if (--calls_ == 0) note_state();
  }
  OneAtATime(const OneAtATime&) = delete;
  // Where the callback was given to its stream that this thread of the host is in; 0: none.
  inline static thread_local std::uintptr_t callback = 0;

 private:
  inline static std::recursive_mutex mutex_;
  inline static int calls_ = 0;  // of one thread, one in the other
  std::lock_guard<std::recursive_mutex> lock_;
};

class ErrorState : public Singleton<ErrorState> {
 public:
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
  failed_launch,  // a launch that no GPU takes, or a kernel that broke off
  wrong_call,     // any other call that fails
  unasked_error,  // a launch failed, and the program never asked
  mismatch,       // of NCCL: the ranks call what does not fit together
  would_hang,     // of NCCL: a rank waits for a call that never comes
  uninitialized,  // cuBLAS reads what nothing has written
  // These are remarks, and nothing is wrong.
  copies_nothing,  // to the host, what nothing has written
  fills_a_part,    // a copy left a part of an array as it was, and a kernel read that
  never_read,      // what a kernel wrote, as a copy goes the wrong way
  leak,            // device memory that nothing freed
  not_a_time       // no time of a GPU
};
constexpr bool is_remark(MistakeKind kind) { return kind >= MistakeKind::copies_nothing; }
// In JSON, and in front of the words.
const char* name_of(MistakeKind kind);

struct Mistake {
  MistakeKind kind;
  std::uintptr_t site;  // where the program is told of it: a return address; 0: not known
  std::string words;    // without the place
  std::uint64_t times = 1;
  bool is_cause = false;   // known to be that of what a kernel did wrong
  std::uint64_t turn = 0;  // as turns of launches count; one that was noted while a launch ran has the same
};
// What is no cause of anything wrong.
inline bool is_remark(const Mistake& mistake) { return is_remark(mistake.kind) && !mistake.is_cause; }
// "mm.cu:12: wrong size: .. (3 times)".
std::string in_words(const Mistake& mistake);

// The first of each kind at each site, in the order in which they came up: turns count from one launch to the next.
class MistakeLog : public Singleton<MistakeLog> {
 public:
  void add(MistakeKind kind, std::uintptr_t site, const std::string& words, bool is_cause = false);
  // It was a trial, as the same line got what it wanted later.
  void forget(MistakeKind kind, std::uintptr_t site);
  std::uint64_t next_turn() { return ++turn_; }
  std::uint64_t turn() const { return turn_; }
  const std::vector<Mistake>& all() const { return all_; }
  // Those that are no remarks.
  std::vector<Mistake> mistakes() const;
  void clear() { all_.clear(); }

 private:
  std::vector<Mistake> all_;
  std::uint64_t turn_ = 0;
};

inline void note_mistake(MistakeKind kind, std::uintptr_t site, const std::string& words, bool is_cause = false) {
  MistakeLog::instance().add(kind, site, words, is_cause);
}
inline OneAtATime::OneAtATime() : lock_(mutex_) {
  ++calls_;
  note_process();
  if (callback != 0)
    note_mistake(MistakeKind::wrong_call, callback,
                 "the function that it calls in its stream calls CUDA, which none may");
}
// Notes it as a cause, if the program gives the size there without a sizeof: whether it does.
bool note_elements(MistakeKind kind, std::uintptr_t site, const std::string& bytes);
// Notes it, and makes the error the last one, which it returns.
inline cudaError_t wrong_call(std::uintptr_t site, const std::string& words, cudaError_t error,
                              MistakeKind kind = MistakeKind::wrong_call) {
  note_mistake(kind, site, words);
  return result(error);
}
inline cudaError_t no_stream(std::uintptr_t site) {
  return wrong_call(site, "the stream does not exist", cudaErrorInvalidResourceHandle);
}

}  // namespace ladder::emulator
