#include "ladder/chapter/transpose/shared_place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "ladder/chapter/transpose/blame.hpp"

namespace ladder::transpose {
namespace {

using Number = Ways::Number;
using Doing = Step::Doing;

bool is_in_shared(const Step& step, Doing doing) { return step.in_shared && step.doing == doing; }

class SharedPlace {
 public:
  // load: from shared memory, of what stands where the element of the way belongs.
  SharedPlace(const TracedRun& run, const Ways::Way& way, Number stands, Number load)
      : run_(run), ways_(run.ways()), way_(way), load_(load), place_(run.name_of_out(*run.out_of(stands))) {}

  std::string looked_for_elsewhere() const {
    const auto store =
        std::find_if(way_.rbegin(), way_.rend(), [&](Number n) { return is_in_shared(step(n), Doing::store); });
    // (Parts of one float4 have one name, and are no other place.)
    if (store == way_.rend() || load_ < *store || ways_.element(*store) == ways_.element(load_)) return {};
    if (!in_one_array(*store) || !tile_is_permuted(run_)) return {};
    const Number blamed = to_blame(run_, {*store, load_});
    const auto where = [&](Number n) { return n == blamed ? "here" : "at " + ways_.line(n); };
    const std::string lost = run_.name_of_in(*run_.in_of(way_.front()));
    return at(blamed,
              fmt::format("{} stores {} to {} {}, and {} looks for it in {} {}, for {}: one of the two is wrong{}",
                          ways_.thread(*store), lost, ways_.element(*store), where(*store), ways_.thread(load_),
                          ways_.element(load_), where(load_), place_, loaded(*store)));
  }

  // No thread of its block has stored what is loaded: the nearest that one has stored.
  std::string not_stored_there() const {
    if (ways_.origin(load_) || step(load_).block == step(way_.back()).block) return {};
    std::optional<Number> nearest;
    const auto distance = [&](Number n) {
      return std::max(step(n).address, step(load_).address) - std::min(step(n).address, step(load_).address);
    };
    for (Number i = 0; i < load_; ++i) {
      if (!is_in_shared(step(i), Doing::store) || (nearest && distance(i) >= distance(*nearest))) continue;
      if (in_one_array(i)) nearest = i;
    }
    if (!nearest) return {};
    return at(*nearest, fmt::format("no thread of its block stores to {}, which {} loads at {} for {}; {} stores to {} "
                                    "here: does the loop end too soon, is a test too strict, or an index wrong?",
                                    ways_.element(load_), ways_.thread(load_), ways_.line(load_), place_,
                                    ways_.thread(*nearest), ways_.element(*nearest)));
  }

 private:
  // Where the thread that stores it has it from, if that is another line: the third that may be wrong.
  std::string loaded(Number store) const {
    const Number load = way_.front();
    if (!ways_.same_thread(load, store) || ways_.line(load) == ways_.line(store)) return {};
    return fmt::format(", or the load at {}", ways_.line_in_kernel(load));
  }
  const Step& step(Number n) const { return ways_.steps()[n]; }
  std::string at(Number n, const std::string& words) const { return ways_.line(n) + ": " + words + ways_.caller(n); }
  std::string array(Number n) const { return ways_.element(n).substr(0, ways_.element(n).find('[')); }
  bool in_one_array(Number store) const {
    return step(store).block == step(load_).block && step(store).launch == step(load_).launch &&
           array(store) == array(load_);
  }

  const TracedRun& run_;
  const Ways& ways_;
  const Ways::Way& way_;
  Number load_;
  std::string place_;
};

}  // namespace

std::string wrong_place_in_shared(const TracedRun& run, const Ways::Way& way, Number stands) {
  const auto load = run.ways().origin(stands);
  if (!load || !is_in_shared(run.ways().steps()[*load], Doing::load)) return {};
  const SharedPlace place(run, way, stands, *load);
  const std::string words = place.looked_for_elsewhere();
  return words.empty() ? place.not_stored_there() : words;
}

}  // namespace ladder::transpose
