#include <fmt/format.h>

#include <map>
#include <regex>
#include <string>
#include <vector>

#include "tools/try/inline_ptx.hpp"

namespace ladder::tried {
namespace {

// The whole opcode, and what it becomes: $1, $2, ... are what its brackets found.
struct Row {
  Row(const char* opcode, const char* words) : opcode(opcode), words(words) {}
  std::regex opcode;
  const char* words;
};

#define INTEGER "([us](?:16|32|64))"
#define INTEGER_OR_BYTE "([us](?:8|16|32|64))"
#define FLOAT "(f32|f64)"
#define HALF "(f16|f16x2|bf16|bf16x2)"
#define ANY "([bus](?:8|16|32|64)|f32|f64)"
#define ROUNDING "(rn|rz|rm|rp)"
#define FTZ "(?:\\.ftz)?"
#define COMPARISON "(eq|ne|lt|le|gt|ge|lo|ls|hi|hs|equ|neu|ltu|leu|gtu|geu)"
// Of loads and stores: who else may see them, and what the caches are to do.
#define SCOPE "\\.(?:cta|cluster|gpu|sys)"
#define SPACE "(?:\\.(?:global|const|local|param|(shared)(?:::cta)?))?"
#define SHARED "\\.shared(?:::cta)?"
#define LOAD_HINTS "(?:\\.weak|\\.nc|\\.ca|\\.cg|\\.cs|\\.lu|\\.L1::\\w+|\\.L2::(?:64B|128B|256B))*"
#define STORE_HINTS "(?:\\.weak|\\.wb|\\.cg|\\.cs|\\.wt|\\.L1::\\w+)*"
#define COPIED SHARED "\\.global(?:\\.L2::(?:64B|128B|256B))?"
#define VECTOR "\\.v[24]\\."
#define ANEW "asm volatile(\"\" ::: \"memory\"); "  // the compiler forgets what it has in registers
#define SEEN_BY_OTHERS "(?:\\.volatile|\\.relaxed" SCOPE "|\\.mmio\\.relaxed\\.sys)"
#define ATOMIC_ORDER "(?:\\.(relaxed|acquire|release|acq_rel))?(?:\\.(cta|gpu|sys))?"

// What the row becomes that the text is of; empty where there is none.
std::string find_in(const std::vector<Row>& rows, const std::string& text) {
  std::smatch found;
  for (const Row& row : rows) {
    if (std::regex_match(text, found, row.opcode)) return found.format(row.words);
  }
  return "";
}

const std::vector<Row>& instructions() {
  static const std::vector<Row> all = {
      // Integers.
      {"(add|sub|div|rem|min|max)\\." INTEGER, "P::set(@0, P::$1_<P::$2>(@1, @2))"},
      {"mul\\.(lo|hi|wide)\\." INTEGER, "P::set(@0, P::mul_$1_<P::$2>(@1, @2))"},
      {"mad\\.(lo|hi)\\." INTEGER, "P::set(@0, P::add_<P::$2>(P::mul_$1_<P::$2>(@1, @2), @3))"},
      {"mad\\.wide\\." INTEGER, "P::set(@0, P::mad_wide_<P::$1>(@1, @2, @3))"},
      {"(neg|abs)\\.(s16|s32|s64)", "P::set(@0, P::$1_<P::$2>(@1))"},
      // Bits.
      {"(and|or|xor)\\.(pred|b16|b32|b64)", "P::set(@0, P::$1_<P::$2>(@1, @2))"},
      {"not\\.(pred|b16|b32|b64)", "P::set(@0, P::not_<P::$1>(@1))"},
      {"shl\\.(b16|b32|b64)", "P::set(@0, P::shl_<P::$1>(@1, @2))"},
      {"shr\\.([bus](?:16|32|64))", "P::set(@0, P::shr_<P::$1>(@1, @2))"},
      {"(popc|clz|brev)\\.(b32|b64)", "P::set(@0, P::$1_<P::$2>(@1))"},
      {"bfe\\.([us](?:32|64))", "P::set(@0, P::bfe_<P::$1>(@1, @2, @3))"},
      {"bfi\\.(b32|b64)", "P::set(@0, P::bfi_<P::$1>(@1, @2, @3, @4))"},
      {"lop3\\.b32", "P::set(@0, P::lop3_(@1, @2, @3, @4))"},
      {"prmt\\.b32", "P::set(@0, P::prmt_(@1, @2, @3))"},
      {"shf\\.(l|r)\\.wrap\\.b32",
       "P::set(@0, __funnelshift_$1(P::as<P::b32>(@1), P::as<P::b32>(@2), P::as<P::b32>(@3)))"},
      {"shf\\.(l|r)\\.clamp\\.b32",
       "P::set(@0, __funnelshift_$1c(P::as<P::b32>(@1), P::as<P::b32>(@2), P::as<P::b32>(@3)))"},
      // Floats.
      {"(add|sub|mul|min|max)" FTZ "\\." FLOAT, "P::set(@0, P::$1_<P::$2>(@1, @2))"},
      {"(add|sub|mul|div)\\." ROUNDING FTZ "\\." FLOAT, "P::set(@0, P::rounded_$1_<P::$3, P::$2>(@1, @2))"},
      {"div\\.(?:approx|full)" FTZ "\\.f32", "P::set(@0, P::div_<P::f32>(@1, @2))"},
      {"(?:fma|mad)\\." ROUNDING FTZ "\\." FLOAT, "P::set(@0, P::fma_<P::$2, P::$1>(@1, @2, @3))"},
      {"(rcp|sqrt)\\." ROUNDING FTZ "\\." FLOAT, "P::set(@0, P::rounded_$1_<P::$3, P::$2>(@1))"},
      {"(rcp|sqrt|rsqrt|sin|cos|lg2|ex2|tanh)\\.approx" FTZ "\\." FLOAT, "P::set(@0, P::$1_<P::$2>(@1))"},
      {"(neg|abs)" FTZ "\\." FLOAT, "P::set(@0, P::$1_<P::$2>(@1))"},
      {"(add|sub|mul)(?:\\.rn)?" FTZ "\\." HALF, "P::set(@0, P::$1_<P::$2>(@1, @2))"},
      {"fma\\.rn" FTZ "\\." HALF, "P::set(@0, P::fma_<P::$1, P::rn>(@1, @2, @3))"},
      // Choices, moves and conversions.
      {"setp\\." COMPARISON FTZ "\\." ANY, "@0 = P::is_$1_<P::$2>(@1, @2)"},
      {"setp\\." COMPARISON FTZ "\\." ANY "\\|", "@0 = P::is_$1_<P::$2>(@2, @3); @1 = !@0"},
      {"setp\\." COMPARISON "\\.(and|or|xor)" FTZ "\\." ANY, "@0 = P::$2_<P::pred>(P::is_$1_<P::$3>(@1, @2), @3)"},
      {"selp\\." ANY, "P::set(@0, @3 ? P::as<P::$1>(@1) : P::as<P::$1>(@2))"},
      {"mov\\.(b32|b64)\\{0", "P::unpack<P::$1>(P::as<P::$1>(@1), @0)"},
      {"mov\\.(b32|b64)\\{1", "P::set(@0, P::pack<P::$1>(@1))"},
      {"mov\\.pred", "@0 = @1"},
      {"mov\\." ANY, "P::set(@0, P::as<P::$1>(@1))"},
      {"cvt\\." INTEGER_OR_BYTE "\\." INTEGER_OR_BYTE, "P::set(@0, P::cvt_<P::$1, P::$2, P::rz>(@1))"},
      {"cvt\\.sat\\." INTEGER_OR_BYTE "\\." INTEGER, "P::set(@0, P::saturated_<P::$1, P::$2>(@1))"},
      {"cvt\\." ROUNDING "i" FTZ "\\." INTEGER "\\.(f16|bf16|f32|f64)", "P::set(@0, P::cvt_<P::$2, P::$3, P::$1>(@1))"},
      {"cvt\\." ROUNDING "i" FTZ "\\.(f32|f64)\\.\\2", "P::set(@0, P::whole_<P::$2, P::$1>(@1))"},
      {"cvt\\." ROUNDING FTZ "\\.(f16|bf16|f32|f64)\\.([us](?:8|16|32|64)|f16|bf16|f32|f64)",
       "P::set(@0, P::cvt_<P::$2, P::$3, P::$1>(@1))"},
      {"cvt" FTZ "\\.(f32|f64)\\.(f16|bf16|f32)", "P::set(@0, P::cvt_<P::$1, P::$2, P::rn>(@1))"},
      {"cvt\\." ROUNDING FTZ "\\.(f16|bf16)x2\\.f32", "P::set(@0, P::cvt_pair_<P::$2, P::$1>(@1, @2))"},
      // Addresses.
      {"cvta(?:\\.to)?\\.(?:global|const|local)\\.u(?:32|64)", "P::set(@0, P::as<P::u64>(@1))"},
      {"cvta\\.to" SHARED "\\.u(?:32|64)",
       "P::set(@0, P::u64(__cvta_generic_to_shared(reinterpret_cast<const void*>(P::as<P::u64>(@1)))))"},
      {"cvta" SHARED "\\.u(?:32|64)", "P::set(@0, P::address_shared(@1))"},
      {"isspacep\\.(shared|global|local)", "@0 = P::is_$1(@1)"},
      // Memory.
      {"ldu?" SPACE LOAD_HINTS "\\." ANY, "P::set(@0, P::load<P::$2>(P::address_$1(@1)))"},
      {"ldu?" SPACE LOAD_HINTS VECTOR ANY, "P::load<P::$2>(P::address_$1(@1), @0)"},
      {"ld(?:" SEEN_BY_OTHERS "|\\.acquire" SCOPE ")" SPACE "(?:\\.L1::\\w+)?\\." ANY,
       "P::set(@0, P::load_volatile<P::$2>(P::address_$1(@1)))"},
      {"ld" SPACE "\\.cv\\." ANY, "P::set(@0, P::load_volatile<P::$2>(P::address_$1(@1)))"},
      {"ld" SEEN_BY_OTHERS SPACE VECTOR ANY, ANEW "P::load<P::$2>(P::address_$1(@1), @0)"},
      {"st" SPACE STORE_HINTS "\\." ANY, "P::store<P::$2>(P::address_$1(@0), @1)"},
      {"st" SPACE STORE_HINTS VECTOR ANY, "P::store<P::$2>(P::address_$1(@0), @1)"},
      {"st" SEEN_BY_OTHERS SPACE "\\." ANY, "P::store_volatile<P::$2>(P::address_$1(@0), @1)"},
      {"st" SEEN_BY_OTHERS SPACE VECTOR ANY, "P::store<P::$2>(P::address_$1(@0), @1); " ANEW},
      {"st\\.release" SCOPE SPACE "\\." ANY, "__threadfence(); P::store_volatile<P::$2>(P::address_$1(@0), @1)"},
      {"prefetchu?(?:\\.global)?\\.L[12](?:::evict_last|::evict_normal)?", "P::prefetch(P::address_(@0))"},
      // Asynchronous copies; with a + behind the opcode they have a fourth operand.
      {"cp\\.async\\.(?:ca|(cg))" COPIED, "P::copy_async_$1(P::address_shared(@0), P::address_(@1), @2)"},
      {"cp\\.async\\.(?:ca|(cg))" COPIED "\\+", "P::copy_async_$1(P::address_shared(@0), P::address_(@1), @2, @3)"},
      {"cp\\.async\\.commit_group", "::ladder::emulator::commit_async_copies()"},
      {"cp\\.async\\.wait_group", "P::wait_for_copies(@0)"},
      {"cp\\.async\\.wait_all", "P::wait_for_all_copies()"},
      // Barriers and fences.
      {"(?:bar|barrier)(?:\\.cta)?\\.sync(?:\\.aligned)?", "P::barrier(@0)"},
      {"bar\\.warp\\.sync", "__syncwarp(P::as<P::b32>(@0))"},
      {"membar\\.cta|fence(?:\\.sc|\\.acq_rel)?\\.cta", "__threadfence_block()"},
      {"membar\\.gl|fence(?:\\.sc|\\.acq_rel)?\\.gpu", "__threadfence()"},
      {"membar\\.sys|fence(?:\\.sc|\\.acq_rel)?\\.sys", "__threadfence_system()"},
      // What the lanes of a warp do together.
      {"shfl\\.sync\\.(up|down|bfly|idx)\\.b32",
       "{ P::pred ladder_p; P::shfl<P::Shuffle::$1>(@0, ladder_p, @1, @2, @3, @4); }"},
      {"shfl\\.sync\\.(up|down|bfly|idx)\\.b32\\|", "P::shfl<P::Shuffle::$1>(@0, @1, @2, @3, @4, @5)"},
      {"vote\\.(?:sync\\.ballot|ballot\\.sync)\\.b32", "P::set(@0, __ballot_sync(P::as<P::b32>(@2), @1))"},
      {"vote\\.sync\\.(any|all)\\.pred", "@0 = __$1_sync(P::as<P::b32>(@2), @1) != 0"},
      {"activemask\\.b32", "P::set(@0, __activemask())"},
      {"match\\.any\\.sync\\.(b32|b64)", "P::set(@0, __match_any_sync(P::as<P::b32>(@2), P::as<P::$1>(@1)))"},
      {"redux\\.sync\\.(add|min|max)\\.([us]32)", "P::set(@0, __reduce_$1_sync(P::as<P::b32>(@2), P::as<P::$2>(@1)))"},
      {"redux\\.sync\\.(and|or|xor)\\.b32", "P::set(@0, __reduce_$1_sync(P::as<P::b32>(@2), P::as<P::b32>(@1)))"},
      // The thread itself.
      {"nanosleep\\.u32", "__nanosleep(P::as<P::u32>(@0))"},
      {"trap", "__trap()"},
      {"brkpt", "__brkpt()"},
      {"exit", "::ladder::emulator::end_thread()"},
  };
  return all;
}

// atom and red: the same operations, one with the old value as its first operand.
std::string atomic_words(const std::string& opcode) {
  static const std::regex pattern(
      "(atom|red)" ATOMIC_ORDER
      "(?:\\.(global|shared(?:::cta)?))?(?:\\.(relaxed|acquire|"
      "release|acq_rel))?(?:\\.(cta|gpu|sys))?\\.(add|min|max|inc|dec|exch|cas|and|or|xor)\\."
      "(b32|b64|u32|u64|s32|s64|f32|f64)");
  static const std::map<std::string, const char*> operations{
      {"add", "add"},       {"min", "minimum"}, {"max", "maximum"}, {"inc", "increment"}, {"dec", "decrement"},
      {"exch", "exchange"}, {"and", "bit_and"}, {"or", "bit_or"},   {"xor", "bit_xor"}};
  std::smatch found;
  if (!std::regex_match(opcode, found, pattern)) return "";
  const bool has_result = found[1] == "atom", is_shared = found[4].length() != 0 && found[4] != "global";
  const std::string order = found[2].str() + found[5].str(), scope = found[3].str() + found[6].str();
  const std::string type = found[8], operation = found[7];
  const bool swaps = operation == "cas";
  const std::string name =
      swaps ? fmt::format("compare_and_swap<P::{}>", type)
            : fmt::format("atomic<P::{}, ::ladder::emulator::Operation::{}>", type, operations.at(operation));
  const int address = has_result ? 1 : 0;  // the operand's number
  std::string operands = fmt::format("P::address_{}(@{}), @{}", is_shared ? "shared" : "", address, address + 1);
  if (swaps) operands += fmt::format(", @{}", address + 2);
  const std::string call =
      fmt::format("P::{}({}, ::ladder::emulator::Scope::{})", name, operands, scope == "cta" ? "block" : "device");
  const bool releases = order == "release" || order == "acq_rel";
  return (releases ? "__threadfence(); " : "") + (has_result ? "P::set(@0, " + call + ")" : call);
}

// .sat of a float: its value from 0 to 1.
std::string saturated_words(const PtxInstruction& instruction) {
  static const std::regex pattern("((?:add|sub|mul|fma|mad)[.\\w]*)\\.sat\\.(f32|f64)");
  std::smatch found;
  if (!std::regex_match(instruction.opcode, found, pattern)) return "";
  PtxInstruction plain = instruction;
  plain.opcode = found[1].str() + "." + found[2].str();
  const std::string words = words_for(plain);
  return words.empty() ? "" : words + "; P::set(@0, P::sat_<P::" + found[2].str() + ">(@0))";
}

}  // namespace

std::string words_for(const PtxInstruction& instruction) {
  for (const std::string& words : {saturated_words(instruction), atomic_words(instruction.opcode)}) {
    if (!words.empty()) return words;
  }
  // Barriers that not all threads of the block wait at.
  const bool is_barrier = instruction.opcode.starts_with("bar") && !instruction.opcode.starts_with("bar.warp");
  if (is_barrier && instruction.operands.size() != 1) return "";
  const bool is_copy = instruction.opcode.starts_with("cp.async.ca") || instruction.opcode.starts_with("cp.async.cg");
  const std::size_t operands = instruction.operands.size();
  if (is_copy && operands != 3 && operands != 4) return "";
  return find_in(instructions(), instruction.opcode + (is_copy && operands == 4 ? "+" : ""));
}

std::string special_register(const std::string& name) {
#define AXIS "\\.([xyz])"
#define REGISTER "P::special(::ladder::emulator::Register::"
  static const std::vector<Row> registers = {
      {"%tid" AXIS, REGISTER "thread, '$1' - 'x')"},
      {"%ntid" AXIS, REGISTER "block_size, '$1' - 'x')"},
      {"%ctaid" AXIS, REGISTER "block, '$1' - 'x')"},
      {"%nctaid" AXIS, REGISTER "grid_size, '$1' - 'x')"},
      {"%(laneid|n?warpid|n?smid|lanemask_(?:eq|lt|le|gt|ge))", "P::$1()"},
      {"%(?:clock|globaltimer_lo)", "P::u32(clock64())"},
      {"%(?:clock|globaltimer)_hi", "P::u32(clock64() >> 32)"},
      {"%(?:clock64|globaltimer)", "P::u64(clock64())"},
  };
  return find_in(registers, name);
}

}  // namespace ladder::tried
