#include "ladder/base/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <utility>

namespace ladder {
namespace {

// Of the UTF-8 character that begins the text, its bytes; 0 where there is none.
std::size_t bytes_of_character(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u; };
  const unsigned first = byte(0), second = byte(1);
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xc0) == 0x80; };
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first < 0xf0) {
    const bool surrogate = first == 0xed && second >= 0xa0, too_long = first == 0xe0 && second < 0xa0;
    return follows(1) && follows(2) && !surrogate && !too_long ? 3 : 0;
  }
  if (first >= 0xf0 && first < 0xf5) {
    const bool beyond = first == 0xf4 && second >= 0x90, too_long = first == 0xf0 && second < 0x90;
    return follows(1) && follows(2) && follows(3) && !beyond && !too_long ? 4 : 0;
  }
  return 0;
}

void write_text(const std::string& text, std::string& to) {
  static const std::pair<char, const char*> escapes[] = {{'"', "\\\""}, {'\\', "\\\\"}, {'\b', "\\b"}, {'\f', "\\f"},
                                                         {'\n', "\\n"}, {'\r', "\\r"},  {'\t', "\\t"}};
  to += '"';
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const auto escape = std::find_if(std::begin(escapes), std::end(escapes), [&](auto& e) { return e.first == c; });
    const std::size_t bytes = bytes_of_character(text, at);
    if (escape != std::end(escapes)) {
      to += escape->second;
    } else if (bytes == 1 && static_cast<unsigned char>(c) < 0x20) {
      to += fmt::format("\\u{:04x}", static_cast<int>(c));
    } else {
      to += bytes == 0 ? "\xef\xbf\xbd" : text.substr(at, bytes);
    }
    at += std::max<std::size_t>(1, bytes);
  }
  to += '"';
}

// The shortest digits that are read as the same number: 1.0, 0.001, 1.5e-07, 1e+20.
std::string in_digits(double number) {
  if (!std::isfinite(number)) return "null";
  char text[32];
  const auto end = std::to_chars(text, std::end(text), number, std::chars_format::scientific).ptr;
  const std::string scientific(text, end);  // 1.5e-07
  const std::size_t e = scientific.find('e');
  const int exponent = std::atoi(scientific.c_str() + e + 1);
  if (number != 0 && (exponent < -4 || exponent >= 15)) return scientific;
  const auto plain = std::to_chars(text, std::end(text), number, std::chars_format::fixed).ptr;
  const std::string fixed(text, plain);
  return fixed.find('.') == std::string::npos ? fixed + ".0" : fixed;
}

