#include "tools/probe/readings.hpp"

#include <algorithm>
#include <stdexcept>

namespace ladder::probe {

std::vector<Launch> launches(Space space) {
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

const std::vector<Counter>& counters() {
  constexpr auto requests = [](const memory_model::WarpAccess&) { return 1; };
  static const std::vector<Counter> list = {
      {"global_load_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", Space::global, Access::load,
       requests},
      {"global_load_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", Space::global, Access::load,
       memory_model::global_sectors},
      {"global_store_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", Space::global, Access::store,
       requests},
      {"global_store_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", Space::global, Access::store,
       memory_model::global_sectors},
      {"shared_load_wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", Space::shared, Access::load,
       memory_model::shared_wavefronts},
      {"shared_store_wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", Space::shared, Access::store,
       memory_model::shared_wavefronts},
  };
  return list;
}

std::uint64_t predict(const Pattern& pattern, const std::string& counter, int bytes) {
  const auto& all = counters();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Counter& c) { return c.name == counter; });
  if (found == all.end()) throw std::runtime_error("no counter is called " + counter);
  return static_cast<std::uint64_t>(found->predict(request(pattern, bytes, found->kind)));
}

}  // namespace ladder::probe
