// What is asked of the debug information again and again, and found once.
#pragma once

#include <map>
#include <mutex>

namespace ladder::emulator {

// Answers that are kept, for several OS threads at once.
template <typename Question, typename Answer>
class KeptAnswers {
 public:
  // What find(question) says the first time.
  const Answer& to(const Question& question, const auto& find) {
    const std::lock_guard lock(mutex_);
    const auto [known, is_new] = known_.try_emplace(question);
    if (is_new) known->second = find(question);
    return known->second;
  }

 private:
  std::mutex mutex_;
  std::map<Question, Answer> known_;
};

}  // namespace ladder::emulator
