#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "ladder/model/atomics.hpp"
#include "tools/probe/probe.hpp"
#include "tools/profile/hardware_counters.hpp"

namespace ladder::probe {
namespace {

using namespace memory_model;

struct Row {
  const char* words;
  int bytes;  // of an element
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

int one(const WarpAccess&) { return 1; }

using Cost = SharedAtomicCost;
template <int Cost::*part>
int cost(const WarpAccess& access) {
  return shared_atomic_cost(access).*part;
}

std::vector<Launch> plain_launches(Space space) {
  std::vector<Launch> result;
  bool load = false;
  for (const Pattern& pattern : patterns()) {
    load = !load;
    for (const int bytes : pattern.widths) {
      if (space == Space::shared || load) result.push_back({pattern, space, Access::load, bytes});
      if (space == Space::shared || !load) result.push_back({pattern, space, Access::store, bytes});
    }
  }
  return result;
}

std::vector<Launch> atomic_launches() {
  using enum AtomicOperation;
  const std::vector<AtomicOperation> of_global = {add_unsigned, add_float_and_use, add_float, exchange,
                                                  minimum,      compare_and_swap,  add_one};
  const std::vector<AtomicOperation> of_shared = {add_unsigned,     add_float,         minimum,
                                                  compare_and_swap, add_float_and_use, add_unsigned_long};
  std::vector<Launch> result;
  const auto add = [&](const Pattern& pattern, Space space, AtomicOperation operation) {
    result.push_back({pattern, space, Access::atomic, row_of(operation).bytes, operation});
  };
  for (const Pattern& pattern : patterns()) {
    if (pattern.widths.front() < 4) continue;
    const std::size_t turn = result.size() / 2;
    add(pattern, Space::global, of_global[turn % of_global.size()]);
    add(pattern, Space::shared, of_shared[turn % of_shared.size()]);
  }
  return result;
}

}  // namespace

std::vector<Launch> launches(const std::string& word) {
  if (word == "atomics") return atomic_launches();
  if (word != "global" && word != "shared") return {};
  return plain_launches(word == "global" ? Space::global : Space::shared);
}

const char* in_words(AtomicOperation operation) { return row_of(operation).words; }

AtomicOperation operation_called(const std::string& words) {
  const auto row = std::ranges::find(rows, words, &Row::words);
  if (row == std::end(rows)) throw std::runtime_error("no operation is called " + words);
  return static_cast<AtomicOperation>(row - std::begin(rows));
}

const std::vector<Counter>& counters() {
  using enum Access;
  using enum Space;
  using profile::metrics_of;
  const auto arbitrated = [](const std::string& kind) {
    return metrics_of("shared_" + kind + "_wavefronts_arbitrated");
  };
  static const std::vector<Counter> list = {
      {"global_load_requests", metrics_of("global_load_requests"), global, load, one},
      {"global_load_sectors", metrics_of("global_load_sectors"), global, load, global_sectors},
      {"global_store_requests", metrics_of("global_store_requests"), global, store, one},
      {"global_store_sectors", metrics_of("global_store_sectors"), global, store, global_sectors},
      {"shared_load_wavefronts", arbitrated("load"), shared, load, shared_wavefronts},
      {"shared_store_wavefronts", arbitrated("store"), shared, store, shared_wavefronts},
      {"global_atomic_requests", metrics_of("global_atomic_requests"), global, atomic, one},
      {"global_atomic_sectors", metrics_of("global_atomic_sectors"), global, atomic, global_atomic_sectors},
      {"shared_atomic_requests", metrics_of("shared_atomic_instructions"), shared, atomic, cost<&Cost::atomics>},
      {"shared_atomic_wavefronts", arbitrated("atomic"), shared, atomic, cost<&Cost::atomic_wavefronts>},
      {"shared_load_requests", metrics_of("shared_load_instructions"), shared, atomic, cost<&Cost::loads>},
      {"shared_load_wavefronts", arbitrated("load"), shared, atomic, cost<&Cost::load_wavefronts>},
  };
  return list;
}

std::uint64_t predict(const Pattern& pattern, int bytes, const std::string& counter,
                      std::optional<AtomicOperation> operation) {
  const auto& all = counters();
  const auto found = std::ranges::find_if(
      all, [&](const Counter& c) { return c.name == counter && (c.kind == Access::atomic) == operation.has_value(); });
  if (found == all.end()) throw std::runtime_error("no counter is called " + counter);
  WarpAccess access{.active = pattern.active, .bytes = bytes, .operation = found->kind};
  if (operation) access.atomic = row_of(*operation).in_shared;
  for (std::size_t lane = 0; lane < pattern.element.size(); ++lane)  // from the start of the memory, which is aligned
    access.address[lane] = std::uint64_t{pattern.element[lane]} * static_cast<unsigned>(bytes);
  return static_cast<std::uint64_t>(found->predict(access));
}

}  // namespace ladder::probe
