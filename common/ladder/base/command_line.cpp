#include "ladder/base/command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "ladder/base/failure.hpp"

namespace ladder {
namespace {

[[noreturn]] void refuse(const std::string& message) { throw Failure(bad_usage, message + " (try --help)"); }

Complaint keep_in(std::string& value, const Complaint& complaint) {
  return [&value, complaint](const std::string& text) {
    value = text;
    return complaint ? complaint(text) : std::string();
  };
}

Complaint add_to(std::vector<std::string>& values, const Complaint& complaint) {
  return [&values, complaint](const std::string& text) {
    values.push_back(text);
    return complaint ? complaint(text) : std::string();
  };
}

// Of --help; a long name stands in a line of its own.
std::string row(const std::string& name, const std::string& help) {
  constexpr std::size_t width = 25;
  return fmt::format("  {:<{}} {}{}\n", name, width, name.size() > width ? "\n" + std::string(width + 3, ' ') : "",
                     help);
}

}  // namespace

Complaint none_of(const std::vector<std::string>& words) {
  return [words](const std::string& text) -> std::string {
    if (std::find(words.begin(), words.end(), text) != words.end()) return {};
    std::string all;
    for (const std::string& word : words) all += (all.empty() ? "" : ", ") + word;
    return fmt::format("takes {}, not '{}'", all, text);
  };
}

CommandLine::CommandLine(std::string program, std::string summary)
    : program_(std::move(program)), summary_(std::move(summary)) {}

void CommandLine::flag(const std::string& name, const std::string& help, bool& value) {
  options_.push_back({name, "", help, [&value](const std::string&) { return (value = true, std::string()); }});
}

void CommandLine::option(const std::string& name, const std::string& type, const std::string& help, std::string& value,
                         const Complaint& complaint) {
  options_.push_back({name, type, help, keep_in(value, complaint)});
}

void CommandLine::list(const std::string& name, const std::string& type, const std::string& help,
                       std::vector<std::string>& values, const Complaint& complaint) {
  options_.push_back({name, type, help, add_to(values, complaint), true});
}

void CommandLine::number(const std::string& name, const std::string& type, const std::string& help, std::uint64_t least,
                         std::uint64_t most, std::optional<std::uint64_t>& value) {
  const auto take = [least, most, &value](const std::string& text) -> std::string {
    const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    errno = 0;
    value = digits ? std::strtoull(text.c_str(), nullptr, 10) : 0;
    if (digits && errno == 0 && *value >= least && *value <= most) return {};
    return fmt::format("takes a whole number from {} to {}, not '{}'", least, most, text);
  };
  options_.push_back({name, type, help, take});
}

void CommandLine::word(const std::string& name, const std::string& help, std::string& value) {
  words_.push_back({name, "", help, keep_in(value, nullptr), false, true});
}

void CommandLine::words(const std::string& name, const std::string& help, std::vector<std::string>& values,
                        bool required) {
  words_.push_back({name, "", help, add_to(values, nullptr), true, required});
}

void CommandLine::take(Argument& argument, const std::string& value) {
  ++argument.given;
  const std::string complaint = argument.take(value);
  if (!complaint.empty()) refuse(argument.name + ": " + complaint);
}

CommandLine::Argument* CommandLine::option_of(const std::string& name) {
  const auto found = std::find_if(options_.begin(), options_.end(), [&](const Argument& o) { return o.name == name; });
  return found == options_.end() ? nullptr : &*found;
}

CommandLine::Argument& CommandLine::next_word(const std::string& value) {
  const auto open = [](const Argument& word) { return word.is_list || word.given == 0; };
  const auto next = std::find_if(words_.begin(), words_.end(), open);
  if (next == words_.end()) refuse("The following argument was not expected: " + value);
  return *next;
}

bool CommandLine::parse(int argc, const char* const* argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const auto is_option = [](const std::string& text) { return text.size() > 2 && text.compare(0, 2, "--") == 0; };
  bool words_alone = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (!words_alone && argument == "--") {
      words_alone = true;
    } else if (!words_alone && (argument == "--help" || argument == "-h")) {
      fmt::print("{}", help());
      return false;
    } else if (!words_alone && argument == "--version" && !version_.empty()) {
      fmt::print("{}\n", version_);
      return false;
    } else if (!words_alone && argument.size() > 1 && argument[0] == '-') {
      const std::size_t equals = argument.find('=');
      Argument* option = option_of(argument.substr(0, equals));
      const bool is_flag = option != nullptr && option->type.empty();
      if (option == nullptr || (is_flag && equals != std::string::npos)) {
        refuse("The following argument was not expected: " + argument);
      }
      if (is_flag || equals != std::string::npos) {
        take(*option, is_flag ? "" : argument.substr(equals + 1));
      } else if (i + 1 == arguments.size() || is_option(arguments[i + 1])) {
        refuse(fmt::format("{0}: its value is missing: {0} {1}", option->name, option->type));
      } else {
        take(*option, arguments[++i]);
      }
    } else {
      take(next_word(argument), argument);
    }
  }
  for (const Argument& option : options_) {
    if (option.given > 1 && !option.is_list && !option.type.empty()) {
      refuse(fmt::format("{}: given {} times; it takes one", option.name, option.given));
    }
  }
  for (const Argument& word : words_) {
    if (word.is_required && word.given == 0) refuse(word.name + " is required");
  }
  return true;
}

std::string CommandLine::help() const {
  std::string text = fmt::format("{}\nUsage: {} [OPTIONS]", summary_, program_);
  for (const Argument& word : words_) {
    const std::string name = word.name + (word.is_list ? "..." : "");
    text += word.is_required ? " " + name : " [" + name + "]";
  }
  text += words_.empty() ? "\n" : "\n\nPositionals:\n";
  for (const Argument& word : words_) text += row(word.name, word.help);
  text += "\nOptions:\n" + row("-h,--help", "Print this help message and exit");
  if (!version_.empty()) text += row("--version", "Display program version information and exit");
  for (const Argument& option : options_) {
    text += row(option.name + " " + option.type + (option.is_list ? " ..." : ""), option.help);
  }
  return text + (footer_.empty() ? "" : "\n" + footer_ + "\n");
}

}  // namespace ladder
