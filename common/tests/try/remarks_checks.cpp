// What is no hazard, and may explain what is wrong: said of each of its kind, and of nothing else.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "tests/try/run_program.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("tried: minima and maxima of the bits of floats, where negative numbers are in the reverse order") {
  for (const std::string program : {"signed_maximum", "signed_minimum", "unsigned_maximum", "of_doubles",
                                    "integer_buffer", "member", "variable", "pointer_in_memory", "shared_best"}) {
    CHECK_THAT(run_program("float_bits", program).out,
               ContainsSubstring(place_of_mark("float_bits", program) + ": floats in the wrong order: "));
  }
  for (const std::string program :
       {"by_sign", "of_magnitudes", "of_integers", "by_keys", "by_unsigned_keys", "least_distance"}) {
    INFO(program);
    CHECK_THAT(run_program("float_bits", program).out, !ContainsSubstring("floats in the wrong order"));
  }
}

TEST_CASE("tried: bytes of a sector that no lane asks for are of no use") {
  const std::string report = run_program("of_use").out;
  const auto at_most = [&](const std::string& kernel) {
    const std::regex row(kernel + " at of_use\\.cu:[0-9]+ 256x1 - [0-9]+ [0-9]+ ([0-9]+) ");
    std::smatch found;
    INFO(kernel << " of\n" << report);
    REQUIRE(std::regex_search(report, found, row));
    return std::stoi(found[1]);
  };
  const int in_order = at_most("in_order");
  for (const char* kernel : {"one_member", "every_eighth", "one_of_a_row"}) CHECK(at_most(kernel) < in_order / 2);
  for (const char* kernel : {"all_members", "by_float4"}) CHECK(at_most(kernel) >= in_order);
}
