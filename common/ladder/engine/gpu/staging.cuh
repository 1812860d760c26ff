// Copies between ordinary host memory and a GPU, through page-locked memory: the bus then runs at its full speed.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "ladder/engine/gpu/launch.cuh"

namespace ladder::gpu {

// Page-locked pieces, one for each thread that copies at the same time; kept, since locking pages is slow.
class Staging {
 public:
  void upload(void* to, const void* from, std::size_t bytes) {
    in_pieces(bytes, [&](void* piece, std::size_t offset, std::size_t size) {
      std::memcpy(piece, static_cast<const char*>(from) + offset, size);
      check(cudaMemcpy(static_cast<char*>(to) + offset, piece, size, cudaMemcpyHostToDevice),
            "cudaMemcpy to the device");
    });
  }
  void download(void* to, const void* from, std::size_t bytes) {
    in_pieces(bytes, [&](void* piece, std::size_t offset, std::size_t size) {
      check(cudaMemcpy(piece, static_cast<const char*>(from) + offset, size, cudaMemcpyDeviceToHost),
            "cudaMemcpy to the host");
      std::memcpy(static_cast<char*>(to) + offset, piece, size);
    });
  }

 private:
  static constexpr std::size_t piece_bytes = std::size_t{4} << 20;

  struct Release {
    void operator()(void* memory) const { cudaFreeHost(memory); }
  };
  using Piece = std::unique_ptr<void, Release>;

  // Calls copy(piece, offset, size) for one part of the `bytes` after the other.
  template <typename Copy>
  void in_pieces(std::size_t bytes, const Copy& copy) {
    Piece piece = take();
    for (std::size_t offset = 0; offset < bytes; offset += piece_bytes) {
      copy(piece.get(), offset, std::min(piece_bytes, bytes - offset));
    }
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(piece));
  }

  Piece take() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        Piece piece = std::move(free_.back());
        free_.pop_back();
        return piece;
      }
    }
    void* memory = nullptr;
    check(cudaMallocHost(&memory, piece_bytes), "cudaMallocHost");
    return Piece(memory);
  }

  std::mutex mutex_;
  std::vector<Piece> free_;
};

}  // namespace ladder::gpu
