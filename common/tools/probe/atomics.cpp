#include "tools/probe/atomics.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "ladder/model/atomics.hpp"

namespace ladder::probe {
namespace {

using enum AtomicOperation;
using memory_model::SharedAtomic;

struct Row {
  const char* words;
  int bytes;
  SharedAtomic in_shared;
};

// In the order of AtomicOperation.
constexpr Row rows[] = {
    {"atomicAdd of unsigned", 4, SharedAtomic::native},
    {"atomicAdd of 1", 4, SharedAtomic::native},
    {"atomicAdd of float", 4, SharedAtomic::loop},
    {"atomicAdd of float, result used", 4, SharedAtomic::loop},
    {"atomicMin of int", 4, SharedAtomic::native},
    {"atomicExch of unsigned", 4, SharedAtomic::native},
    {"atomicCAS of unsigned", 4, SharedAtomic::compare_and_swap},
    {"atomicAdd of unsigned long long", 8, SharedAtomic::loop},
};

const Row& row_of(AtomicOperation operation) { return rows[static_cast<int>(operation)]; }

}  // namespace

std::vector<AtomicLaunch> atomic_launches() {
  const std::vector<AtomicOperation> of_global = {add_unsigned, add_float_and_use, add_float, exchange,
                                                  minimum,      compare_and_swap,  add_one};
  const std::vector<AtomicOperation> of_shared = {add_unsigned,     add_float,         minimum,
                                                  compare_and_swap, add_float_and_use, add_unsigned_long};
  std::vector<AtomicLaunch> launches;
  for (const Pattern& pattern : patterns()) {
    if (pattern.widths.front() < 4) continue;
    const std::size_t turn = launches.size() / 2;
    launches.push_back({pattern, Space::global, of_global[turn % of_global.size()]});
    launches.push_back({pattern, Space::shared, of_shared[turn % of_shared.size()]});
  }
  return launches;
}

const char* in_words(AtomicOperation operation) { return row_of(operation).words; }

AtomicOperation operation_called(const std::string& words) {
  const auto row = std::find_if(std::begin(rows), std::end(rows), [&](const Row& r) { return r.words == words; });
  if (row == std::end(rows)) throw std::runtime_error("no operation is called " + words);
  return static_cast<AtomicOperation>(row - std::begin(rows));
}

int bytes_of(AtomicOperation operation) { return row_of(operation).bytes; }

const std::vector<AtomicCounter>& atomic_counters() {
  using memory_model::shared_atomic_cost;
  using memory_model::WarpAccess;
  static const std::vector<AtomicCounter> list = {
      {"global_atomic_requests",
       {"l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"},
       Space::global,
       [](const WarpAccess&) { return 1; }},
      {"global_atomic_sectors",
       {"l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"},
       Space::global,
       memory_model::global_atomic_sectors},
      {"shared_atomic_requests",
       {"smsp__inst_executed_op_shared_atom.sum"},
       Space::shared,
       [](const WarpAccess& request) { return shared_atomic_cost(request).atomics; }},
      {"shared_atomic_wavefronts",
       {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"},
       Space::shared,
       [](const WarpAccess& request) { return shared_atomic_cost(request).atomic_wavefronts; }},
      {"shared_load_requests",
       {"smsp__inst_executed_op_shared_ld.sum"},
       Space::shared,
       [](const WarpAccess& request) { return shared_atomic_cost(request).loads; }},
      {"shared_load_wavefronts",
       {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"},
       Space::shared,
       [](const WarpAccess& request) { return shared_atomic_cost(request).load_wavefronts; }},
  };
  return list;
}

std::uint64_t predict(const AtomicLaunch& launch, const std::string& counter) {
  const auto& all = atomic_counters();
  const auto found = std::find_if(all.begin(), all.end(), [&](const AtomicCounter& c) { return c.name == counter; });
  if (found == all.end()) throw std::runtime_error("no counter of atomics is called " + counter);
  const Row& row = row_of(launch.operation);
  memory_model::WarpAccess access = request(launch.pattern, row.bytes, Access::atomic);
  access.atomic = row.in_shared;
  return static_cast<std::uint64_t>(found->predict(access));
}

}  // namespace ladder::probe
