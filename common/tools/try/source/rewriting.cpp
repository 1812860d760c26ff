#include "tools/try/source/rewriting.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "ladder/base/failure.hpp"
#include "ladder/emulator/debuginfo/device_code.hpp"
#include "tools/try/inline_ptx.hpp"
#include "tools/try/source/units.hpp"

namespace ladder::tried {
namespace {

// --- Functions of the host

// Of the emulator's own headers: part of kernels. Of Thrust, which kernels may call, too (thrust::seq). And of
// std::atomic, so that a kernel that has one is found.
bool is_told(const Source& source, std::size_t i) {
  const std::string_view name = source.tokens[i].file;
  return name.find("/ladder/emulator/") != name.npos || name.find("/include/thrust/") != name.npos ||
         name.ends_with("/atomic") || name.ends_with("/atomic_base.h");
}

// Of the program, or of CUB, which has kernels and launches of its own.
bool may_launch(const Token& token) { return !token.of_system || token.file.find("/include/cub/") != token.file.npos; }

// Where attributes may stand: behind `template <...>`, `extern "C"`, `[[...]]` and `__extension__`.
std::size_t begin_of_specifiers(const Source& source, std::size_t i) {
  for (;;) {
    const std::size_t next = code_from(source, i + 1);
    if (source.is(i, "template") && source.is(next, "<")) {
      i = code_from(source, closing(source, next) + 1);
    } else if (source.is(i, "extern") && next < source.tokens.size() && source.tokens[next].kind == TokenKind::text) {
      i = code_from(source, next + 1);
    } else if (source.is(i, "__extension__")) {
      i = next;
    } else if (source.is(i, "[")) {
      i = code_from(source, closing(source, i) + 1);
    } else {
      return i;
    }
  }
}

// Whether the brace opens the body of a lambda, `[](int a) {`, with nothing between the two brackets and it.
bool opens_lambda(const Source& source, std::size_t brace) {
  std::size_t before = code_before(source, brace);
  if (source.is(before, ")")) before = code_before(source, opening(source, before));
  return source.is(before, "]");
}

// --- Registers, allocations and namespaces

const Words registers = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
const Words allocating = {"cudaMalloc",    "cudaMallocManaged", "cudaMallocPitch",         "cudaMallocHost",
                          "cudaHostAlloc", "cudaMallocAsync",   "cudaMallocFromPoolAsync", "cudaMalloc3D"};

// What the pointer is called whose address the argument is: `(void**)&a` is a.
std::string pointed_at(const Source& source, std::size_t begin, std::size_t end) {
  while (begin < end && source.is(begin, "(")) {
    const std::size_t close = closing(source, begin);
    if (close + 1 >= end) {
      ++begin, --end;  // (&a)
    } else {
      begin = close + 1;  // a cast
    }
  }
  if (source.is(begin, "reinterpret_cast") || source.is(begin, "static_cast")) {
    const std::size_t open = closing(source, begin + 1) + 1;
    return open < end ? pointed_at(source, open + 1, closing(source, open)) : "";
  }
  if (source.is(begin, "&")) ++begin;
  std::string name = words(source, begin, end);
  for (std::size_t at = 0; (at = name.find_first_of("\"\\", at)) != std::string::npos; at += 2) name.insert(at, "\\");
  return name;
}

}  // namespace

void translate_asm(Source& source) {
  for (const Unit& unit : units_of(source)) {
    // In a function of the host, with nothing for the device, not even a lambda, asm is its processor's.
    if (unit.body != 0 && !has_word(source, unit.begin, unit.end, {"__device__", "__global__"})) continue;
    for (std::size_t i = unit.begin; i < unit.end; ++i) {
      if (!may_launch(source.tokens[i]) || !source.is_one_of(i, {"asm", "__asm__", "__asm"})) continue;
      std::size_t open = i + 1;
      while (source.is_one_of(open, {"volatile", "__volatile__", "__volatile"})) ++open;
      const std::size_t close = source.is(open, "(") ? closing(source, open) : source.tokens.size();
      if (close >= source.tokens.size()) continue;
      try {
        source.tokens[close].after = " " + translate_ptx(words(source, open + 1, close));  // behind `else`, say
      } catch (const Failure& failure) {
        if (!source.tokens[i].of_system) throw Failure(failure.status, source.place(i) + ": " + failure.what());
        source.tokens[close].after = " ::ladder::ptx::not_supported();";  // in a library, where nothing calls it
      }
      blank(source, i, close + 1);
    }
  }
}

void complete_main(Source& source) {
  for (const Unit& unit : units_of(source)) {
    if (unit.body == 0 || unit.name != "main") continue;
    for (std::size_t i = unit.body; i < unit.end; ++i) {
      if (source.is(i, "{") && opens_lambda(source, i)) i = std::min(closing(source, i), unit.end);
      if (source.is(i, "return") && source.is(code_from(source, i + 1), ";")) source.tokens[i].text = "return 0";
    }
  }
}

void spare_host_code(Source& source) {
  for (const Unit& unit : units_of(source)) {
    if (unit.body == 0 || unit.for_device || is_told(source, unit.begin)) continue;
    // Of a function that a kernel may call, too; or that has a clause between `template <...>` and its type.
    if (has_word(source, unit.begin, unit.body, {"constexpr", "consteval", "requires"})) continue;
    const std::size_t begin = begin_of_specifiers(source, unit.begin);
    if (begin < unit.body) source.tokens[begin].before.append(emulator::host_code_attributes).append(" ");
  }
}

void replace_launches(Source& source) {
  for (std::size_t i = 0; i < source.tokens.size(); ++i) {
    if (!may_launch(source.tokens[i]) || !source.is(i, "<<<")) continue;
    const std::size_t end = end_of_configuration(source, i + 1);
    const std::size_t open = code_from(source, end + 1);
    const std::size_t close = source.is(open, "(") ? closing(source, open) : source.tokens.size();
    if (close >= source.tokens.size()) {
      throw Failure(bad_usage,
                    source.place(i) + ": <<< without >>>(...): a launch is kernel<<<grid, block>>>(arguments)");
    }
    source.tokens[close].after = ", ::ladder::emulator::launch(" + words(source, i + 1, end) + ")";
    blank(source, i, open);
  }
}

void make_registers_numbers(Source& source) {
  for (std::size_t i = 1; i + 2 < source.tokens.size(); ++i) {
    if (source.tokens[i].of_system || !source.is_one_of(i, registers)) continue;
    const std::size_t before = code_before(source, i);
    if (source.is_one_of(before, {".", "->"})) continue;  // a member of that name
    if (source.is(before, "::") && !source.is_identifier(code_before(source, before)))
      blank(source, before, before + 1);  // ::threadIdx
    if (!source.is(i + 1, ".") || !source.is_one_of(i + 2, {"x", "y", "z"})) continue;
    source.tokens[i].text = "unsigned(" + source.tokens[i].text;
    source.tokens[i + 2].text += ")";
  }
}

void name_allocations(Source& source) {
  for (std::size_t i = 0; i + 1 < source.tokens.size(); ++i) {
    if (source.tokens[i].of_system || !source.is_one_of(i, allocating) || !source.is(i + 1, "(")) continue;
    const auto arguments = comma_separated(source, i + 2, closing(source, i + 1));
    if (arguments.size() < 2) continue;  // no call that CUDA has
    const std::size_t end = arguments.front().second;
    const std::string name = pointed_at(source, i + 2, end);
    if (name.empty()) continue;
    source.tokens[i + 1].after = "::ladder::emulator::named(\"" + name + "\", ";
    source.tokens[end - 1].after = ")" + source.tokens[end - 1].after;
  }
}

void name_namespaces(Source& source, const std::string& unique) {
  for (std::size_t i = 0; i + 1 < source.tokens.size(); ++i) {
    if (source.tokens[i].of_system || !source.is(i, "namespace") || !source.is(i + 1, "{")) continue;
    source.tokens[i].before += "inline ";
    source.tokens[i].after = " unnamed_in_" + unique;
  }
}

}  // namespace ladder::tried
