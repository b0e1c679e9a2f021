// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- JsonLines.h - what commands print for programs ---------------------===//
#ifndef TWOFOLD_RUNTIME_TOOL_JSONLINES_H
#define TWOFOLD_RUNTIME_TOOL_JSONLINES_H

#include "tool/Commands.h"

#include <cstdint>
#include <utility>
#include <variant>

namespace twofold::tool {

/// Takes --json from among the words. False: it is not there.
bool takeJson(Words &Arguments);

/// Objects of names and values, one a line of an array.
class JsonLines {
public:
  using Value = std::variant<std::string, uint64_t, bool>;
  using Member = std::pair<const char *, Value>;

  void add(const std::vector<Member> &Members);
  /// On stdout.
  void print() const;

private:
  std::string Text;
};

} // namespace twofold::tool

#endif
