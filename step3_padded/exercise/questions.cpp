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
  Exercise exercise{"pad against swizzle, for double", {}};
  for (const std::size_t layout : {0, 1}) {
    for (const Size size : {Size{32, 32}, {64, 96}, {33, 65}}) exercise.items.push_back(item(question(layout, size)));
    auto last = question(layout, {256, 256});
    const char* reason = "16 lanes are served at a time, and 16 doubles can lie in 32 banks: 2 wavefronts for a warp";
    last.contract = {
        {Space::global, Access::load, &LineCounters::transactions, 256 * 256 / 4,
         "32 neighbouring doubles are 8 sectors"},
        {Space::global, Access::store, &LineCounters::transactions, 256 * 256 / 4,
         "32 neighbouring doubles are 8 sectors"},
        {Space::shared, Access::store, &LineCounters::transactions, 256 * 256 / 32 * 2, reason},
        {Space::shared, Access::load, &LineCounters::transactions, 256 * 256 / 32 * 2, reason},
    };
    exercise.items.push_back(item(last));
  }
  return exercise;
}
