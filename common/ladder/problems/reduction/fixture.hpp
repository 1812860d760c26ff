// An array on an engine, and its sum: where every variant is run.
#pragma once

#include <bit>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ladder/app/fixture.hpp"
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

// Why a sum is wrong, of an array of so many elements, which starts `offset` floats after a multiple of 16 bytes. A
// variable that should be shared; or, where hazards leave that open, the element that does not count once, of a smaller
// array if that shows it. Nothing where that does not show, or on an engine that records nothing.
Finding cause_of_wrong_sum(Engine& engine, const Variant& variant, std::size_t count, std::size_t offset, bool is_open);

// The sums that there are for an engine.
Catalog<Variant> catalog_of(const Engine& engine);

class Fixture : public ladder::Fixture {
 public:
  // Allocates an array that starts `offset` floats after a multiple of 16 bytes. Throws std::bad_alloc where the engine
  // has not enough memory.
  Fixture(Engine& engine, std::size_t count, std::size_t offset = 0);

  // Fills the array and computes what its sum is.
  void fill(Data data);
  void fill_with(const std::function<float(std::size_t)>& value);

  Catalog<Case> cases() override;
  Case case_of(const Variant& variant);

  // The sum of integers has to be exact: what is wrong there, measure() says later. Leaves the array filled with
  // fractions, whose sum has to keep the variant's error bound. Each is summed twice, and has to give the same bits.
  void prepare(const std::vector<Case>& cases) override;

  // Of what the array holds.
  Result run(const Variant& variant, int repeats) { return measure(case_of(variant), repeats); }

 private:
  void poison() override { buffers_.poison(); }

  void launch_on_poison(const Run& launch);
  std::string judge_sum(double chain);
  std::string restored_input();
  void verify(const Variant& variant, const Run& launch, Result& result);

  std::size_t offset_;
  Buffers buffers_;
  std::function<float(std::size_t)> value_;  // of each element of the input
  Reference reference_;
  bool exact_ = false;                          // the array holds integers
  std::map<std::string, std::string> inexact_;  // what is wrong with the sum of integers, by variant
  std::optional<double> cpu_seconds_;
};

}  // namespace ladder::reduction
