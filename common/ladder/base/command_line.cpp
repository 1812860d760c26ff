#include "ladder/base/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "ladder/base/failure.hpp"

namespace ladder {
namespace {

CLI::Validator validator(const Complaint& complaint) {
  return CLI::Validator([complaint](const std::string& text) { return complaint ? complaint(text) : ""; }, "");
}

// The message for users. CLI11's own words for an option that is given too often, or without its value, are for
// programmers.
std::string in_plain_words(const CLI::App& app, const CLI::ParseError& error) {
  const std::string message = error.what();
  const std::string line = message.substr(0, message.find('\n'));
  const std::string name = line.substr(0, line.find(':'));
  const CLI::Option* option = app.get_option_no_throw(name);
  if (option == nullptr || dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return line;
  if (option->count() > 1) return fmt::format("{}: given {} times; it takes one", name, option->count());
  return fmt::format("{0}: its value is missing: {0} {1}", name, option->get_type_name());
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

CommandLine::CommandLine(const std::string& program, const std::string& summary)
    : app_(std::make_unique<CLI::App>(summary, program)) {
  constexpr std::size_t column = 28;  // where the help of an option begins
  app_->get_formatter()->column_width(column);
}

CommandLine::~CommandLine() = default;

void CommandLine::flag(const std::string& name, const std::string& help, bool& value) {
  app_->add_flag(name, value, help);
}

void CommandLine::option(const std::string& name, const std::string& type, const std::string& help, std::string& value,
                         const Complaint& complaint) {
  app_->add_option(name, value, help)->type_name(type)->check(validator(complaint));
}

void CommandLine::list(const std::string& name, const std::string& type, const std::string& help,
                       std::vector<std::string>& values, const Complaint& complaint) {
  app_->add_option(name, values, help)->type_name(type)->check(validator(complaint))->allow_extra_args(false);
}

void CommandLine::number(const std::string& name, const std::string& type, const std::string& help, std::uint64_t least,
                         std::uint64_t most, std::optional<std::uint64_t>& value) {
  const auto complaint = [least, most](const std::string& text) -> std::string {
    const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    errno = 0;
    const std::uint64_t number = digits ? std::strtoull(text.c_str(), nullptr, 10) : 0;
    if (digits && errno == 0 && number >= least && number <= most) return {};
    return fmt::format("takes a whole number from {} to {}, not '{}'", least, most, text);
  };
  app_->add_option_function<std::uint64_t>(
          name, [&value](const std::uint64_t& number) { value = number; }, help)
      ->type_name(type)
      ->check(validator(complaint));
}

void CommandLine::word(const std::string& name, const std::string& help, std::string& value) {
  app_->add_option(name, value, help)->required()->type_name("");
}

void CommandLine::words(const std::string& name, const std::string& help, std::vector<std::string>& values,
                        bool required) {
  app_->add_option(name, values, help)->required(required)->type_name("");
}

void CommandLine::version(const std::string& text) { app_->set_version_flag("--version", text); }
void CommandLine::footer(const std::string& text) { app_->footer(text); }

bool CommandLine::parse(int argc, const char* const* argv) {
  try {
    app_->parse(argc, argv);
    return true;
  } catch (const CLI::Success& request) {
    app_->exit(request);
    return false;
  } catch (const CLI::ParseError& error) {
    throw Failure(bad_usage, in_plain_words(*app_, error) + " (try --help)");
  }
}

}  // namespace ladder
