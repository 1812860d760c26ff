// What inline PTX becomes, and what is refused. That it computes what it should is checked in tests/language/ptx.cu.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

#include "ladder/base/failure.hpp"
#include "tools/try/inline_ptx.hpp"

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::Message;
using ladder::tried::translate_ptx;

namespace {

void check_refused(const std::string& text, const std::string& what) {
  INFO(text);
  CHECK_THROWS_MATCHES(translate_ptx(text), ladder::Failure, Message("inline PTX: " + what));
}

}  // namespace

TEST_CASE("an asm statement becomes one statement of C++ in one line") {
  CHECK(translate_ptx(R"("mov.u32 %0, %%laneid;" : "=r"(lane))") ==
        "do { auto& ladder_out_0 = (lane); ::ladder::ptx::b32 ladder_0{}; "
        "::ladder::ptx::set(ladder_0, ::ladder::ptx::as<::ladder::ptx::u32>(::ladder::ptx::laneid())); "
        "::ladder::ptx::give(ladder_out_0, ladder_0); } while (false)");
  CHECK(translate_ptx(R"("bar.sync 0;")") == "do { ::ladder::ptx::barrier(::ladder::ptx::s64(0ull)); } while (false)");
  CHECK(translate_ptx("\"membar.gl;\" ::: \"memory\"") == "do { __threadfence(); } while (false)");
  CHECK(translate_ptx("\"\" ::: \"memory\"") == "do { } while (false)");  // for the compiler alone
}

TEST_CASE("operands are expressions of C++, whatever stands in them") {
  const std::string statement = translate_ptx(
      "// a comment\n\"ld.global.nc\"  /* another */ \".f32 %0, [%1+16];\\n\"\n"
      ": \"=f\"(f(a, \")\", ')')[i ? 1 : 2]) : \"l\"(pointer), \"n\"(sizeof(float) /* : */)");
  CHECK_THAT(statement, ContainsSubstring("auto& ladder_out_0 = (f(a, \")\", ')')[i ? 1 : 2]);") &&
                            ContainsSubstring("::ladder::ptx::b64 ladder_1 = "
                                              "::ladder::ptx::as<::ladder::ptx::b64>(pointer);") &&
                            ContainsSubstring("load<::ladder::ptx::f32>(::ladder::ptx::address_(ladder_1, ") &&
                            ContainsSubstring("::ladder::ptx::s64 ladder_2 = "));
  CHECK(statement.find('\n') == std::string::npos);
  CHECK_THAT(translate_ptx(R"("add.s32 %0, %0, 1;" : "+r"(x))"),
             ContainsSubstring("ladder_0 = ::ladder::ptx::as<::ladder::ptx::b32>(ladder_out_0);"));
}

TEST_CASE("an asm statement may lack the comma between two operands, as nvcc lets it") {
  CHECK(translate_ptx(R"("st.u32 [%0], %1;" :: "l"(p) "r"(x))") ==
        translate_ptx(R"("st.u32 [%0], %1;" :: "l"(p), "r"(x))"));
}

TEST_CASE("PTX has blocks, registers and guards of its own") {
  const std::string statement = translate_ptx(
      R"("{ .reg .pred p; .reg .b32 t<2>;\n\t setp.ne.b32 p, %1, 0; // whether\n @!p mov.u32 t1, 7;\n @p mov.u32 %0, t1; }")"
      R"( : "=r"(x) : "r"(y))");
  CHECK_THAT(statement, ContainsSubstring("{ ::ladder::ptx::pred ladder_r_p{}; ") &&
                            ContainsSubstring("::ladder::ptx::b32 ladder_r_t0{}; ") &&
                            ContainsSubstring("if (!ladder_r_p) { ::ladder::ptx::set(ladder_r_t1, ") &&
                            ContainsSubstring("if (ladder_r_p) { "));
}

TEST_CASE("what is not supported is refused by name") {
  check_refused(
      R"("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0}, {%1}, {%2}, {%3};" : "=f"(a) : "r"(b), "r"(c), "r"(d))",
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 is not supported");
  check_refused(R"("cp.async.ca.shared.global [%0], [%1], 16, 8, %2;" :: "r"(a), "l"(b), "l"(c))",
                "cp.async.ca.shared.global is not supported");
  check_refused(R"("cp.async.bulk.commit_group;" ::)", "cp.async.bulk.commit_group is not supported");
  check_refused(R"("cp.async.mbarrier.arrive.shared.b64 [%0];" :: "r"(a))",
                "cp.async.mbarrier.arrive.shared.b64 is not supported");
  check_refused(R"("mbarrier.init.shared.b64 [%0], 1;" :: "r"(a))", "mbarrier.init.shared.b64 is not supported");
  check_refused(R"("add.cc.u32 %0, %1, %2;" : "=r"(a) : "r"(b), "r"(c))", "add.cc.u32 is not supported");
  check_refused(R"("bar.sync 1, 128;")", "bar.sync is not supported");
  check_refused(R"("bar.arrive 1, 128;")", "bar.arrive is not supported");
  check_refused(R"("ld.global.L2::cache_hint.f32 %0, [%1], %2;" : "=f"(a) : "l"(b), "l"(c))",
                "ld.global.L2::cache_hint.f32 is not supported");
  check_refused(R"("mov.u32 %0, %%pm0;" : "=r"(a))", "the operand \"%pm0\" is not supported");
  check_refused(R"("mov.u32 %0, t;" : "=r"(a))", "the operand \"t\" is not supported");
  check_refused(R"("LOOP: bra LOOP;")", "LOOP: is not supported");
  check_refused(R"("bra LOOP;")", "bra is not supported");
  check_refused(R"("{ .reg .b128 t; }")", "a register of type .b128 is not supported");
  check_refused(R"("{ .reg .b32 t; } mov.u32 %0, t;" : "=r"(a))", "the operand \"t\" is not supported");
  check_refused(R"("add.s32 %0, %1;" : "=r"(a) : "r"(b))", "add.s32 with 2 operands is not supported");
  check_refused(R"("mov.b128 %0, %1;" : "=q"(a) : "q"(b))", "the constraint \"=q\" is not supported");
  check_refused(R"("membar.gl;" : "r"(a))", "the constraint \"r\" is not supported");
  check_refused(R"("}")", "a brace that was not opened is not supported");
  check_refused(R"("{ trap;")", "a brace that is not closed is not supported");
  check_refused("TEXT", "an asm statement that does not begin with its text in quotes");
  check_refused(R"("trap;" : "=r" a)", "an operand without its expression in parentheses");
  check_refused(R"("trap;" MACRO)", "an asm statement with more than its text, its operands and \"memory\"");
}
