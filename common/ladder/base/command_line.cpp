#include "ladder/base/command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "ladder/base/failure.hpp"

namespace ladder {
namespace {

[[noreturn]] void refuse(const std::string& why) { throw Failure(bad_usage, why + " (try --help)"); }

// A line of --help: the second column begins at 28.
std::string row(const std::string& what, const std::string& help) {
  constexpr std::size_t column = 26;
  if (what.size() < column) return fmt::format("  {:{}}{}\n", what, column, help);
  return fmt::format("  {}\n  {:{}}{}\n", what, "", column, help);
}

}  // namespace

Complaint none_of(const std::vector<std::string>& words) {
  return [words](const std::string& text) -> std::string {
    if (std::ranges::find(words, text) != words.end()) return {};
    return fmt::format("takes {}, not '{}'", fmt::join(words, ", "), text);
  };
}

CommandLine::CommandLine(const std::string& program, const std::string& summary)
    : program_(program), summary_(summary) {
  flag("--help", "Print this help and exit", asks_for_help_);
}

void CommandLine::flag(const std::string& name, const std::string& help, bool& value) {
  options_.push_back({name, "", help, false, [&value](const std::string&) { value = true; }});
}

void CommandLine::option(const std::string& name, const std::string& type, const std::string& help, std::string& value,
                         const Complaint& complaint) {
  options_.push_back({name, type, help, false, [&value](const std::string& text) { value = text; }, complaint});
}

void CommandLine::list(const std::string& name, const std::string& type, const std::string& help,
                       std::vector<std::string>& values, const Complaint& complaint) {
  const auto take = [&values](const std::string& text) { values.push_back(text); };
  options_.push_back({name, type + " ...", help, true, take, complaint});
}

void CommandLine::number(const std::string& name, const std::string& type, const std::string& help, std::uint64_t least,
                         std::uint64_t most, std::optional<std::uint64_t>& value) {
  const auto complaint = [least, most](const std::string& text) -> std::string {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && *end == '\0' && number >= least && number <= most) return {};
    return fmt::format("takes a whole number from {} to {}, not '{}'", least, most, text);
  };
  const auto take = [&value](const std::string& text) { value = std::strtoull(text.c_str(), nullptr, 10); };
  options_.push_back({name, type, help, false, take, complaint});
}

void CommandLine::word(const std::string& name, const std::string& help, std::string& value) {
  words_.push_back({name, help, true, false, [&value](const std::string& text) { value = text; }});
}

void CommandLine::words(const std::string& name, const std::string& help, std::vector<std::string>& values,
                        bool required) {
  words_.push_back({name, help, required, true, [&values](const std::string& text) { values.push_back(text); }});
}

void CommandLine::version(const std::string& text) {
  version_ = text;
  flag("--version", "Print the version and exit", asks_for_version_);
}

std::string CommandLine::help() const {
  std::string text = fmt::format("{}\nUsage: {} [OPTIONS]", summary_, program_), words, options;
  for (const Word& word : words_) {
    const std::string name = word.name + (word.repeats ? "..." : "");
    text += word.required ? " " + name : " [" + name + "]";
    words += row(name, word.help);
  }
  for (const Option& option : options_) {
    options += row(option.name + (option.type.empty() ? "" : " " + option.type), option.help);
  }
  if (!words.empty()) text += "\n\nArguments:\n" + words;
  text += (words.empty() ? "\n\nOptions:\n" : "\nOptions:\n") + options;
  return footer_.empty() ? text : text + "\n" + footer_ + "\n";
}

void CommandLine::take(Option& option, const std::string& value) {
  if (++option.given > 1 && !option.repeats && !option.type.empty()) {
    refuse(fmt::format("{}: given {} times; it takes one", option.name, option.given));
  }
  const std::string complaint = option.complaint ? option.complaint(value) : "";
  if (!complaint.empty()) refuse(option.name + ": " + complaint);
  option.take(value);
}

void CommandLine::take_words(const std::vector<std::string>& given) {
  auto next = given.begin();
  for (const Word& word : words_) {
    if (next == given.end() && word.required) refuse(word.name + " is missing");
    const auto last = word.repeats ? given.end() : std::min(next + 1, given.end());
    for (; next != last; ++next) word.take(*next);
  }
  if (next != given.end()) refuse(fmt::format("'{}' is one argument too many", *next));
}

// Not by getopt_long(), whose state a program that is tried has for its own arguments.
bool CommandLine::parse(int argc, const char* const* argv) {
  const std::vector<std::string> given(argv + std::min(argc, 1), argv + argc);
  std::vector<std::string> words;
  bool only_words = false;
  for (auto next = given.begin(); next != given.end(); ++next) {
    if (only_words || !next->starts_with('-') || *next == "-") {
      words.push_back(*next);
      continue;
    }
    only_words = *next == "--";
    if (only_words) continue;
    const std::size_t equals = next->find('=');
    const std::string name = *next == "-h" ? "--help" : next->substr(0, equals);
    const auto option = std::ranges::find(options_, name, &Option::name);
    const bool has_value = equals != next->npos;
    if (option == options_.end() || (has_value && option->type.empty()))
      refuse(fmt::format("unknown option '{}'", *next));
    const bool takes_next = !has_value && !option->type.empty();
    if (takes_next && next + 1 == given.end())
      refuse(fmt::format("{0}: its value is missing: {0} {1}", option->name, option->type));
    take(*option, has_value ? next->substr(equals + 1) : takes_next ? *++next : "");
    if (asks_for_help_ || asks_for_version_) {
      fmt::print("{}", asks_for_help_ ? help() : version_ + "\n");
      return false;
    }
  }
  take_words(words);
  return true;
}

}  // namespace ladder
