// What checks found wrong, for programs that read it: editors, code hosts, graders.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ladder/diagnose/finding.hpp"

namespace ladder {

// Of one chapter.
struct Verdict {
  std::string chapter;                   // "step3_padded"
  std::vector<Finding> findings;         // what explains others comes first
  std::vector<std::string> not_checked;  // checks that did not run, each with its reason

  bool good() const { return findings.empty(); }
};

// "step3_padded/kernel.cuh:33:1: error: race on ... (tile_32x8 at ...)", as compilers say it, so that an editor can
// jump to it; the whole line is meant. Without a known line the words alone.
std::string in_one_line(const Finding& finding);
// The same as shown() shows it.
std::string in_lines(const Finding& finding, std::size_t letters, bool colour);

// The errors in what a compiler wrote, of files below the folder root.
std::vector<Finding> compiler_errors(const std::string& output, const std::string& root);

// docs/verdict.schema.json says what stands in it.
std::string to_json(const std::vector<Verdict>& verdicts);
// Throws an exception where the text is not such a document.
std::vector<Verdict> verdicts_from_json(const std::string& text);

// As SARIF 2.1.0 (docs.oasis-open.org/sarif/sarif/v2.1.0), which code hosts show beside the lines of a change. A
// finding without a line stands at the chapter's variants.cu.
std::string to_sarif(const std::vector<Verdict>& verdicts);

}  // namespace ladder
