#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "ladder/base/json.hpp"
#include "ladder/base/mapped.hpp"
#include "tools/exercise/question.hpp"

namespace ladder::exercise {
namespace {

Part part_of_cost(const std::string& name, const Examination& found, bool of_speed, bool is_judged) {
  Part part{name, is_judged, {}};
  for (const Cost& cost : found.costs) {
    if (cost.of_speed != of_speed || cost.within_limit) continue;
    part.good = false;
    part.said.push_back(cost.what + ", " + cost.words);
    part.said.push_back(cost.enough);
    part.said.push_back(with_place(cost.breach));
  }
  return part;
}

// Adds what explains the failures at this item; where nothing was written, a later one may show more.
void explain(Engine& engine, const Exercise& asked, const std::vector<Launch>& answer, const Item& wrong_at,
             Examination& found) {
  for (const Item* item = &wrong_at; item <= &asked.items.back(); ++item) {
    const Finding cause = item->cause(engine, answer);
    if (!cause.found()) continue;
    const std::string where = item == &wrong_at ? "" : fmt::format(" (at {})", item->what);
    const std::string wrong = found.failures.back().words;
    found.failures.back() = cause;
    found.failures.back().words += where + "; " + wrong;
    return;
  }
}

}  // namespace

const Cost* Examination::too_much() const {
  const auto first = std::ranges::find_if(costs, [](const Cost& cost) { return !cost.within_limit; });
  return first == costs.end() ? nullptr : &*first;
}

Examination examine(Engine& engine, const Exercise& asked, const std::vector<Launch>& answer) {
  Examination result;
  for (const Item& item : asked.items) {
    if (item.only_of_good && !result.good()) continue;
    Examination here;
    item.examine(engine, answer, here);
    if (!here.why_no_more.empty()) {
      result.why_no_more = fmt::format("{}: {}", item.what, here.why_no_more);
      break;
    }
    result.costs.insert(result.costs.end(), here.costs.begin(), here.costs.end());
    if (here.failures.empty()) {
      result.right_at.push_back(item.what);
    } else if (result.failures.empty()) {
      if (here.cause_is_open) explain(engine, asked, answer, item, here);
      result.failures = here.failures;
      result.wrong_at = item.what;
    }
    if (here.result_is_wrong) {
      result.result_is_wrong = true;
      break;
    }
  }
  return result;
}

std::vector<Part> parts_of(const Examination& found) {
  const bool is_right = !found.result_is_wrong, has_hazard = !found.failures.empty();
  const std::vector<std::string> none;
  const auto lines = mapped(found.failures, [](const Finding& failure) { return with_place(failure); });
  return {{"right", is_right, is_right ? none : lines},
          {"no_hazard", is_right && !has_hazard, is_right ? lines : none},
          part_of_cost("counts", found, false, is_right && !has_hazard),
          part_of_cost("limits", found, true, is_right && !has_hazard)};
}

bool blank_is_empty(const std::string& path) {
  std::ifstream file(path);
  bool within = false;
  for (std::string line; std::getline(file, line);) {
    within = within || line.find(" your code: begin ") != std::string::npos;
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (within && first != std::string::npos && line.compare(first, 2, "//") != 0) return false;
    if (line.find(" your code: end ") != std::string::npos) return within;
  }
  return false;
}

std::string to_json(const std::string& file, const Exercise& asked, const Examination& found, bool started) {
  const Json parts = mapped(parts_of(found), [&](const Part& part) {
    return Json{{"part", part.name}, {"good", part.good && started}, {"said", part.said}};
  });
  const Json document = {{"exercise", file}, {"title", asked.title}, {"started", started}, {"parts", parts}};
  return to_text(document, 2) + '\n';
}

}  // namespace ladder::exercise
