// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- JsonValue.cpp - JSON that the runtime has written, read back -------===//
#include "tool/JsonValue.h"

#include <charconv>
#include <cstdint>

using namespace twofold::tool;

const JsonValue &JsonValue::operator[](const std::string &Name) const {
  static const JsonValue Nothing;
  const auto It = Members.find(Name);
  return It == Members.end() ? Nothing : It->second;
}

namespace {
class Reader {
  const std::string_view All;
  size_t At = 0;
  unsigned Depth = 0;

  void skip() {
    At = std::min(All.find_first_not_of(" \t\r\n", At), All.size());
  }
  bool take(std::string_view Word) {
    if (All.substr(At, Word.size()) != Word)
      return false;
    At += Word.size();
    return true;
  }
  bool next(char Sign) {
    skip();
    return take(std::string_view(&Sign, 1));
  }
  bool hex(uint32_t &Code) {
    const std::string_view Digits = All.substr(At, 4);
    const auto [End, Error] =
        std::from_chars(Digits.data(), Digits.data() + Digits.size(), Code, 16);
    At += 4;
    return Error == std::errc() && Digits.size() == 4 &&
           End == Digits.data() + 4;
  }
  static void addCode(std::string &To, uint32_t Code);
  bool escape(std::string &To);
  bool text(std::string &To);
  bool list(JsonValue &To);
  bool object(JsonValue &To);

public:
  explicit Reader(std::string_view All) : All(All) {}
  bool value(JsonValue &To);
  bool whole(JsonValue &To) {
    if (!value(To))
      return false;
    skip();
    return At == All.size();
  }
  size_t place() const { return At; }
};
} // namespace

void Reader::addCode(std::string &To, uint32_t Code) {
  if (Code < 0x80) {
    To += char(Code);
  } else if (Code < 0x800) {
    To += char(0xc0 | Code >> 6);
    To += char(0x80 | (Code & 63));
  } else if (Code < 0x10000) {
    To += char(0xe0 | Code >> 12);
    To += char(0x80 | (Code >> 6 & 63));
    To += char(0x80 | (Code & 63));
  } else {
    To += char(0xf0 | Code >> 18);
    To += char(0x80 | (Code >> 12 & 63));
    To += char(0x80 | (Code >> 6 & 63));
    To += char(0x80 | (Code & 63));
  }
}

bool Reader::escape(std::string &To) {
  constexpr std::string_view From = "\"\\/bfnrt", Into = "\"\\/\b\f\n\r\t";
  if (At >= All.size())
    return false;
  const char Sign = All[At++];
  if (const size_t Known = From.find(Sign); Known != From.npos) {
    To += Into[Known];
    return true;
  }
  uint32_t Code = 0, Low = 0;
  if (Sign != 'u' || !hex(Code))
    return false;
  if (Code >= 0xd800 && Code < 0xdc00) {
    if (!take("\\u") || !hex(Low) || Low < 0xdc00 || Low > 0xdfff)
      return false;
    Code = 0x10000 + ((Code - 0xd800) << 10) + (Low - 0xdc00);
  }
  addCode(To, Code);
  return true;
}

bool Reader::text(std::string &To) {
  if (!next('"'))
    return false;
  while (At < All.size()) {
    const char Sign = All[At++];
    if (Sign == '"')
      return true;
    if (Sign != '\\')
      To += Sign;
    else if (!escape(To))
      return false;
  }
  return false;
}

bool Reader::list(JsonValue &To) {
  To.What = JsonValue::Kind::List;
  if (next(']'))
    return true;
  do
    if (!value(To.List.emplace_back()))
      return false;
  while (next(','));
  return next(']');
}

bool Reader::object(JsonValue &To) {
  To.What = JsonValue::Kind::Object;
  if (next('}'))
    return true;
  do {
    std::string Name;
    if (!text(Name) || !next(':') || !value(To.Members[Name]))
      return false;
  } while (next(','));
  return next('}');
}

bool Reader::value(JsonValue &To) {
  skip();
  if (At >= All.size() || Depth > 64)
    return false;
  if (All[At] == '"') {
    To.What = JsonValue::Kind::Text;
    return text(To.Text);
  }
  if (All[At] == '[' || All[At] == '{') {
    const bool IsList = All[At++] == '[';
    ++Depth;
    const bool Done = IsList ? list(To) : object(To);
    --Depth;
    return Done;
  }
  if (take("null"))
    return true;
  const bool True = take("true");
  if (True || take("false")) {
    To.What = JsonValue::Kind::Bool;
    To.Number = True;
    return true;
  }
  To.What = JsonValue::Kind::Number;
  const char *Begin = All.data() + At;
  const auto [End, Error] =
      std::from_chars(Begin, All.data() + All.size(), To.Number);
  At += size_t(End - Begin);
  return Error == std::errc() && End != Begin;
}

std::optional<JsonValue> twofold::tool::parseJson(std::string_view Text,
                                                  std::string &Trouble) {
  JsonValue Out;
  Reader In(Text);
  if (In.whole(Out))
    return Out;
  Trouble = "it is no JSON from byte " + std::to_string(In.place()) + " on";
  return std::nullopt;
}
