// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- JsonValue.cpp - JSON that the runtime has written, read back -------===//
#include "tool/JsonValue.h"

#include <nlohmann/json.hpp>

using namespace twofold::tool;
using Json = nlohmann::json;

const JsonValue &JsonValue::operator[](const std::string &Name) const {
  static const JsonValue Nothing;
  const auto It = Members.find(Name);
  return It == Members.end() ? Nothing : It->second;
}

namespace {
/// Puts together what the reader finds, one value after the other.
class Builder : public Json::json_sax_t {
  JsonValue Root;
  std::vector<JsonValue *> Open; ///< lists and objects that have not ended
  std::string Name;              ///< of the next member
  size_t Wrong = 0;              ///< the byte at which this is no JSON

  JsonValue &add(JsonValue::Kind What) {
    JsonValue *To = &Root;
    if (!Open.empty() && Open.back()->What == JsonValue::Kind::List)
      To = &Open.back()->List.emplace_back();
    else if (!Open.empty())
      To = &Open.back()->Members[Name];
    To->What = What;
    return *To;
  }
  bool number(double Is) {
    add(JsonValue::Kind::Number).Number = Is;
    return true;
  }
  bool open(JsonValue::Kind What) {
    Open.push_back(&add(What));
    return true;
  }
  bool close() {
    Open.pop_back();
    return true;
  }

public:
  JsonValue take() { return std::move(Root); }
  size_t place() const { return Wrong; }

  bool null() override {
    add(JsonValue::Kind::Null);
    return true;
  }
  bool boolean(bool Is) override {
    add(JsonValue::Kind::Bool).Number = Is;
    return true;
  }
  bool number_integer(number_integer_t Is) override {
    return number(double(Is));
  }
  bool number_unsigned(number_unsigned_t Is) override {
    return number(double(Is));
  }
  bool number_float(number_float_t Is, const string_t &) override {
    return number(Is);
  }
  bool string(string_t &Is) override {
    add(JsonValue::Kind::Text).Text = std::move(Is);
    return true;
  }
  bool binary(binary_t &) override { return false; }
  bool start_object(size_t) override { return open(JsonValue::Kind::Object); }
  bool key(string_t &Is) override {
    Name = std::move(Is);
    return true;
  }
  bool end_object() override { return close(); }
  bool start_array(size_t) override { return open(JsonValue::Kind::List); }
  bool end_array() override { return close(); }
  bool parse_error(size_t Place, const std::string &,
                   const nlohmann::detail::exception &) override {
    Wrong = Place;
    return false;
  }
};
} // namespace

std::optional<JsonValue> twofold::tool::parseJson(std::string_view Text,
                                                  std::string &Trouble) {
  Builder To;
  if (Json::sax_parse(Text, &To))
    return To.take();
  Trouble = "it is no JSON from byte " + std::to_string(To.place()) + " on";
  return std::nullopt;
}
