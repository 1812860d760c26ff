// The one file that the JSON library is compiled in.
#include "ladder/base/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <type_traits>
#include <utility>

namespace ladder {
namespace {

using Document = nlohmann::ordered_json;

}  // namespace

Json::Json(std::initializer_list<Json> list) {
  const auto is_member = [](const Json& pair) {
    const auto* const elements = std::get_if<std::vector<Json>>(&pair.value_);
    return elements != nullptr && elements->size() == 2 &&
           std::holds_alternative<std::string>(elements->front().value_);
  };
  if (!std::ranges::all_of(list, is_member)) {
    value_ = std::vector<Json>(list);
    return;
  }
  auto& members = value_.emplace<std::vector<Member>>();
  for (const Json& pair : list) members.push_back({pair.at(std::size_t{0}).get<std::string>(), pair.at(1)});
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

const Json* Json::find(const std::string& name) const {
  const auto* const members = std::get_if<std::vector<Member>>(&value_);
  if (members == nullptr) return nullptr;
  const auto found = std::ranges::find(*members, name, &Member::name);
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

const std::vector<Json::Member>& Json::items() const { return as<std::vector<Member>>("an object"); }

void Json::update(const Json& object) {
  for (const auto& [name, value] : object.items()) (*this)[name] = value;
}

Json& Json::push_back(Json element) {
  if (is_null()) value_ = std::vector<Json>();
  elements();
  return std::get<std::vector<Json>>(value_).emplace_back(std::move(element));
}

Json::Number Json::number() const {
  if (const auto* number = std::get_if<std::int64_t>(&value_)) return *number;
  if (const auto* number = std::get_if<std::uint64_t>(&value_)) return *number;
  if (const auto* number = std::get_if<double>(&value_)) return *number;
  throw Error("a number is missing");
}

// To the library's value and back.
struct Json::Converted {
  static Document to(const Json& json) {
    return std::visit(
        [](const auto& value) -> Document {
          using Value = std::decay_t<decltype(value)>;
          if constexpr (std::is_same_v<Value, std::monostate>) {
            return nullptr;
          } else if constexpr (std::is_same_v<Value, std::vector<Json>>) {
            Document list = Document::array();
            for (const Json& element : value) list.push_back(to(element));
            return list;
          } else if constexpr (std::is_same_v<Value, std::vector<Member>>) {
            Document object = Document::object();
            for (const Member& member : value) object[member.name] = to(member.value);
            return object;
          } else {
            return value;
          }
        },
        json.value_);
  }

  static Json from(const Document& document) {
    switch (document.type()) {
      case Document::value_t::boolean: return document.get<bool>();
      case Document::value_t::number_integer: return document.get<std::int64_t>();
      case Document::value_t::number_unsigned: return document.get<std::uint64_t>();
      case Document::value_t::number_float: return document.get<double>();
      case Document::value_t::string: return document.get<std::string>();
      case Document::value_t::array: {
        Json list = Json::array();
        for (const Document& element : document) list.push_back(from(element));
        return list;
      }
      case Document::value_t::object: {
        Json object = Json::object();
        for (const auto& [name, value] : document.items()) object[name] = from(value);
        return object;
      }
      default: return nullptr;
    }
  }
};

std::string Json::dump(int indent) const {
  return Converted::to(*this).dump(indent, ' ', false, Document::error_handler_t::replace);
}

Json Json::parse(const std::string& text) {
  try {
    return Converted::from(Document::parse(text));
  } catch (const Document::exception& why) {
    throw Error(why.what());
  }
}

}  // namespace ladder
