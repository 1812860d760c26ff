// JSON: a value that is built, written and read. Members keep the order in which they were added. The library that
// writes and reads it, nlohmann/json, is compiled in json.cpp alone: its header costs every file that has it seconds.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace ladder {

class Json {
 public:
  // Where text is no JSON, or a value is not of the kind that is asked for.
  struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
  };
  struct Member;

  Json();  // null
  Json(std::nullptr_t);
  Json(bool value);
  Json(double value);
  template <typename Integer, std::enable_if_t<std::is_integral_v<Integer>, int> = 0>
  Json(Integer value)
      : value_(static_cast<std::conditional_t<std::is_signed_v<Integer>, std::int64_t, std::uint64_t>>(value)) {}
  Json(const char* text);
  Json(std::string text);
  template <typename Element>
  Json(const std::vector<Element>& elements);
  template <typename Element, std::size_t size>
  Json(const std::array<Element, size>& elements);
  // An object, where each is a pair that begins with a string; else an array.
  Json(std::initializer_list<Json> list);
  static Json array(std::initializer_list<Json> elements = {});
  static Json object();

  bool is_null() const { return value_.index() == 0; }

  // The member of that name; the last, where it is there twice. A value that is null becomes an object when a member is
  // named that it has not, and an array when an element is added. The others throw Error where it is not there.
  Json& operator[](const std::string& name);
  Json& operator[](const char* name) { return (*this)[std::string(name)]; }
  const Json& at(const std::string& name) const;
  bool contains(const std::string& name) const { return find(name) != nullptr; }
  template <typename Value>
  Value value(const std::string& name, const Value& otherwise) const {
    const Json* found = find(name);
    return found == nullptr ? otherwise : found->get<Value>();
  }
  std::string value(const std::string& name, const char* otherwise) const {
    return value(name, std::string(otherwise));
  }
  const std::vector<Member>& items() const;
  // Takes the members of another object over.
  void update(const Json& object);

  Json& push_back(Json element);
  const Json& at(std::size_t index) const { return elements().at(index); }
  Json& back() { return const_cast<Json&>(elements().back()); }
  std::vector<Json>::const_iterator begin() const { return elements().begin(); }
  std::vector<Json>::const_iterator end() const { return elements().end(); }
  Json* begin() { return const_cast<Json*>(elements().data()); }
  Json* end() { return begin() + elements().size(); }

  // What it is in C++: bool, std::string, a number, a Json, or a vector of them.
  template <typename Value>
  Value get() const {
    if constexpr (std::is_same_v<Value, bool>) {
      return as<bool>("true or false");
    } else if constexpr (std::is_same_v<Value, Json>) {
      return *this;
    } else if constexpr (std::is_arithmetic_v<Value>) {
      return std::visit([](auto number) { return static_cast<Value>(number); }, number());
    } else if constexpr (std::is_same_v<Value, std::string>) {
      return as<std::string>("a string");
    } else {
      Value values;
      for (const Json& element : elements()) values.push_back(element.get<typename Value::value_type>());
      return values;
    }
  }

  template <typename Value>
  requires(std::is_arithmetic_v<Value> && !std::is_same_v<Value, char>) ||
      std::is_same_v<Value, std::string> operator Value() const {
    return get<Value>();
  }

  // In one line, or with each level indented by so many blanks. Bytes that are no UTF-8 are written as U+FFFD, numbers
  // that are not finite as null.
  std::string dump(int indent = -1) const;
  // Throws Error where the text is not one value.
  static Json parse(const std::string& text);

 private:
  struct Converted;
  using Number = std::variant<std::int64_t, std::uint64_t, double>;
  // Throws Error where it is something else than that.
  template <typename Kind>
  const Kind& as(const char* what) const {
    if (const Kind* const value = std::get_if<Kind>(&value_)) return *value;
    throw Error(std::string(what) + " is missing");
  }
  const Json* find(const std::string& name) const;
  const std::vector<Json>& elements() const { return as<std::vector<Json>>("an array"); }
  Number number() const;

  std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, std::vector<Json>,
               std::vector<Member>>
      value_;
};

struct Json::Member {
  std::string name;
  Json value;
};

// Behind Member, without which clang++ 14 knows no way to destroy what they make.
inline Json::Json() = default;
inline Json::Json(std::nullptr_t) {}
inline Json::Json(bool value) : value_(value) {}
inline Json::Json(double value) : value_(value) {}
inline Json::Json(const char* text) : value_(std::string(text)) {}
inline Json::Json(std::string text) : value_(std::move(text)) {}
template <typename Element>
Json::Json(const std::vector<Element>& elements) : value_(std::vector<Json>(elements.begin(), elements.end())) {}
template <typename Element, std::size_t size>
Json::Json(const std::array<Element, size>& elements) : value_(std::vector<Json>(elements.begin(), elements.end())) {}

}  // namespace ladder
