// What `#include <cuda/pipeline>` finds: the pipeline of a thread. (CUDA C++ Programming Guide, "Asynchronous Data
// Copies using cuda::pipeline".) Those of a block, and cuda::barrier, are not here.
#pragma once

#include "ladder/emulator/cuda/async_copies.hpp"
#include "ladder/emulator/cuda/standard_atomics.hpp"

namespace cuda {

template <thread_scope scope>
class pipeline {
  static_assert(scope == thread_scope_thread,
                "a cuda::pipeline of another scope than thread_scope_thread is not supported on the emulator");

 public:
  LADDER_DEVICE pipeline(pipeline&&) = default;
  pipeline(const pipeline&) = delete;
  pipeline& operator=(const pipeline&) = delete;

  LADDER_DEVICE void producer_acquire() {}
  LADDER_DEVICE void producer_commit() {
    __pipeline_commit();
    ++committed_;
  }
  // For the oldest stage that it has not waited for, if there is one. (What is in no stage is not waited for.)
  LADDER_DEVICE void consumer_wait() {
    if (awaited_ != committed_) ++awaited_;
    __pipeline_wait_prior(committed_ - awaited_);
  }
  LADDER_DEVICE void consumer_release() {}
  LADDER_DEVICE bool quit() { return true; }

 private:
  friend pipeline<thread_scope_thread> make_pipeline();
  LADDER_DEVICE pipeline() {}

  unsigned committed_ = 0, awaited_ = 0;
};

LADDER_DEVICE pipeline<thread_scope_thread> make_pipeline() { return {}; }

// For all stages but the newest ones.
template <unsigned char stages>
LADDER_DEVICE void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>&) {
  __pipeline_wait_prior(stages);
}

namespace details {

struct Alone {
  LADDER_DEVICE static ::std::size_t size() { return 1; }
  LADDER_DEVICE static ::std::size_t thread_rank() { return 0; }
};
template <typename Element, typename Size>
inline constexpr ::std::size_t alignment_of = alignof(Element);
template <typename Size>
inline constexpr ::std::size_t alignment_of<void, Size> = 1;
template <typename Element, ::std::size_t Alignment>
inline constexpr ::std::size_t alignment_of<Element, aligned_size_t<Alignment>> =
    alignment_of<Element, void> < Alignment ? Alignment : alignment_of<Element, void>;

}  // namespace details

// bytes: a number, or a cuda::aligned_size_t. Elements that are aligned to less than 4 bytes are copied at once.
template <typename Group, typename Element, typename Size, thread_scope scope>
LADDER_DEVICE void memcpy_async(const Group& group, Element* to, const Element* from, const Size& bytes,
                                pipeline<scope>&) {
  constexpr ::std::size_t alignment = details::alignment_of<Element, Size>, piece = alignment < 16 ? alignment : 16;
  ladder::cuda::copy_pieces<piece>(group, to, from, (static_cast<::std::size_t>(bytes) + piece - 1) / piece,
                                   ladder::cuda::is_copied_at_once(to, from));
}
template <typename Element, typename Size, thread_scope scope>
LADDER_DEVICE void memcpy_async(Element* to, const Element* from, const Size& bytes, pipeline<scope>& pipe) {
  memcpy_async(details::Alone{}, to, from, bytes, pipe);
}

}  // namespace cuda
