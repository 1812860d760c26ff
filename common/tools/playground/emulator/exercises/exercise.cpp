// What a tab asks of an exercise: what ./learn exercise says of the answer.
#include "answer.hpp"
#include "ladder/app/problem.hpp"
#include "tools/exercise/question.hpp"

namespace ladder {
namespace exercise {
namespace {

// Of more than 2^31 elements, which have no addresses here.
Item not_asked(const std::string& what) {
  const auto say = [](Engine&, const std::vector<Launch>&, Examination& found) {
    found.why_no_more = "size_t has 32 bits here (./learn exercise asks it)";
  };
  return {"a few blocks of " + what, say, [](Engine&, const std::vector<Launch>&) { return Finding(); }, true};
}

}  // namespace

Item far_item(const std::string& what, Size, transpose::FarLaunch, std::size_t) { return not_asked(what); }
Item far_map(const std::string& what, unsigned, float (*)(float)) { return not_asked(what); }

}  // namespace exercise

// {"columns"}: letters of a line.
Json playground::answer_to(const Json& asked) {
  const auto engine = make_emulator();
  const exercise::Examination found = examine(*engine, exercise::exercise(), emulator::answer());
  const bool started = !exercise::blank_is_empty("/exercise.cuh");
  Json findings = Json::array();
  for (const Finding& failure : found.failures) findings.push_back(place_of(failure));
  for (const exercise::Cost& cost : found.costs)
    if (!cost.within_limit) findings.push_back(place_of(cost.breach));
  return {{"report", report_of(found, "exercise.cuh", started, asked.value("columns", 100), false)},
          {"is_good", found.good() && started},
          {"findings", findings}};
}

}  // namespace ladder
