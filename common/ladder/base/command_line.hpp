// The command line of a program.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ladder {

// What is wrong with the value of an option, "takes a file, not ..": empty where it is good.
using Complaint = std::function<std::string(const std::string& value)>;

// For an option that takes one of these words.
Complaint none_of(const std::vector<std::string>& words);

class CommandLine {
 public:
  CommandLine(const std::string& program, const std::string& summary);
  CommandLine(CommandLine&&) = delete;  // the option --help refers to it

  // Options, "--rows", with what --help says of them. What follows --rows, or --rows=, goes to `value`; of a list, what
  // follows each --rows.
  void flag(const std::string& name, const std::string& help, bool& value);
  void option(const std::string& name, const std::string& type, const std::string& help, std::string& value,
              const Complaint& complaint = nullptr);
  void list(const std::string& name, const std::string& type, const std::string& help, std::vector<std::string>& values,
            const Complaint& complaint = nullptr);
  // A whole number from `least` to `most`; nothing, where it is not given.
  void number(const std::string& name, const std::string& type, const std::string& help, std::uint64_t least,
              std::uint64_t most, std::optional<std::uint64_t>& value);
  // Words without an option, in the order of the calls; those of a list come last.
  void word(const std::string& name, const std::string& help, std::string& value);
  void words(const std::string& name, const std::string& help, std::vector<std::string>& values, bool required);
  // What --version answers, and what stands below --help.
  void version(const std::string& text);
  void footer(const std::string& text) { footer_ = text; }

  // Reads the arguments; behind -- all are words. False for --help and --version, which it answers. Throws
  // Failure(bad_usage) with one line that names the option and what it takes.
  bool parse(int argc, const char* const* argv);

 private:
  using Take = std::function<void(const std::string& value)>;
  struct Option {
    std::string name, type, help;  // without a type: a flag
    bool repeats;
    Take take;
    Complaint complaint = nullptr;
    int given = 0;
  };
  struct Word {
    std::string name, help;
    bool required, repeats;
    Take take;
  };
  std::string help() const;
  void take(Option& option, const std::string& value);
  void take_words(const std::vector<std::string>& given);

  std::string program_, summary_, version_, footer_;
  std::vector<Option> options_;
  std::vector<Word> words_;
  bool asks_for_help_ = false, asks_for_version_ = false;
};

}  // namespace ladder
