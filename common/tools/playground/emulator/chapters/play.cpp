// What a tab asks of a chapter's kernels: a run, or the checks.
#include <algorithm>
#include <string>

#include "answer.hpp"
#include "checks.hpp"
#include "ladder/app/chapter.hpp"
#include "ladder/app/limits.hpp"
#include "ladder/app/problem.hpp"
#include "ladder/base/mapped.hpp"
#include "ladder/report/json_report.hpp"
#include "ladder/report/kernel_source.hpp"
#include "ladder/report/limits_report.hpp"
#include "ladder/report/machines.hpp"
#include "ladder/report/show_json.hpp"
#include "ladder/report/table.hpp"
#include "ladder/report/terminal.hpp"
#include "ladder/report/verdict.hpp"

namespace ladder {
namespace {

// What the page has to know of the chapter.
Json list() {
  Json sizes = Json::array();
  for (const SizeOption& size : problem.sizes) sizes.push_back({{"name", size.name}, {"value", size.when_counted}});
  return {{"sizes", sizes}, {"variants", problem.variant_names()}};
}

Json check(const std::vector<std::string>& variants, std::size_t columns) {
  const auto [findings, news, left_out] = playground::run_checks(variants);
  std::string text, better;
  Json places = Json::array();
  for (const Finding& finding : findings) {
    text += in_lines(finding, columns, false);
    places.push_back(playground::place_of(finding));
  }
  for (const std::string& line : news) better += wrapped(line, columns);
  return {{"failures", text},
          {"news", better},
          {"left_out", left_out},
          {"is_good", findings.empty()},
          {"findings", places}};
}

}  // namespace

// {"kind", "chapter", "source", "sizes": [..], "variants": [..], "columns"}: "list", "check" or, left out, a run; the
// text of the chapter's kernels and variants; no sizes: those that the chapter counts at; no variants: all; letters of
// a line.
Json playground::answer_to(const Json& asked) {
  if (asked.value("kind", "") == "list") return list();
  const auto variants = asked.value("variants", std::vector<std::string>{});
  if (asked.value("kind", "") == "check") return check(variants, asked.value("columns", 100));
  const auto engine = make_emulator();
  engine->trace_runs(most_shown_requests);
  const Values size = asked.value("sizes", mapped(problem.sizes, &SizeOption::when_counted));
  Options options;
  options.sizes.assign(size.begin(), size.end());
  const auto fixture = problem.set_up(*engine, size);
  const auto all = fixture->cases().variants;
  const auto cases = chosen(all, variants);
  fixture->prepare(cases);
  std::vector<Result> results;
  for (const Case& variant : cases) {
    Result& result = results.emplace_back(fixture->measure(variant, 1));
    result.chapter = asked["chapter"];
    result.source = hash_of_source(asked["source"], result.variant);
    result.problem = problem.name;
    result.ceiling = problem.ceiling;
  }
  add_limits(options, size, false, machine_names().front(), results);
  const std::size_t columns = asked.value("columns", 100);
  const Table counts = table(results, false, columns);
  return {{"table", counts.rows},
          {"notes", wrapped(counts.notes, columns)},
          {"limits", wrapped(limits_in_words(results, columns), columns)},
          {"failures", failures(results, columns)},
          {"is_good", std::ranges::all_of(results, &Result::good)},
          {"results", json_of(Report{{"", "", engine->description()}, results})},
          {"show", Json::parse(show_to_json(results))}};
}

}  // namespace ladder
