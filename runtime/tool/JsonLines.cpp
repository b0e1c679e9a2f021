// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- JsonLines.cpp - what commands print for programs -------------------===//
#include "tool/JsonLines.h"

#include "report/Trace.h"

#include <cstdio>

using namespace twofold::tool;

bool twofold::tool::takeJson(Words &Arguments) {
  return std::erase(Arguments, "--json") != 0;
}

static std::string valueText(const JsonLines::Value &Of) {
  if (const auto *Flag = std::get_if<bool>(&Of))
    return *Flag ? "true" : "false";
  if (const auto *Number = std::get_if<uint64_t>(&Of))
    return std::to_string(*Number);
  return twofold::quoteJson(std::get<std::string>(Of));
}

void JsonLines::add(const std::vector<Member> &Members) {
  std::string Line;
  for (const auto &[Name, Each] : Members)
    Line += (Line.empty() ? "{" : ", ") + twofold::quoteJson(Name) + ": " +
            valueText(Each);
  Text += (Text.empty() ? "  " : ",\n  ") + Line + "}";
}

void JsonLines::print() const {
  std::printf("[\n%s%s]\n", Text.c_str(), Text.empty() ? "" : "\n");
}
