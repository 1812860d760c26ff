#include "checks.hpp"

#include <algorithm>

#include "ladder/app/findings.hpp"
#include "ladder/app/in_turn.hpp"
#include "ladder/app/problem.hpp"
#include "ladder/base/mapped.hpp"
#include LADDER_CHECKS  // of the problem

namespace ladder {
namespace LADDER_PROBLEM {

// Matrices and sums of more than 2^31 elements have no addresses here.
std::vector<Finding> faults_far_out(Engine&, const Variant&) { return {}; }

}  // namespace LADDER_PROBLEM

namespace playground {

Checked run_checks(const std::vector<std::string>& variants) {
  const auto engine = make_emulator();
  for (const std::string& name : problem.variant_names()) {
    const bool is_asked_for = variants.empty() || std::ranges::find(variants, name) != variants.end();
    if (!is_asked_for) wrong_variants.insert({engine->name(), name});  // and is not run
  }
#ifdef LADDER_SUMS
  reduction::check_results(*engine);
  reduction::check_misaligned_start(*engine);
  reduction::check_hard_data(*engine);
  reduction::check_contracts();
#else
  transpose::check_every_variant(*engine);
  transpose::check_contracts();
#endif
  return {in_turn(mapped(found, at_the_call), "", ""), news,
          "not checked here, where size_t has 32 bits: elements beyond 2^31 (./learn check does)"};
}

}  // namespace playground
}  // namespace ladder