// Reads one value.
class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}

  Json all() {
    Json value = read(0);
    skip_blanks();
    if (at_ != text_.size()) refuse("one value");
    return value;
  }

 private:
  [[noreturn]] void refuse(const char* wanted) const {
    throw Json::Error(fmt::format("at byte {}: {} is missing", at_, wanted));
  }
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
  bool next_is(const char* token) {
    const std::string wanted = token;
    if (text_.compare(at_, wanted.size(), wanted) != 0) return false;
    at_ += wanted.size();
    return true;
  }

  Json read(int depth) {
    constexpr int most = 200;
    if (depth > most) refuse("the end of what is nested too deep");
    skip_blanks();
    if (next_is("null")) return nullptr;
    if (next_is("true")) return true;
    if (next_is("false")) return false;
    if (next_is("\"")) return read_text();
    if (next_is("[")) return read_list(Json::array(), "]", [&](Json& list) { list.push_back(read(depth + 1)); });
    if (!next_is("{")) return read_number();
    return read_list(Json::object(), "}", [&](Json& object) {
      skip_blanks();
      if (!next_is("\"")) refuse("the name of a member");
      const std::string name = read_text();
      skip_blanks();
      if (!next_is(":")) refuse(":");
      object[name] = read(depth + 1);
    });
  }

  template <typename Add>
  Json read_list(Json list, const char* end, const Add& add) {
    skip_blanks();
    if (next_is(end)) return list;
    do {
      add(list);
      skip_blanks();
    } while (next_is(","));
    if (!next_is(end)) refuse(end);
    return list;
  }

  Json read_number() {
    const std::size_t begin = at_;
    const auto digits = [&] {
      const std::size_t first = at_;
      at_ = std::min(text_.find_first_not_of("0123456789", at_), text_.size());
      if (at_ == first) refuse("a value");
      return at_ - first;
    };
    const bool is_negative = next_is("-");
    const bool begins_with_zero = at_ < text_.size() && text_[at_] == '0';
    if (digits() > 1 && begins_with_zero) refuse("a number without zeros before it");
    bool is_whole = true;
    if (next_is(".")) is_whole = false, digits();
    if (next_is("e") || next_is("E")) {
      is_whole = false;
      if (!next_is("+")) next_is("-");
      digits();
    }
    const char *const first = text_.data() + begin, *const last = text_.data() + at_;
    std::int64_t negative = 0;
    std::uint64_t positive = 0;
    if (is_whole && is_negative && std::from_chars(first, last, negative).ec == std::errc()) return negative;
    if (is_whole && !is_negative && std::from_chars(first, last, positive).ec == std::errc()) return positive;
    const double number = std::strtod(std::string(first, last).c_str(), nullptr);
    if (!std::isfinite(number)) refuse("a number that is not too large");
    return number;
  }

  unsigned read_code() {
    unsigned code = 0;
    const char* const first = text_.data() + at_;
    const char* const last = first + std::min<std::size_t>(4, text_.size() - at_);
    if (std::from_chars(first, last, code, 16).ptr != first + 4) refuse("a code of four digits");
    at_ += 4;
    return code;
  }

  void read_escape(std::string& to) {
    constexpr const char *escapes = "\"\\/bfnrt", *meanings = "\"\\/\b\f\n\r\t";
    for (std::size_t i = 0; escapes[i] != 0; ++i) {
      if (next_is(std::string(1, escapes[i]).c_str())) return static_cast<void>(to += meanings[i]);
    }
    if (!next_is("u")) refuse("what follows a backslash");
    unsigned code = read_code();
    if (code >= 0xd800 && code < 0xdc00 && next_is("\\u")) {
      const unsigned low = read_code();
      if (low < 0xdc00 || low >= 0xe000) refuse("the second half of a character");
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    if (code >= 0xd800 && code < 0xe000) refuse("the second half of a character");
    const auto add = [&](unsigned byte) { to += static_cast<char>(byte); };
    if (code < 0x80) return add(code);
    if (code < 0x800) {
      add(0xc0 | code >> 6);
    } else if (code < 0x10000) {
      add(0xe0 | code >> 12), add(0x80 | (code >> 6 & 0x3f));
    } else {
      add(0xf0 | code >> 18), add(0x80 | (code >> 12 & 0x3f)), add(0x80 | (code >> 6 & 0x3f));
    }
    add(0x80 | (code & 0x3f));
  }

  std::string read_text() {
    std::string text;
    while (!next_is("\"")) {
      if (at_ == text_.size() || static_cast<unsigned char>(text_[at_]) < 0x20) refuse("the end of a string");
      if (next_is("\\")) {
        read_escape(text);
        continue;
      }
      const std::size_t bytes = bytes_of_character(text_, at_);
      if (bytes == 0) refuse("UTF-8");
      text.append(text_, at_, bytes);
      at_ += bytes;
    }
    return text;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

}  // namespace

Json::Json(std::initializer_list<Json> list) {
  const auto is_member = [](const Json& pair) {
    const auto* const elements = std::get_if<std::vector<Json>>(&pair.value_);
    return elements != nullptr && elements->size() == 2 &&
           std::holds_alternative<std::string>(elements->front().value_);
  };
  if (!std::all_of(list.begin(), list.end(), is_member)) {
    value_ = std::vector<Json>(list);
    return;
  }
  auto& members = value_.emplace<std::vector<Member>>();
  for (const Json& pair : list) members.push_back({pair.at(std::size_t{0}).text(), pair.at(1)});
}

Json Json::array(std::initializer_list<Json> elements) {
  Json list;
  list.value_ = std::vector<Json>(elements);
  return list;
}

Json Json::object() {
  Json object;
  object.value_ = std::vector<Member>();
  return object;
}

bool Json::is_object() const { return std::holds_alternative<std::vector<Member>>(value_); }

std::size_t Json::size() const { return is_object() ? items().size() : elements().size(); }

const Json* Json::find(const std::string& name) const {
  const auto* const members = std::get_if<std::vector<Member>>(&value_);
  if (members == nullptr) return nullptr;
  const auto found = std::find_if(members->begin(), members->end(), [&](const Member& m) { return m.name == name; });
  return found == members->end() ? nullptr : &found->value;
}

Json& Json::operator[](const std::string& name) {
  if (const Json* found = find(name)) return const_cast<Json&>(*found);
  if (is_null()) value_ = std::vector<Member>();
  items();
  return std::get<std::vector<Member>>(value_).emplace_back(Member{name, nullptr}).value;
}

const Json& Json::at(const std::string& name) const {
  const Json* const found = find(name);
  if (found == nullptr) throw Error(fmt::format("there is no '{}'", name));
  return *found;
}

const std::vector<Json::Member>& Json::items() const {
  if (!is_object()) throw Error("an object is missing");
  return std::get<std::vector<Member>>(value_);
}

void Json::update(const Json& object) {
  for (const auto& [name, value] : object.items()) (*this)[name] = value;
}

Json& Json::push_back(Json element) {
  if (is_null()) value_ = std::vector<Json>();
  elements();
  return std::get<std::vector<Json>>(value_).emplace_back(std::move(element));
}

const std::vector<Json>& Json::elements() const {
  if (!std::holds_alternative<std::vector<Json>>(value_)) throw Error("an array is missing");
  return std::get<std::vector<Json>>(value_);
}

bool Json::truth() const {
  if (!std::holds_alternative<bool>(value_)) throw Error("true or false is missing");
  return std::get<bool>(value_);
}

Json::Number Json::number() const {
  if (const auto* number = std::get_if<std::int64_t>(&value_)) return *number;
  if (const auto* number = std::get_if<std::uint64_t>(&value_)) return *number;
  if (const auto* number = std::get_if<double>(&value_)) return *number;
  throw Error("a number is missing");
}

const std::string& Json::text() const {
  if (!std::holds_alternative<std::string>(value_)) throw Error("a string is missing");
  return std::get<std::string>(value_);
}

void Json::write(int indent, int depth, std::string& to) const {
  const auto line = [&](int level) {
    if (indent >= 0) to += '\n' + std::string(static_cast<std::size_t>(indent) * static_cast<std::size_t>(level), ' ');
  };
  const auto list = [&](char begin, char end, const auto& parts, const auto& write_part) {
    to += begin;
    for (const auto& part : parts) {
      if (&part != &parts.front()) to += ',';
      line(depth + 1);
      write_part(part);
    }
    if (!parts.empty()) line(depth);
    to += end;
  };
  if (const auto* elements = std::get_if<std::vector<Json>>(&value_)) {
    return list('[', ']', *elements, [&](const Json& element) { element.write(indent, depth + 1, to); });
  }
  if (const auto* members = std::get_if<std::vector<Member>>(&value_)) {
    return list('{', '}', *members, [&](const Member& member) {
      write_text(member.name, to);
      to += indent < 0 ? ":" : ": ";
      member.value.write(indent, depth + 1, to);
    });
  }
  if (const auto* text = std::get_if<std::string>(&value_)) return write_text(*text, to);
  if (const auto* real = std::get_if<double>(&value_)) {
    to += in_digits(*real);
  } else if (const auto* truth = std::get_if<bool>(&value_)) {
    to += *truth ? "true" : "false";
  } else if (is_null()) {
    to += "null";
  } else {
    to += std::visit([](auto whole) { return std::to_string(whole); }, number());
  }
}

std::string Json::dump(int indent) const {
  std::string text;
  write(indent, 0, text);
  return text;
}

Json Json::parse(const std::string& text) { return Reader(text).all(); }

}  // namespace ladder
