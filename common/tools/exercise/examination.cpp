#include "tools/exercise/examination.hpp"

namespace ladder::exercise {

Examination examine(Engine& engine, const Exercise& asked, const std::vector<Launch>& answer) {
  Examination result;
  for (const Item& item : asked.items) {
    const Finding finding = item.examine(engine, answer);
    if (!finding.failures.empty()) {
      result.wrong_at = item.what;
      result.failures = finding.failures;
      return result;
    }
    result.right_at.push_back(item.what);
    for (const Cost& cost : finding.costs) {
      result.costs.emplace_back(item.what, cost);
      if (!cost.within_limit && !result.too_much) result.too_much = cost;
    }
  }
  return result;
}

}  // namespace ladder::exercise
