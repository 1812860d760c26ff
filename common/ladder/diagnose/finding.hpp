// One thing that is wrong with a kernel, as a value. What is decided is decided by its members; its words are for
// people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "ladder/engine/code_place.hpp"

namespace ladder {

struct Finding {
  // Its kind: a hazard's name ("race", "out_of_bounds"), "wrong_result", "contract", "remark" (it may explain others),
  // "check" (of the course's own), "does_not_compile", "not_checked". Empty: nothing is wrong.
  std::string rule{};
  CodePlace at{};          // its file, in a verdict, from the root of the course; with its path where it can be read
  std::string words{};     // what is wrong, in one line, without its place
  std::string where{};     // "tile_32x8 at 31x33 on the emulator, launched by variants.cu:8"; may be empty
  std::string element{};   // that it is about, "shared tile[3][4]"; may be empty
  std::string variant{};   // that shows it; may be empty
  std::uint64_t turn = 0;  // of the launch, among all that a program does
  bool explains_others = false;         // it is said before all others
  bool is_aside = false;                // or behind a wrong result,
  bool is_proved = false;               // what was seen leaves no other cause
  bool is_of_launch = false;            // which is where the kernel is launched, and not at its line
  bool is_of_nobody = false;            // unless that is what no thread has stored: one that has ended may have had to
  Callers callers{};                    // of the device function that its line is in
  std::optional<std::size_t> hazard{};  // of a result's places and its remarks behind them, the one that it is made of
  std::size_t headline = 0;  // so many letters of the words say what is wrong, the rest the evidence; 0: all do

  bool found() const { return !rule.empty(); }
};

// "kernel.cuh:33: race on ..". Without a known line the words alone.
inline std::string with_place(const Finding& finding) { return with_place(finding.at, finding.words); }

}  // namespace ladder
