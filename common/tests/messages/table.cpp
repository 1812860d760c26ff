// The messages as they stand in the documentation, for ./learn docs: `message_table hazards`, `results` or `contracts`
// prints a head and a row for each, with tabs between the cells.
#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <functional>

#include "ladder/app/contract.hpp"
#include "ladder/problems/reduction/reference.hpp"
#include "ladder/problems/transpose/reference.hpp"
#include "ladder/verification/test_data.hpp"
#include "tests/messages/said.hpp"

using namespace ladder;
using memory_model::Access;
using memory_model::Space;

namespace {

// A transpose of 1024 x 1024 through a tile of 32 x 32: 2^20 / 32 requests of each kind.
constexpr std::uint64_t requests = 32768;
constexpr Work due = {{requests, 4 * requests},
                      {requests, 4 * requests},
                      {requests, requests},
                      {requests, requests},
                      {},
                      {},
                      1024,
                      0,
                      1024,
                      0,
                      0,
                      1024,
                      2048};

}  // namespace

const std::vector<Contract> ladder::contracts = {{"mine", [](const Sizes&) { return DueWork{due}; }}};

namespace {

void print_row(std::string what, const std::string& said) {
  std::replace(what.begin(), what.end(), '_', ' ');
  fmt::print("{}\t`{}`\n", what, said);
}

// Where the first is stopped depends on the moment; what is said of the others, other rows show.
constexpr const char* not_shown[] = {"endless", "float4_beyond_the_end", "float_behind_a_header",
                                     "count_without_atomic", "a_race_after_a_divergent_barrier"};

void print_hazards() {
  setenv("LADDER_TIME_LIMIT", "0.2", 1);  // for who waits in vain
  fmt::print("what the kernel does\twhat is said\n");
  for (const messages::WrongKernel& kernel : messages::wrong_kernels()) {
    if (std::find(std::begin(not_shown), std::end(not_shown), kernel.name) != std::end(not_shown)) continue;
    print_row(kernel.name, messages::said_of(kernel).front());
  }
}

constexpr unsigned rows = 70, cols = 100;

// What is said of a kernel that writes element (r, c) of the input to place(r, c) of the output, if there is such one.
std::string said_of_transpose(const std::function<std::size_t(unsigned r, unsigned c)>& place) {
  const auto engine = make_emulator();
  DeviceBuffer<float> out(*engine, std::size_t{rows} * cols, "out");
  std::vector<float> values(out.size(), std::bit_cast<float>(poison_bits));
  for (unsigned r = 0; r < rows; ++r) {
    for (unsigned c = 0; c < cols; ++c) {
      const std::size_t at = place(r, c);
      if (at < values.size()) values[at] = std::bit_cast<float>(input_bits(r * cols + c));
    }
  }
  out.upload(0, values);
  return transpose::verify(out, rows, cols, {"mine", {32, 8}, {32, 32}, transpose::Output::transposed, {}});
}

std::string said_of_sum(float sum, float right) {
  reduction::Reference reference;
  reference.add({&right, 1});
  return reduction::judge(sum, reference, 0);
}

void print_results() {
  fmt::print("what is wrong\twhat is said, of 70 x 100 elements\n");
  print_row("nothing was transposed", said_of_transpose([](unsigned r, unsigned c) { return r * cols + c; }));
  print_row("the last column is left out", said_of_transpose([](unsigned r, unsigned c) {
              return c + 1 < cols ? c * rows + r : std::size_t{rows} * cols;
            }));
  print_row("a sum that is not right", said_of_sum(174, 182));
  print_row("a sum that nothing wrote", said_of_sum(std::bit_cast<float>(poison_bits), 182));
}

// What is said of a run that does what is due, but for that.
std::string said_of_work(const std::function<void(Result&)>& change) {
  Result result;
  result.variant = "mine";
  result.counters = {.global_load_requests = requests,
                     .global_load_sectors = 4 * requests,
                     .global_store_requests = requests,
                     .global_store_sectors = 4 * requests,
                     .shared_load_requests = requests,
                     .shared_load_wavefronts = requests,
                     .shared_store_requests = requests,
                     .shared_store_wavefronts = requests};
  result.blocks = result.barriers = result.load_rounds = 1024;
  result.resident_threads = 2048;
  change(result);
  return with_place(breaches_of_contract(result).front());
}

// What the line's requests cost is so many times as much.
void make_dearer(Result& result, const LineAccess& access, std::uint64_t& transactions, unsigned times) {
  LineCounters line;
  static_cast<LineAccess&>(line) = access;
  line.requests = requests;
  line.least_transactions = transactions;
  line.transactions = transactions *= times;
  result.lines = [line] { return std::vector{line}; };
}

void print_contracts() {
  fmt::print("what costs too much\twhat is said, of 1024 x 1024 elements and tiles of 32 x 32\n");
  print_row("a column is stored to", said_of_work([](Result& r) {
              make_dearer(r, {"kernel.cuh", 34, Space::global, Access::store, 4}, r.counters->global_store_sectors, 8);
            }));
  print_row(
      "a column of the tile lies in one bank", said_of_work([](Result& r) {
        make_dearer(r, {"kernel.cuh", 34, Space::shared, Access::load, 4}, r.counters->shared_load_wavefronts, 32);
      }));
  print_row("a barrier more", said_of_work([](Result& r) { r.barriers *= 2; }));
  print_row("four loads, each of which waits for a store", said_of_work([](Result& r) { r.load_rounds *= 4; }));
  print_row("a grid that is twice as large as it has to be", said_of_work([](Result& r) { r.blocks *= 2; }));
  print_row("so much shared memory that fewer blocks have room",
            said_of_work([](Result& r) { r.resident_threads = 1024; }));
}

// On one core, blocks run in their order, and the messages are always the same.
void stay_on_one_core() {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<unsigned>(sched_getcpu()), &one);
  sched_setaffinity(0, sizeof(one), &one);
}

}  // namespace

int main(int argc, char** argv) {
  stay_on_one_core();
  const std::string which = argc == 2 ? argv[1] : "";
  if (which == "hazards") {
    print_hazards();
  } else if (which == "results") {
    print_results();
  } else if (which == "contracts") {
    print_contracts();
  } else {
    fmt::print(stderr, "message_table takes hazards, results or contracts\n");
    return 2;
  }
}
