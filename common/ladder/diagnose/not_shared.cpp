#include "ladder/diagnose/not_shared.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "ladder/base/input_file.hpp"
#include "ladder/diagnose/source_statements.hpp"
#include "ladder/engine/recording.hpp"

namespace ladder {
namespace {

// How the source uses a variable.
class UsesInSource {
 public:
  UsesInSource(const DeclaredVariable& variable, const std::vector<Word>& source)
      : name_(variable.name), source_(source), statements_(statements_from(source, variable.declared_at)) {}

  // The statement that sets it for one thread, and the one behind a barrier that uses it for all.
  struct Flaw {
    int set, used;
  };
  std::optional<Flaw> flaw() const {
    if (statements_.empty() || !is_declared_plainly(statements_.front())) return std::nullopt;
    const Statement* set = nullptr;
    bool is_behind = false;  // a barrier
    for (auto statement = std::next(statements_.begin()); statement != statements_.end(); ++statement) {
      if (is_pointed_to(*statement)) return std::nullopt;
      if (sets(*statement)) {
        if (!is_for_one_thread(statement->tests) || is_behind) return std::nullopt;
        if (set == nullptr) set = &*statement;
      } else if (set != nullptr && is_barrier(*statement)) {
        is_behind = true;
      } else if (uses(*statement) && !(set != nullptr && has_tests_of(*statement, *set))) {
        if (!is_behind) return std::nullopt;
        return Flaw{line_of(*set), line_of(*statement)};
      }
    }
    return std::nullopt;
  }

 private:
  static bool is_number(const std::string& text) {
    return std::isdigit(static_cast<unsigned char>(text[0])) != 0 || text == "true" || text == "false";
  }
  static bool is_assignment(const std::string& text) {
    static const std::set<std::string_view> all{"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
    return all.contains(text);
  }
  static const std::string& word(const Statement& statement, std::size_t at) {
    static const std::string none = ";";
    return at < statement.words.size() ? statement.words[at].text : none;
  }

  // Calls visit(before, behind) for each place of its name, with the words beside it.
  template <typename Visit>
  void for_each_place(const Statement& statement, const Visit& visit) const {
    for (std::size_t i = 0; i < statement.words.size(); ++i) {
      const std::string& before = word(statement, i - 1);
      if (word(statement, i) == name_ && before != "." && before != "->") visit(i, before, word(statement, i + 1));
    }
  }

  // Without a value, or with one that is the same for all.
  bool is_declared_plainly(const Statement& statement) const {
    bool is_plain = false;
    for_each_place(statement, [&](std::size_t at, const std::string&, const std::string& behind) {
      const std::string &value = word(statement, at + 2), &end = word(statement, at + 3);
      is_plain = behind == ";" || behind == "," || (behind == "=" && is_number(value) && (end == ";" || end == ","));
    });
    return is_plain;
  }
  bool sets(const Statement& statement) const {
    bool is_set = false;
    for_each_place(statement, [&](std::size_t, const std::string& before, const std::string& behind) {
      const bool is_counted = before == "++" || before == "--" || behind == "++" || behind == "--";
      is_set = is_set || is_counted || is_assignment(behind);
    });
    return is_set;
  }
  bool uses(const Statement& statement) const {
    bool is_used = false;
    for_each_place(statement, [&](std::size_t, const std::string&, const std::string&) { is_used = true; });
    return is_used;
  }
  bool is_pointed_to(const Statement& statement) const {
    bool is_taken = false;
    for_each_place(statement, [&](std::size_t, const std::string& before, const std::string&) {
      is_taken = is_taken || before == "&";
    });
    return is_taken;
  }
  static bool is_barrier(const Statement& statement) {
    return std::any_of(statement.words.begin(), statement.words.end(),
                       [](const Word& word) { return word.text.starts_with("__syncthreads"); });
  }

  // threadIdx, or what is set to something of it.
  bool is_of_thread(const std::string& name) const {
    if (name == "threadIdx") return true;
    for (std::size_t i = 0; i + 2 < source_.size(); ++i) {
      const bool is_set = source_[i].text == name && source_[i + 1].text == "=";
      for (std::size_t j = i + 2; is_set && j < source_.size() && source_[j].text != ";"; ++j) {
        if (source_[j].text == "threadIdx") return true;
      }
    }
    return false;
  }
  bool is_for_one_thread(const std::vector<std::string>& tests) const {
    return std::any_of(tests.begin(), tests.end(), [&](const std::string& test) {
      const std::vector<Word> words = words_of(test);
      const auto is_thread = [&](const Word& word) { return is_of_thread(word.text); };
      const auto is_equality = [](const Word& word) { return word.text == "==" || word.text == "!"; };
      return !test.starts_with("else ") && std::any_of(words.begin(), words.end(), is_equality) &&
             std::any_of(words.begin(), words.end(), is_thread);
    });
  }
  // Of `if (t == 0 && last)` around the statement, too, where `if (t == 0)` stands around the other one.
  static bool has_tests_of(const Statement& statement, const Statement& other) {
    return std::all_of(other.tests.begin(), other.tests.end(), [&](const std::string& test) {
      return std::any_of(statement.tests.begin(), statement.tests.end(), [&](const std::string& own) {
        return !own.starts_with("else ") && own.find(test) != std::string::npos;
      });
    });
  }
  int line_of(const Statement& statement) const {
    int line = 0;
    for (const Word& word : statement.words) line = line == 0 && word.text == name_ ? word.line : line;
    return line;
  }

  const std::string& name_;
  const std::vector<Word>& source_;
  std::vector<Statement> statements_;
};

// Of the kernel that is launched first, and of what it calls.
std::vector<DeclaredVariable> declared_in(Engine& engine, const Run& run) {
  std::set<std::uintptr_t> sites;
  return engine.recorder()->record(run, [&](const Step& step) { return sites.insert(step.site).second; }).variables();
}

Finding at(const DeclaredVariable& variable, const std::string& words) {
  return {"wrong_result",
          variable.file,
          variable.declared_at,
          words + ": is its __shared__ missing?",
          "",
          variable.name,
          "",
          true};
}

}  // namespace

Finding not_shared(Engine& engine, const Run& run, std::size_t least_elements) {
  if (engine.recorder() == nullptr) return {};
  for (const DeclaredVariable& variable : declared_in(engine, run)) {
    if (variable.is_shared) continue;
    const std::size_t elements =
        std::accumulate(variable.extents.begin(), variable.extents.end(), std::size_t{1}, std::multiplies<>());
    if (!variable.extents.empty() && elements >= least_elements) {
      return at(variable, fmt::format("each thread has {} for itself, and finds nothing there that others stored",
                                      variable.name));
    }
    if (!variable.extents.empty()) continue;
    const std::vector<Word> source = words_of(contents(variable.path));
    const auto flaw = UsesInSource(variable, source).flaw();
    if (!flaw) continue;
    return at(variable, fmt::format("each thread has {0} for itself, and only those that come to {1}:{2} set it; the "
                                    "others have none of that at {1}:{3}",
                                    variable.name, variable.file, flaw->set, flaw->used));
  }
  return {};
}

}  // namespace ladder
