// The ways that values take: who loaded and stored what in a run, in the order in which it happened.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ladder/engine/engine.hpp"

namespace ladder {

// What a thread did with four bytes, or with as many as Excerpts::record() was asked for. A float4 is four steps.
struct Step {
  // As an Access; exchange: it got the value of another lane of its warp.
  enum class Doing { load, store, atomic, exchange };

  Doing doing;
  bool in_shared;
  std::uint32_t launch;  // of the run, from 0
  std::uint32_t thread;  // linear index in the block
  std::uint64_t block;   // linear index in the grid
  std::uintptr_t site;
  // Where the value lies: in shared memory, which each block has for itself, a number of bytes. Of an exchange, the
  // thread that it comes from.
  std::uintptr_t address;
  std::uint32_t bits;  // loaded, stored, there after the atomic, got
};

// A variable that a kernel declares, or a device function.
struct DeclaredVariable {
  std::string name;  // "tile"
  CodePlace declared_at;
  std::vector<std::size_t> extents;  // none where it is no array
  std::size_t bytes;
  bool is_shared;  // else each thread has its own
};

struct Recording {
  static constexpr std::size_t most_steps = std::size_t{1} << 21;
  struct Launch {
    std::array<std::uint32_t, 3> grid, block;
    CodePlace at{};          // where the host's code asks for it, if that is known
    std::string function{};  // "cudaMemcpyAsync()", which takes each word by a thread of its own; empty: a kernel
  };
  std::vector<Launch> launches;
  std::vector<Step> steps;
  // false: there were more steps, or the host has made some; nothing follows from one that is not here
  bool is_complete = true;
  // While the buffers exist and until another run: the line of a step, and its callers; "tile[5][3]".
  std::function<CodePlace(const Step&)> line;
  std::function<Callers(const Step&)> callers;
  std::function<std::string(const Step&)> element;
  // Of the first launch's kernel, and of the device functions in which the steps were made.
  std::function<std::vector<DeclaredVariable>()> variables;
};

}  // namespace ladder
