#include <set>
#include <string>

#include "tools/try/source/rewriting.hpp"

namespace ladder::tried {
namespace {

bool is_register(const std::string& word) {
  static const std::set<std::string> words = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
  return words.count(word) != 0;
}

bool is_axis(const std::string& word) { return word == "x" || word == "y" || word == "z"; }

bool allocates(const std::string& word) {
  static const std::set<std::string> words = {"cudaMalloc",    "cudaMallocManaged", "cudaMallocPitch", "cudaMallocHost",
                                              "cudaHostAlloc", "cudaMallocAsync",   "cudaMalloc3D"};
  return words.count(word) != 0;
}

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

void make_registers_numbers(Source& source) {
  for (std::size_t i = 0; i + 2 < source.tokens.size(); ++i) {
    if (source.tokens[i].of_system || !is_register(source.tokens[i].text) || !source.is(i + 1, ".") ||
        !is_axis(source.tokens[i + 2].text))
      continue;
    source.tokens[i].text = "unsigned(" + source.tokens[i].text;
    source.tokens[i + 2].text += ")";
  }
}

void name_allocations(Source& source) {
  for (std::size_t i = 0; i + 1 < source.tokens.size(); ++i) {
    if (source.tokens[i].of_system || !allocates(source.tokens[i].text) || !source.is(i + 1, "(")) continue;
    const std::size_t close = closing(source, i + 1);
    std::size_t end = i + 2;
    while (end < close && !source.is(end, ",")) {
      end = source.is(end, "(") || source.is(end, "[") ? closing(source, end) + 1 : end + 1;
    }
    if (end >= close) continue;  // a declaration, or no call that CUDA has
    const std::string name = pointed_at(source, i + 2, end);
    if (name.empty()) continue;
    source.tokens[i + 1].after = "::ladder::emulator::named(\"" + name + "\", ";
    source.tokens[end - 1].after = ")" + source.tokens[end - 1].after;
  }
}

void name_namespaces(Source& source, const std::string& unique) {
  for (std::size_t i = 0; i + 1 < source.tokens.size(); ++i) {
    if (source.tokens[i].of_system || !source.is(i, "namespace") || !source.is(i + 1, "{")) continue;
    source.tokens[i].text = "inline namespace unnamed_in_" + unique;
  }
}

}  // namespace ladder::tried
