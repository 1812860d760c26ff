// What cudaMemcpy(), cudaMemset() and their like do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "ladder/emulator/cuda/runtime/memory.hpp"
#include "ladder/emulator/runtime/allocations.hpp"
#include "ladder/emulator/runtime/graphs.hpp"
#include "ladder/emulator/runtime/mistakes.hpp"

namespace ladder::emulator {

// Rows of bytes, `pitch` apart, and slices of rows, `slice` apart.
struct Rows {
  const char* begin;
  std::size_t pitch;
  std::size_t slice = 0;
};

// The call of the program's that asks for it.
struct CopyCall {
  const char* function;
  std::uintptr_t site;
  bool waits = true;  // the host does, until it is done
  cudaStream_t stream = nullptr;
  bool in_graph = false;  // the host does not wait, whatever memory it is
};

struct Copy {
  CopyCall call;
  Rows to, from;
  cudaExtent size;  // the bytes of a row, the rows of a slice, the slices
  cudaMemcpyKind kind;
  std::optional<int> value = {};  // that is set: nothing is copied from anywhere
  std::size_t element_bytes = 1;  // of these so many are set, again and again
  // cudaMemcpyPeer() names the devices of the two sides, and goes alone there unless it is given a stream.
  struct Peers {
    int to, from;
  };
  std::optional<Peers> peers = {};

  void fill(char* row) const;
  std::size_t rows() const { return size.height * size.depth; }
  std::size_t bytes() const { return size.width * rows(); }
  const char* row(const Rows& rows, std::size_t i) const {
    return rows.begin + i / size.height * rows.slice + i % size.height * rows.pitch;
  }
  std::size_t reach(const Rows& rows) const {
    return static_cast<std::size_t>(row(rows, this->rows() - 1) - rows.begin) + size.width;
  }
};

// "begins at send[16384], and there are 16384 elements (send, made at ..)", of a pointer beside device memory; else
// empty.
std::string beside_memory(const void* pointer);

cudaError_t perform(const Copy& copy);
Copy copy_of_bytes(const CopyCall& call, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
Copy copy_of_arrays(const CopyCall& call, const cudaMemcpy3DParms& all);
// The copy, as work of a graph.
NodeWork copy_work(const Copy& copy);
// Nothing where the stream does not capture and the copy is allowed; else what its call returns.
std::optional<cudaError_t> capture(const Copy& copy, StreamNumber stream);
// What becomes of results: to be called before it is made.
void note_copy(const Copy& copy);

// Notes the mistake, and makes the error the last one.
cudaError_t wrong(const Copy& copy, MistakeKind kind, const std::string& words,
                  cudaError_t error = cudaErrorInvalidValue);

}  // namespace ladder::emulator
