// The device memory that a sum works in.
#pragma once

#include <bit>
#include <cstddef>
#include <functional>
#include <utility>

#include "ladder/problems/reduction/reference.hpp"
#include "ladder/problems/reduction/variant.hpp"
#include "ladder/verification/device_buffer.hpp"

namespace ladder::reduction {

// The array and everything else that the Arguments point to; the ticket is 0.
struct Buffers {
  // An array of `count` floats, which starts `offset` floats after a multiple of 16 bytes. Throws std::bad_alloc where
  // the engine has not enough memory.
  Buffers(Engine& engine, std::size_t count, std::size_t offset = 0)
      : count(count),
        in(engine, count, "in", offset),
        workspace(engine, workspace_floats(count), "sums"),
        sum(engine, 1, "result"),
        ticket(engine, 1, "ticket") {
    const unsigned zero = 0;
    ticket.upload(0, {&zero, 1});
    in.keep_from_kernels();
  }

  Arguments arguments() const { return {in.data(), count, sum.data(), workspace.data(), ticket.data()}; }

  float download_sum() const {
    float found = 0;
    sum.download(0, {&found, 1});
    return found;
  }
  void poison() {
    sum.poison();
    workspace.poison();
  }
  bool guards_intact() const {
    return in.guards_intact() && sum.guards_intact() && workspace.guards_intact() && ticket.guards_intact();
  }

  std::size_t count;
  DeviceBuffer<float> in, workspace, sum;
  DeviceBuffer<unsigned> ticket;
};

// The same of an array that may be larger than any memory: of integers, and nothing has written the sums.
struct SparseBuffers {
  // Calls touch(i) for each element that comes to be, as those around it are read. Throws std::bad_alloc where there
  // are not enough addresses. Only for engines that have excerpts.
  SparseBuffers(
      Engine& engine, std::size_t count, std::function<void(std::size_t)> touch = [](std::size_t) {})
      : count(count),
        in(*engine.excerpts(), count, "in",
           [touch = std::move(touch)](std::size_t i) {
             touch(i);
             return std::bit_cast<std::uint32_t>(element(Data::integers, i));
           }),
        sums(*engine.excerpts(), workspace_floats(count), "sums"),
        sum(engine, 1, "result"),
        ticket(engine, 1, "ticket") {
    const unsigned zero = 0;
    ticket.upload(0, {&zero, 1});
  }

  Arguments arguments() const { return {in.data(), count, sum.data(), sums.data(), ticket.data()}; }

  std::size_t count;
  SparseBuffer in, sums;
  DeviceBuffer<float> sum;
  DeviceBuffer<unsigned> ticket;
};

}  // namespace ladder::reduction
