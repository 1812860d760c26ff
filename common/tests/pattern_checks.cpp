// Regular expressions, as the rooms use them.
#include <catch2/catch_test_macros.hpp>
#include <stdexcept>

#include "ladder/base/pattern.hpp"

using namespace ladder;

TEST_CASE("a pattern finds a whole text and the first place, and replaces all places") {
  const Pattern of_a_line("(\\w+):([0-9]+)");
  CHECK(of_a_line.whole("kernel:12") == Pattern::Found{"kernel:12", "kernel", "12"});
  CHECK(of_a_line.whole("in kernel:12").empty());
  CHECK(of_a_line.first_in("in kernel:12 or launch:3") == Pattern::Found{"kernel:12", "kernel", "12"});
  CHECK(of_a_line.first_in("nowhere").empty());
  CHECK(of_a_line.replaced_in("a:1, b:2, c", "<$&>") == "<a:1>, <b:2>, c");
  CHECK(of_a_line.replaced_in("a:1, b:2", "$2:$1") == "1:a, 2:b");
}

TEST_CASE("a group that took nothing is an empty part, and a pattern that is none is refused") {
  CHECK(Pattern("(a)?(b)").whole("b") == Pattern::Found{"b", "", "b"});
  CHECK_THROWS_AS(Pattern("(a"), std::runtime_error);
}
