#include <cstddef>

#include "tools/exercise/question.hpp"

namespace {

using namespace ladder::exercise;

constexpr const char* layouts[] = {"padded", "swizzled"};

Question<double> question(std::size_t layout, Size size) {
  auto question = transpose_question<double>(size);
  question.part = layout;
  question.what = std::string(layouts[layout]) + " " + question.what;
  return question;
}

}  // namespace

Exercise ladder::exercise::exercise() {
  Exercise exercise{"where a pad cannot help, for double", {}};
  for (const std::size_t layout : {0, 1}) {
    for (const Size size : {Size{128, 8}, {256, 24}, {33, 65}}) exercise.items.push_back(item(question(layout, size)));
    auto last = question(layout, {256, 256});
    const char* reason = "16 lanes are served at a time, and 16 doubles can lie in 32 banks: 2 wavefronts for a warp";
    const std::uint64_t in = layout == 0 ? 4 : 2;  // the pad's rows conflict
    last.contract = {
        {Space::shared, Access::store, &LineCounters::transactions, 256 * 256 / 32 * in, reason},
        {Space::shared, Access::load, &LineCounters::transactions, 256 * 256 / 32 * 2, reason},
    };
    exercise.items.push_back(item(last));
  }
  for (const std::size_t layout : {0, 1}) {
    exercise.items.push_back(
        far_transpose({1040, 6200016}, sizeof(double), std::string(layouts[layout]) + " ", layout));
  }
  return exercise;
}
