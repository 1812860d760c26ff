// The words of --explain, for requests whose cost the lessons work out.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstdint>
#include <string>

#include "ladder/base/files.hpp"
#include "ladder/report/explain.hpp"
#include "tests/warp_pattern.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;
using namespace memory_model;

namespace {

// Line 27 of kernel.cuh, where all requests are like this one.
LineCounters line_of(Space space, const WarpAccess& request, std::uint64_t least, std::uint64_t requests) {
  const int cost = space == Space::global ? global_sectors(request) : shared_wavefronts(request);
  LineCounters line;
  line.file = "kernel.cuh";
  line.line = 27;
  line.space = space;
  line.operation = request.operation;
  line.bytes = request.bytes;
  line.requests = requests;
  line.transactions = requests * static_cast<std::uint64_t>(cost);
  line.least_transactions = requests * least;
  line.worst_transactions = cost;
  line.worst_request = request;
  return line;
}

std::string global_words(const WarpAccess& request) { return lanes_in_words(line_of(Space::global, request, 4, 1)); }
std::string shared_words(const WarpAccess& request) { return lanes_in_words(line_of(Space::shared, request, 1, 1)); }

}  // namespace

TEST_CASE("the report by line has a row per line, and says why one costs more than it has to") {
  const auto coalesced = line_of(Space::global, floats([](int l) { return l; }), 4, 32768);
  const auto column = line_of(Space::shared, floats([](int l) { return 32 * l; }), 1, 32768);
  CHECK(explain({coalesced, column}) ==
        "kernel.cuh:27\n"
        "  global load   4 bytes    32,768 requests      4 sectors each, at best 4\n"
        "  shared load   4 bytes    32,768 requests     32 wavefronts each, at best 1\n"
        "    lanes 128 bytes apart: lane i in bank (32*i + 0) % 32, 32 lanes in bank 0: 32 wavefronts\n");
}

TEST_CASE("the report by line: what nvcc may make of it, with both counts") {
  LineCounters line = line_of(Space::shared, floats([](int) { return 0; }), 1, 512);
  const std::string row =
      "kernel.cuh:27\n  shared load   4 bytes       512 requests      1 wavefront each, at best 1\n";
  line.merged = {16, 128, 256};
  CHECK(explain({line}) ==
        row +
            "    nvcc may merge neighbours into loads of 16 bytes: then 128 requests, 256 wavefronts; "
            "as written, 512 requests, 512 wavefronts\n");
  line.merged.made = true;
  CHECK(explain({line}) == row +
                               "    nvcc merged neighbours into loads of 16 bytes: 128 requests, 256 wavefronts; "
                               "as written, 512 requests, 512 wavefronts\n");
  line.bytes = 16;
  line.merged = {4, 2048, 2048, true};
  CHECK_THAT(explain({line}),
             ContainsSubstring("    nvcc split each into loads of 4 bytes: 2,048 requests, 2,048 wavefronts; "
                               "as written, 512 requests, 512 wavefronts\n"));
  line.bytes = 4;
  line.merged = {8, 0, 0};
  CHECK(explain({line}) == row +
                               "    nvcc may make these a part of loads of 8 bytes that stand elsewhere: then none; "
                               "as written, 512 requests, 512 wavefronts\n");
  line.merged = {};
  line.repeated = {511, 511};
  CHECK(explain({line}) == row +
                               "    nvcc may keep in registers what is loaded again: then 1 request, 1 wavefront; "
                               "as written, 512 requests, 512 wavefronts\n");
}

TEST_CASE("the report by line: an average over requests that differ, and a place that is long") {
  LineCounters line = line_of(Space::global, floats([](int l) { return l + 1; }), 4, 100);
  line.file = "transpose_template.cu";
  line.transactions = 476;
  line.least_transactions = 392;
  CHECK(explain({line}) ==
        "transpose_template.cu:27\n"
        "  global load   4 bytes       100 requests   4.76 sectors each, at best 3.92\n"
        "    32 lanes 4 bytes apart, but the first lies 4 bytes into a sector: 5 sectors\n");
}

TEST_CASE("the report by line: a row fits 80 columns, however much it says") {
  LineCounters line = line_of(Space::shared, floats([](int l) { return 32 * l; }), 1, 1234567);
  line.file = "a_program_with_a_name_that_is_very_long.cu";
  line.operation = Access::atomic;
  line.bytes = 16;
  line.transactions -= 1234567 / 9;
  line.least_transactions = 5678901;
  for (const std::string& row : lines_of(explain({line}))) CHECK((row.starts_with("    ") || row.size() <= 80));
}

TEST_CASE("the report by line: how the lanes of a global request lie") {
  CHECK(global_words(floats([](int l) { return 1024 * l; })) ==
        "32 lanes 4096 bytes apart, each in a sector of its own: 32 sectors");
  CHECK(global_words(floats([](int l) { return 2 * l; })) == "32 lanes 8 bytes apart: 8 sectors");
  CHECK(global_words(floats([](int l) { return l * l; })) == "lanes at uneven distances: 30 sectors");
}

TEST_CASE("the report by line: how the lanes of a shared request lie") {
  CHECK(shared_words(floats([](int l) { return 2 * l + 5; })) ==
        "lanes 8 bytes apart: lane i in bank (2*i + 5) % 32, 2 lanes in bank 1: 2 wavefronts");
  CHECK(shared_words(floats([](int l) { return l < 31 ? l : 32; })) == "2 lanes in bank 0: 2 wavefronts");
}
