#include "ladder/chapter/transpose/blame.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace ladder::transpose {
namespace {

using Number = Ways::Number;

struct Passed {
  std::size_t wrong = 0, all = 0;
  double share() const { return all == 0 ? 0 : static_cast<double>(wrong) / static_cast<double>(all); }
};

// Of the ways to the elements of the output: how many pass each line, and how many of them are wrong.
std::map<std::string, Passed> passed_lines(const TracedRun& run) {
  std::map<std::string, Passed> lines;
  for (std::size_t out = 0; out < run.size(); ++out) {
    if (!run.last_store(out)) continue;
    std::set<std::string> of_this;
    for (const Number step : run.ways().way_to(*run.last_store(out))) of_this.insert(run.ways().line(step));
    for (const std::string& line : of_this) {
      ++lines[line].all;
      lines[line].wrong += run.is_right(out) ? 0 : 1;
    }
  }
  return lines;
}

// Whether elements lie in the tile in the same order as in the matrix, rows for rows or rows for columns: how far they
// are apart there is, within a block, how far they are apart here.
class Order {
 public:
  // Element [a][b] of the block's tile is element (row, col) of the matrix.
  void add(std::uint64_t block, long a, long b, long row, long col) {
    straight_ = straight_ && offsets_.try_emplace(block, row - a, col - b).first->second == std::pair(row - a, col - b);
    turned_ =
        turned_ && turned_offsets_.try_emplace(block, row - b, col - a).first->second == std::pair(row - b, col - a);
  }
  bool is_kept() const { return straight_ || turned_; }

 private:
  bool straight_ = true, turned_ = true;
  std::map<std::uint64_t, std::pair<long, long>> offsets_, turned_offsets_;
};

// Into the tile, and out of it. Nothing where the elements do not pass an array of rows in shared memory.
struct Orders {
  Order in, out;
};

std::optional<Orders> orders_of(const TracedRun& run) {
  Orders orders;
  bool any = false;
  const Ways& ways = run.ways();
  const auto add = [&](Order& order, Number in_tile, const TracedRun::Place& place) {
    long a = 0, b = 0;
    const std::string name = ways.element(in_tile);
    const std::size_t begin = name.find('[');
    if (begin == std::string::npos || std::sscanf(name.c_str() + begin, "[%ld][%ld]", &a, &b) != 2) return false;
    order.add(ways.steps()[in_tile].block, a, b, place.row, place.col);
    return any = true;
  };
  for (std::size_t i = 0; i < run.size(); ++i) {
    const Ways::Way way = run.way_of(i);
    if (way.size() > 1 && ways.steps()[way[1]].in_shared && !add(orders.in, way[1], run.place_in(i))) return {};
    if (!run.last_store(i)) continue;
    const auto from = ways.origin(*run.last_store(i));
    if (from && ways.steps()[*from].in_shared && !add(orders.out, *from, run.place_out(i))) return {};
  }
  return any ? std::optional(orders) : std::nullopt;
}

}  // namespace

bool tile_is_permuted(const TracedRun& run) {
  const auto orders = orders_of(run);
  return orders && !(orders->in.is_kept() && orders->out.is_kept());
}

Number to_blame(const TracedRun& run, Ways::Way steps) {
  const auto lines = passed_lines(run);
  const auto share = [&](Number step) {
    const auto line = lines.find(run.ways().line(step));
    return line == lines.end() ? 1 : line->second.share();  // nothing comes from there to the output
  };
  double most = 0;
  for (const Number step : steps) most = std::max(most, share(step));
  constexpr double alike = 0.9;
  std::erase_if(steps, [&](Number step) { return share(step) < alike * most; });
  const auto orders = orders_of(run);
  if (orders && !orders->in.is_kept() && orders->out.is_kept()) return steps.front();
  return steps.back();
}

}  // namespace ladder::transpose
