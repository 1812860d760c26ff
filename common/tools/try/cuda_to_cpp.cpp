// cuda_to_cpp NUMBER DEVICE HOST: writes the C++ that is compiled in the place of a CUDA file. DEVICE, HOST: the file,
// preprocessed with __CUDA_ARCH__ and without it. NUMBER: of the file among those of its program.
// cuda_to_cpp --unsupported DEVICE HOST: instead, what the file uses that the emulator does not have, a line each;
// status 1 where that is nothing.
#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <vector>

#include "ladder/base/failure.hpp"
#include "ladder/base/files.hpp"
#include "tools/try/source/rewriting.hpp"

using namespace ladder;

namespace {

// Says of each what is refused; whether there is one.
bool is_refused(const Source& source, const std::vector<tried::Refusal>& refusals) {
  for (const auto& [token, why] : refusals) fmt::print(stderr, "{}: {}\n", source.place(token), why);
  return !refusals.empty();
}

// The program's file, preprocessed. What it calls `ladder` gets another name: that one is the emulator's namespace.
Source program_in(const std::string& text) {
  Source source = source_of(text);
  for (Token& token : source.tokens)
    if (!token.of_system && token.text == "ladder") token.text = "ladder_";
  return source;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    fmt::print(stderr, "usage: cuda_to_cpp NUMBER|--unsupported DEVICE HOST\n");
    return bad_usage;
  }
  const std::string device = contents(argv[2]), host = contents(argv[3]);
  try {
    Source source = program_in(device);
    if (is_refused(source, tried::find_hidden(source, tried::Judged::program))) return bad_usage;
    if (host != device) tried::merge_sides(source, program_in(host));
    if (std::string(argv[1]) == "--unsupported") {
      const auto lines = tried::find_unsupported(source);
      for (const std::string& line : lines) fmt::print("{}\n", line);
      return lines.empty() ? wrong_or_hazard : all_verified;
    }
    if (is_refused(source, tried::find_wrong_sides(source, tried::Judged::program))) return bad_usage;
    if (is_refused(source, tried::find_extensions(source))) return bad_usage;
    if (is_refused(source, tried::find_unset(source))) return wrong_or_hazard;
    tried::complete_main(source);
    tried::spare_host_code(source);
    tried::name_namespaces(source, argv[1]);
    tried::translate_asm(source);
    tried::make_registers_numbers(source);
    tried::name_allocations(source);
    tried::replace_launches(source);
    tried::split_kernels(source);
    tried::replace_qualifiers(source);
    fmt::print("{}", text_of(source));
  } catch (const Failure& failure) {
    fmt::print(stderr, "error: {}\n", failure.what());
    return failure.status;
  }
  return all_verified;
}
