// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- JsonValue.h - JSON that the runtime has written, read back ---------===//
#ifndef TWOFOLD_RUNTIME_TOOL_JSONVALUE_H
#define TWOFOLD_RUNTIME_TOOL_JSONVALUE_H

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace twofold::tool {

/// One value of any kind; what is asked of another kind is empty or 0.
struct JsonValue {
  enum class Kind { Null, Bool, Number, Text, List, Object } What = Kind::Null;
  double Number = 0; ///< 1 for true
  std::string Text;
  std::vector<JsonValue> List;
  std::map<std::string, JsonValue> Members;

  const JsonValue &operator[](const std::string &Name) const;
  bool isTrue() const { return What == Kind::Bool && Number != 0; }
};

/// Nothing, with Trouble and where it is, for text that is not JSON.
std::optional<JsonValue> parseJson(std::string_view Text, std::string &Trouble);

} // namespace twofold::tool

#endif
